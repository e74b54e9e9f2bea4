"""``/match share`` and *Share*: a finished match is told to everybody in a channel, once."""

from collections.abc import Sequence

from bot.app.match.records import MatchView, Place
from bot.app.views.sharing import Moment, Summary
from bot.app.views.targets import BOARD
from bot.edge.commands.builder import UNQUEUED
from bot.edge.commands.cog import Cog, command
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.delivery.fallbacks import Fallback
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import FAILURES
from bot.edge.delivery.speaking import Speaker
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.outside import why_not_here
from bot.edge.interactions.responder import Responder, Sentence, actor, is_outside, key
from bot.edge.interactions.responder import place as place_of
from bot.edge.messages.board import render_request, show_plates
from bot.edge.messages.builder import Button, MessageBuilder, Post, plain
from bot.edge.messages.card import OVER, result_lines
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import seat_name, title
from bot.edge.messages.gallery import play_button
from bot.edge.messages.places import way_to
from bot.edge.words import _, escape_markdown
from db.ids import MatchId
from render.core.plates import Drawing


class ShareCommand(Cog):
    """Telling others of a match."""

    @command(_("Post the result and the decisive turns of a finished match here"), target=BOARD, handling=UNQUEUED)
    async def share(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Post them."""
        return await _share(self.responder, interaction, match, place_of(interaction))


@handles(ButtonAction.SHARE)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    match = MatchId(press.match)
    record = (await responder.services.matches.view(match, actor(interaction).user)).match
    return await _share(responder, interaction, match, Place(record.guild, record.channel))


async def _share(responder: Responder, interaction: Interaction, match: MatchId, where: Place) -> Post:
    """Post the summary in a place, unless it stands there already or is about to."""
    if where == place_of(interaction) and is_outside(interaction):
        raise Sentence(why_not_here(interaction))
    way = way_to(where, _("the channel") if where.guild is not None else _("your direct messages"))
    sharing = responder.services.sharing
    told = await sharing.summary(match, actor(interaction).user, where.channel)
    await sharing.note_shared(key(interaction), match, where.channel)
    try:
        await _post(responder, interaction, told, where)
    except BaseException as error:
        await sharing.forget_shared(match, where.channel)
        if not isinstance(error, FAILURES):
            raise
        await responder.speak(interaction)
        raise Sentence(_("Longtable couldn't post in {channel}. Try another channel.", channel=way)) from None
    await responder.speak(interaction)
    return plain(_("Shared in {channel}.", channel=way))


async def _post(responder: Responder, interaction: Interaction, told: Summary, where: Place) -> None:
    """Post the summary in the language of those who read there."""
    await Speaker(interaction.client, responder.services.languages).in_server(where.guild, interaction.user.id)
    drawings = await responder.public_picture(render_request(told.match_view, Scene.FINAL))
    channel = interaction.client.get_partial_messageable(where.channel)
    await Fallback(summary_post(told, drawings)).send(
        lambda shown: channel.send(view=shown.view, files=shown.files(), allowed_mentions=QUIET)
    )


def summary_post(told: Summary, drawings: Sequence[Drawing]) -> Post:
    """Return the summary of a match."""
    match_view = told.match_view
    builder = MessageBuilder(OVER).say(f"### {title(match_view)}")
    if told.turns:
        builder.say(_("Finished after {n, plural, one {# turn} other {# turns}}.", n=told.turns))
    show_plates(builder, match_view, drawings)
    if match_view.outcome is not None:
        builder.say(result_lines(match_view, match_view.outcome), most=1500)
    if told.moments:
        lines = [_("**Decisive turns**"), *(_moment_line(match_view, moment) for moment in told.moments)]
        builder.say("\n".join(lines), most=1000)
    steps = Press(verb=ButtonAction.HISTORY, match=match_view.match.id, at=match_view.ply)
    return builder.buttons([Button(steps, _("Step through")), play_button()]).post()


def _moment_line(match_view: MatchView, moment: Moment) -> str:
    """One turn in words: who gained what, and who went ahead with how many points."""
    names = [escape_markdown(seat_name(seat)) for seat in match_view.seats]
    gained = {"turn": moment.turn, "name": names[moment.seat], "n": moment.gain}
    if moment.leader is None:
        return _("Turn {turn}: {name} gains {n, plural, one {# point} other {# points}}.", **gained)
    total = moment.totals[moment.leader]
    if moment.leader == moment.seat:
        return _(
            "Turn {turn}: {name} gains {n, plural, one {# point} other {# points}} and takes the lead with {total}.",
            **gained,
            total=total,
        )
    return _(
        "Turn {turn}: {name} gains {n, plural, one {# point} other {# points}}; {leader} leads with {total}.",
        **gained,
        leader=names[moment.leader],
        total=total,
    )
