"""What is delivered of a tournament: its card with its picture, or a sentence."""

from bot.app.notifications.courier import TournamentNotice
from bot.app.tournaments.records import TournamentView
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.tournaments.charts import charts_of
from bot.edge.tournaments.formatting import sentence
from bot.edge.tournaments.old_teams import buttons_of
from bot.edge.tournaments.posts import tournament_card
from bot.edge.words import escape_markdown
from db.tournaments.records import TournamentStatus
from render.core.plates import Drawing


async def all_drawn(
    render_pool: RenderPool, view: TournamentView, *, page: int = 0, awaited: bool = False
) -> tuple[Drawing, ...]:
    """Return the pictures of a tournament, those left out that could not be drawn; none before its start.

    ``awaited``: everybody waits for them, as for a board.
    """
    if view.record.status not in (TournamentStatus.RUNNING, TournamentStatus.FINISHED):
        return ()
    return await render_pool.charts(charts_of(view, page=page), awaited=awaited)


async def tournament_post(render_pool: RenderPool, notice: TournamentNotice, *, marker: int) -> Post:
    """Return the message of a notice about a tournament, its picture drawn."""
    view = notice.view
    if view is not None:
        return tournament_card(view, await all_drawn(render_pool, view, awaited=True), marker=marker)
    words = sentence(notice.text) if notice.text is not None else ""
    if notice.user is not None:
        builder = MessageBuilder(marker=marker).say(f"**{escape_markdown(notice.name)}**\n{words}")
        return builder.buttons([] if notice.text is None else buttons_of(notice.tournament, notice.text)).post()
    called = " ".join(f"<@{user}>" for user in notice.mention)
    return plain(f"{called} {words}".strip(), marker=marker)
