"""``/help`` and ``/rules``."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Annotated

import structlog

from bot.app.match.records import MatchView
from bot.edge import limits
from bot.edge.commands.builder import READ, resolve_match
from bot.edge.commands.choosing import Several
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import complete_game, find_game
from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles
from bot.edge.interactions.responder import Responder, Sentence, actor
from bot.edge.languages import phrase
from bot.edge.messages.board import NOW
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, page_buttons
from bot.edge.messages.builder import Option as Choice
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_for
from bot.edge.messages.gallery import play_button, players_of
from bot.edge.messages.symbols import SYMBOLS, show_symbols, symbols_request
from bot.edge.words import _, escape_markdown, join_list, language
from db.ids import MatchId
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import UNMARKED, Guide, Topic
from games.core.input.forms import forms_of
from games.core.moves import Move
from games.core.running.guide import guide_texts, guide_view
from games.core.seats import AskId
from render.core.plates import Drawing

log = structlog.get_logger(__name__)


def help_post(games: Mapping[str, AnyGame]) -> Post:
    """Return how to play here, in one message."""
    builder = MessageBuilder().say(_("### Turn-based board games"))
    builder.say(
        _(
            "**Choose a game** with `/play`: play the computer right away, or open a match for others.\n"
            "**Open a match** with your own choice of seats, pace and options with `/match new`. Others press *Join* "
            "on its card, and computer players can take free seats. The match starts when all seats are taken or the "
            "host presses *Start*.\n"
            "**Your turn**: the bot mentions you once. Press *Play* under the board to open a panel only you can "
            "see. Choose your move, check the preview, and press *Confirm*. Nothing counts until then, and an "
            "unfinished turn is kept.\n"
            "**Typing**: use the game's own commands, which suggest options as you type, or `/move` with a whole "
            "turn on one line.\n"
            "**Anywhere**: `/next` opens the match that has waited longest for you. `/my matches` lists your "
            "matches, `/match since` shows what happened since your last move, and `/board text:` shows the board "
            "in words.\n"
            "**Notifications**: `/my notify set` changes how you're notified. `/my notify test` checks that it "
            "works.\n"
            "**Planning ahead**: *Plan* stores what to play for you when your turn comes. `/my plan list` shows "
            "your plans.\n"
            "**Getting better**: *Review* under a result, or `/review`, shows what decided the match and which turns "
            "cost most. `/hint` suggests a turn in practice matches, and `/puzzle` opens the puzzle of the day.\n"
            "**Your data**: `/my` has your matches, plans, notes, notifications, and absences. `/ratings` has "
            "your results."
        )
    )
    builder.say(
        _(
            "**Together**: `/find players` brings you together with others, `/watch now` shows matches worth watching, "
            "and `/tournament list` lists a server's tournaments.\n"
            "**For staff**: `/setup` sets up the server, `/tournament create` opens a tournament, and `/staff reports` "
            "lists what players reported."
        )
    )
    builder.say("\n".join(_game_line(game) for game in games.values()), most=1800)
    return builder.buttons([play_button(style=Style.GOOD)]).post()


def _game_line(game: AnyGame) -> str:
    spec = game.spec
    names = " ".join(f"`/{spec.command} {form.name}`" for form in forms_of(game)[:4])
    return f"**{spec.title}** ({players_of(game)}) {names} · `/rules game:{spec.key}`"


async def _complete_topic(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The pages of the game that is named, or meant."""
    named = getattr(interaction.namespace, "game", None)
    try:
        game = await _game_meant(responder, interaction, named or "")
    except (Refusal, Sentence):
        return []
    topics = () if game is None else game.spec.topics
    known = [(phrase(topic.title, game=game), topic.key, topic.title) for topic in topics]
    known += [(_("Symbols"), SYMBOLS, "")] if game is not None and game.spec.symbols else []
    return [(title, key) for title, key, english in known if typed.casefold() in f"{key} {english} {title}".casefold()]


async def _game_meant(responder: Responder, interaction: Interaction, typed: str) -> AnyGame | None:
    """Return the game that is named, that of the match played here, or the only one of the player's matches."""
    if typed:
        return find_game(responder, typed)
    try:
        match = await resolve_match(responder, interaction)
    except Several as several:
        keys = {one.line.game for one in several.found}
        return responder.games[keys.pop()] if len(keys) == 1 else None
    except Sentence:
        return None
    return (await responder.services.matches.view(match, actor(interaction).user)).game


class Help(Cog):
    """``/help`` and ``/rules``."""

    @command(_("Learn how to play here"), handling=READ)
    async def help(self, interaction: Interaction) -> Post:
        """Say how."""
        return help_post(self.responder.games)

    @command(_("Read the rules of a game, page by page"), handling=READ)
    async def rules(
        self,
        interaction: Interaction,
        *,
        game: Annotated[
            AnyGame | None,
            Param(
                _("Which game (default: the one played here)"),
                complete=complete_game,
                resolve=_game_meant,
                implied=True,
            ),
        ],
        topic: Annotated[str, Param(_("Which page (default: the game in short)"), complete=_complete_topic)] = "",
    ) -> Post:
        """Show a page, the first one unless another is named."""
        if game is None:
            return games_post(self.responder.games)
        return await _page(self.responder, game, topic or _first(game))


@handles(ButtonAction.RULES)
async def _turn_page(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    key, _colon, topic = press.value.partition(":")
    if not key:
        game = find_game(responder, chosen)
        return await _page(responder, game, _first(game))
    return await _page(responder, find_game(responder, key), chosen or topic)


@handles(ButtonAction.HOW)
async def _show_how(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Show the game in short, from where one comes to what is to be decided now; or that at once."""
    match_view = await responder.services.matches.view(MatchId(press.match), actor(interaction).user)
    game = match_view.game
    now = game.spec.page_of(await _find_verbs(responder, interaction, press, match_view))
    if press.value == NOW and now is not None:
        return await _page(responder, game, now.key)
    return await _page(responder, game, _first(game), now=now)


async def _find_verbs(
    responder: Responder, interaction: Interaction, press: Press, match_view: MatchView
) -> list[type[Move]]:
    """The moves that who asks, or else anybody, may make now: those that the panel offers first."""
    offered: list[type[Move]] = []
    with suppress(Refusal):
        panel = await responder.services.drafts.open(
            actor(interaction), match=match_view.match.id, ask=AskId(press.ask) if press.ask else None
        )
        offered = [*(group.verb for group in panel.menu.groups), *panel.ask.verbs]
    return offered or [verb for ask in match_view.asks for verb in ask.verbs]


def _first(game: AnyGame) -> str:
    return game.spec.topics[0].key if game.spec.topics else ""


async def _page(responder: Responder, game: AnyGame, topic: str, *, now: Topic | None = None) -> Post:
    """Return a page of rules, the first one with the board explained; ``now``: the one that matters at present."""
    if topic.strip().casefold() in (SYMBOLS, _("Symbols").casefold()) and game.spec.symbols:
        drawn = await responder.picture(symbols_request(game))
        return _ways(show_symbols(MessageBuilder(), game, drawn), game, len(game.spec.topics)).post()
    drawings: tuple[Drawing, ...] = ()
    if game.spec.guide is not None and topic and topic == _first(game):
        drawings = await _explain_board(responder, game, game.spec.guide)
    return rules_post(game, topic, drawings, now=now)


async def _explain_board(responder: Responder, game: AnyGame, guide: Guide) -> tuple[Drawing, ...]:
    """Return the game's board with numbers on what the legend explains; nothing where it can't be drawn."""
    try:
        view = guide_view(game)
    except Exception:
        log.exception("the position of a guide can't be read", game=game.spec.key)
        return ()
    words = words_for(game, guide.names, plain=True)
    drawings = await responder.picture(
        RenderRequest(
            game=game.spec.key, scene=Scene.GUIDE, view=view, marks=UNMARKED, names=guide.names, language=language()
        )
    )
    return tuple(replace(each, alt=words(game.panel.caption(view, each.shows))) for each in drawings)


def _legend(game: AnyGame) -> str:
    words = words_for(game)
    return "\n".join(f"`{number}` {words(text)}" for number, text in enumerate(guide_texts(game), start=1))


def games_post(games: Mapping[str, AnyGame]) -> Post:
    """Return the games, to choose one whose rules are read."""
    builder = MessageBuilder().say(_("### Which game?"))
    builder.say("\n".join(f"**{game.spec.title}** · `/rules game:{key}`" for key, game in games.items()))
    options = [Choice(key, game.spec.title) for key, game in games.items()][: limits.SELECT_OPTIONS]
    return builder.select(Press(verb=ButtonAction.RULES), options, placeholder=_("Choose a game")).post()


def rules_post(game: AnyGame, topic: str, drawings: Sequence[Drawing] = (), *, now: Topic | None = None) -> Post:
    """Return a page of rules, or their list, with the way to the others; raises Sentence for one there is not.

    ``drawings``: the game's board explained. ``now``: the page about what is to be decided, to which a button leads.
    """
    spec, pages = game.spec, game.spec.topics
    if not topic:
        lines = "\n".join(f"`/rules game:{spec.key} topic:{page}` · {title}" for page, title in _pages_of(game))
        builder = MessageBuilder().say(_("### {title}: rules, page by page", title=spec.title))
        builder.say(lines or _("This game comes without rules pages.")).say(f"-# {spec.credits}")
        return _ways(builder, game, None).post()
    wanted = topic.strip().casefold()
    for at, page in enumerate(pages):
        title = phrase(page.title, game=game)
        if wanted in (page.key.casefold(), page.title.casefold(), title.casefold()):
            builder = MessageBuilder().say(f"### {spec.title}: {title}")
            builder.say(phrase(page.words, game=game), most=3600).stack(drawings, "guide")
            builder.say(_legend(game) if drawings else "")
            if now is not None and now.key != page.key:
                press = Press(verb=ButtonAction.RULES, at=2, value=f"{spec.key}:{now.key}")
                label = limits.cut(phrase(now.title, game=game), limits.BUTTON_WIDTH)
                builder.say(_("-# The rules page for the current decision:"))
                builder.buttons([Button(press, label, Style.MAIN)])
            return _ways(builder, game, at).post()
    known = join_list(page for page, _title in _pages_of(game))
    raise Sentence(
        _(
            "“{topic}” isn't a rules page of this game. Choose one of these: {known}.",
            topic=escape_markdown(topic[:40]),
            known=known,
        )
    )


def _pages_of(game: AnyGame) -> list[tuple[str, str]]:
    """The keys and titles of a game's pages."""
    pages = [(page.key, phrase(page.title, game=game)) for page in game.spec.topics]
    return [*pages, (SYMBOLS, _("Symbols"))] if game.spec.symbols else pages


def _ways(builder: MessageBuilder, game: AnyGame, at: int | None) -> MessageBuilder:
    """Add the choice of a page, and on a page the buttons to those beside it and to the list.

    The page of symbols follows the game's own.
    """
    key, pages = game.spec.key, _pages_of(game)
    if at is not None:
        back = Press(verb=ButtonAction.RULES, at=0, value=f"{key}:{pages[max(at - 1, 0)][0]}")
        on = Press(verb=ButtonAction.RULES, at=1, value=f"{key}:{pages[min(at + 1, len(pages) - 1)][0]}")
        overview = Button(Press(verb=ButtonAction.RULES, value=f"{key}:"), _("All pages"))
        play = Button(Press(verb=ButtonAction.GALLERY, value=key), _("Play"))
        symbols = Button(Press(verb=ButtonAction.RULES, at=3, value=f"{key}:{SYMBOLS}"), _("Symbols"))
        ways = [symbols] if pages[at][0] != SYMBOLS and pages[-1][0] == SYMBOLS else []
        builder.buttons([*page_buttons(at, len(pages), back=back, on=on), *ways, overview, play])
    first = (at or 0) // limits.SELECT_OPTIONS * limits.SELECT_OPTIONS
    shown = list(enumerate(pages))[first : first + limits.SELECT_OPTIONS]
    options = [Choice(page, title, chosen=number == at) for number, (page, title) in shown]
    return (
        builder.select(Press(verb=ButtonAction.RULES, value=key), options, placeholder=_("Choose a page"))
        if options
        else builder
    )
