"""Choosing a game: the greeting, the gallery of all games, and the page of one with the ways to play it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.edge import limits
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post, Style, page_buttons
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_for
from bot.edge.words import N_, _
from games.core.contract import AnyGame
from games.core.game import Weight
from render.core.plates import Drawing

WELCOME = 0xB0672E
LEVEL = "easy"
ALL = "all"
"""What stands for the gallery in a button of its pages: one without a value stands on a message for everybody."""
WEIGHTS: Mapping[Weight, str] = {Weight.LIGHT: N_("light"), Weight.MEDIUM: N_("medium"), Weight.HEAVY: N_("heavy")}


def play_button(label: str = "", *, style: Style = Style.PLAIN) -> Button:
    """Return the button on messages for everybody that opens the gallery in private."""
    return Button(Press(verb=ButtonAction.GALLERY), label or _("Play something"), style)


def greeting_post() -> Post:
    """Return how the bot greets a server that has added it."""
    builder = MessageBuilder(WELCOME).say(_("### Welcome to Longtable"))
    builder.say(
        _(
            "Play turn-based board games with each other or against the computer, over an evening or over weeks. "
            "Press *Try a game* and choose one. Later, `/play` does the same, and `/help` explains how it works."
        )
    )
    builder.say(
        _(
            "-# If you manage this server: *Set up* asks in about three minutes where matches are played and who can "
            "open them; `/setup` does the same later. If you run the bot: `longtable doctor` checks that everything "
            "works, as `docs/doctor.md` explains."
        )
    )
    set_up = Button(Press(verb=ButtonAction.WIZARD), _("Set up"), Style.MAIN)
    return builder.buttons([set_up, play_button(_("Try a game"), style=Style.GOOD)]).post()


def gallery_post(games: Mapping[str, AnyGame], covers: Mapping[str, Drawing]) -> Post:
    """Return all games with their covers, and the way to the page of each."""
    builder = MessageBuilder(WELCOME).say(_("### Which game?"))
    shown = [_with_alt(game, covers[key]) for key, game in games.items() if key in covers]
    builder.mosaic(shown[: limits.GALLERY_ITEMS], "cover")
    builder.say("\n".join(f"**{game.spec.title}** · {facts_of(game)}" for game in games.values()), most=2500)
    if len(games) <= limits.ROW_BUTTONS:
        return builder.buttons([Button(_page(key), game.spec.title, Style.MAIN) for key, game in games.items()]).post()
    return builder.select(_page(ALL), _options(games), placeholder=_("Choose a game")).post()


def facts_of(game: AnyGame) -> str:
    """Return how many can play a game, how long it takes, and how much there is to it."""
    spec = game.spec
    return " · ".join((players_of(game), _("{minutes} min", minutes=spec.minutes), _(WEIGHTS[spec.weight])))


def players_of(game: AnyGame) -> str:
    """Return how many can play a game: ``2–4 players``."""
    seats = game.spec.seats
    return _("{seats} players", seats=f"{seats[0]}–{seats[-1]}" if len(seats) > 1 else str(seats[0]))


def game_post(game: AnyGame, games: Mapping[str, AnyGame], cover: Drawing | None) -> Post:
    """Return the page of one game: what it is like, the ways to play it, and the way to the other games."""
    spec, words = game.spec, words_for(game)
    builder = MessageBuilder(WELCOME).say(f"### {spec.title}")
    if cover is not None:
        builder.show(_with_alt(game, cover), "cover")
    builder.say(words(spec.about) if spec.about is not None else "", most=600)
    builder.say(f"-# {facts_of(game)}")
    builder.say(f"-# {spec.credits}" if spec.credits else "", most=300)
    return builder.buttons(_ways_to_play(game)).buttons(_to_others(game, games)).post()


def seats_post(game: AnyGame) -> Post:
    """Return the question for how many players a match is opened."""
    builder = MessageBuilder(WELCOME).say(f"### {game.spec.title}")
    builder.say(
        _(
            "How many players? The match starts when all seats are taken. You can also start it earlier or fill seats "
            "with computer players."
        )
    )
    numbers = [number for number in game.spec.seats if number > 1 or len(game.spec.seats) == 1]
    seats = [
        Button(
            Press(verb=ButtonAction.OPEN, value=f"{game.spec.key}={number}"),
            _("{seats} players", seats=number),
            Style.MAIN,
        )
        for number in numbers
    ]
    return builder.buttons(seats).buttons([Button(_page(game.spec.key), _("Back"))]).post()


def _ways_to_play(game: AnyGame) -> list[Button]:
    key, pages = game.spec.key, game.spec.topics
    rules = Press(verb=ButtonAction.RULES, value=f"{key}:{pages[0].key if pages else ''}")
    ways = [Button(Press(verb=ButtonAction.OPEN, value=key), _("Open for others"))]
    if any(number > 1 for number in game.spec.seats):
        ways.append(Button(Press(verb=ButtonAction.FIND, value=key), _("Find players")))
    ways.append(Button(rules, _("Rules")))
    if not game.bots.players():
        return ways
    against = Press(verb=ButtonAction.PRACTICE, value=f"{key}={usual_level(game)}")
    guided = [Button(Press(verb=ButtonAction.GUIDED, value=key), _("Guided first match"))] if game.spec.guided else []
    return [Button(against, _("Play the computer"), Style.GOOD), *guided, *ways]


def _to_others(game: AnyGame, games: Mapping[str, AnyGame]) -> Sequence[Button]:
    keys = list(games)
    at = keys.index(game.spec.key) if game.spec.key in keys else 0
    back, on = _page(keys[max(at - 1, 0)], 1), _page(keys[min(at + 1, len(keys) - 1)], 2)
    return [*page_buttons(at, len(keys), back=back, on=on), Button(_page(ALL), _("All games"))]


def _page(key: str, at: int = 0) -> Press:
    """Return what opens a page; ``at`` tells buttons apart that open the same one."""
    return Press(verb=ButtonAction.GALLERY, at=at, value=key)


def _options(games: Mapping[str, AnyGame]) -> list[Option]:
    found = [Option(key, game.spec.title, facts_of(game)) for key, game in games.items()]
    return found[: limits.SELECT_OPTIONS]


def _with_alt(game: AnyGame, cover: Drawing) -> Drawing:
    """Return a cover with what it shows in words."""
    title, told = game.spec.title, game.spec.cover
    if told is None:
        return replace(cover, alt=title)
    return replace(cover, alt=f"{title}: {words_for(game, plain=True)(told)}")


def usual_level(game: AnyGame) -> str:
    """Return the level of the computer player to begin with, of a game that has any."""
    levels = sorted(game.bots.players())
    return LEVEL if LEVEL in levels else levels[0]
