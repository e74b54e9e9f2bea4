"""What stands on buttons and in menus: short enough for a phone, unlike its neighbors at once, and never cut."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.app.match.records import Group, MatchLine, MatchView, Menu, Panel, Place
from bot.app.views.targets import Candidate, Nearness
from bot.edge import limits
from bot.edge.commands.choosing import Several, which_post
from bot.edge.interactions.plans import draft_press, form_pages, order_forms, order_modal
from bot.edge.messages.board import board_post, history_post, view_post
from bot.edge.messages.builder import Post
from bot.edge.messages.card import card
from bot.edge.messages.formatting import label_words
from bot.edge.messages.proposals import CHOICES
from bot.edge.panels.lobby_forms import levels_post, numbers_modal, numbers_of, setup_post, values_of
from bot.edge.panels.panel import Focus, menu_of, offers_of, panel_post
from bot.edge.tournaments.wizard import Draft, wizard_post
from db.ids import ChannelId, GuildId, MatchId
from db.records import Status
from db.tournaments.records import Format
from games.core.contract import AnyGame
from games.core.game import Setup
from games.core.input.forms import read_values
from games.core.moves import Choice, Field, FieldInfo, fields_of, title_of, verb_of
from games.core.registry import games
from games.core.rng import Rng
from games.core.running.play import Position
from games.core.running.selfplay import play_steps
from games.core.running.table import start
from games.core.seats import TABLE, Seat
from games.core.text import raw
from render.core.plates import Drawing
from tests.edge.payloads import components_of, faults_of_modal, texts
from tests.edge.table import controls
from tests.edge.views import NOW, presses, view_of

WIDTH = 34
"""Characters of a button that phones show whole."""
HEAD = 25
"""Characters of a line of a menu that a phone shows at least."""
NAMES = tuple(f"*{letter * 30}{number}" for number, letter in enumerate("WMQDBF"))
"""As long as Discord lets a name be."""
PICTURE = Drawing(b"png", 1200, 900, "a board")
SECOND = Drawing(b"png", 1200, 900, "a board", shows="players", extra=True)
POSITIONS, BEGIN, APART, PANELS = 3, 30, 7, 8
"""Looked at in one match, the turn of the first and turns between them at most, and panels of each position."""
GAMES = [pytest.param(game, id=key) for key, game in games().items()]
EDGE = Path(limits.__file__).parent


@pytest.fixture(autouse=True)
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what is cut while posts are made; names of players are in short on purpose."""
    found: list[str] = []
    cut = limits.cut

    def watched(words: str, most: int) -> str:
        if len(words) > most and words not in NAMES:
            found.append(words)
        return cut(words, most)

    monkeypatch.setattr(limits, "cut", watched)
    return found


def faults_of_labels(post: Post) -> list[str]:
    """Return what would not be read on a phone: long buttons, lines of a menu that begin alike, examples on menus."""
    faults = []
    for part in controls(components_of(post)):
        if "options" in part:
            heads = Counter(option["label"][:HEAD] for option in part["options"])
            faults += [f"{part['custom_id']}: {head!r} begins {n} lines" for head, n in heads.items() if n > 1]
            if "e.g." in part["placeholder"]:
                faults.append(
                    f"{part['custom_id']}: {part['placeholder']!r} has an example that may not be in the menu"
                )
        elif len(part["label"]) > WIDTH:
            faults.append(f"{part['custom_id']}: {part['label']!r} has {len(part['label'])} characters")
    return faults


def named(seen: MatchView) -> MatchView:
    """Return a view whose players have the longest names."""
    return replace(seen, seats=tuple(replace(seat, name=NAMES[seat.seat]) for seat in seen.seats))


def ways_to_play(game: AnyGame, rng: Rng) -> Iterator[tuple[int, Struct]]:
    """Yield every number of players, with the usual rule options and with random ones."""
    for seats in game.spec.seats:
        yield seats, game.spec.options()
        drawn = {
            info.name: rng.pick("option", values_of(info)) for info in fields_of(game.spec.options) if values_of(info)
        }
        yield seats, game.spec.options(**read_values(game.spec.options, drawn))


def sampled(game: AnyGame, seats: int, options: Any, rng: Rng) -> Iterator[Position[Any]]:  # noqa: ANN401  # a game's own
    """Yield some positions of a random match, at random distances."""
    steps = play_steps(game, Setup(seats, options), bytes([rng.below("seed", 256)]) * 32)
    for most in (BEGIN, *[APART] * (POSITIONS - 1)):
        step = next(islice(steps, rng.below("skip", most), None), None)
        if step is None:
            return
        yield step.position


def posts_of(panel: Panel, rng: Rng) -> Iterator[Post]:
    """Yield a panel as it opens and, where it has a menu, with a verb and a page in focus."""
    yield panel_post(panel, (PICTURE, SECOND))
    if panel.menu.groups:
        group = rng.pick("group", panel.menu.groups)
        pages = max(1, len(menu_of(group, panel.match_view).pages))
        yield panel_post(panel, (PICTURE, SECOND), focus=Focus(verb_of(group.verb), rng.below("page", pages)))


@pytest.mark.parametrize("game", GAMES)
def test_panels_of_random_matches_have_labels_that_can_be_read(game: AnyGame, cuts: list[str]) -> None:
    """
    Whatever is pressed, with any number of players and rule option: no button is longer than 34 characters, no two
    lines of a menu have the same first 25, and nothing is cut.
    """
    rng = Rng(b"labels of " + game.spec.key.encode())
    faults, looked_at = [], 0
    for seats, options in ways_to_play(game, rng):
        for position in sampled(game, seats, options, rng):
            asks = [ask for ask in game.asks(position.state) if ask.seat != TABLE]
            if not asks:
                continue
            for panel in islice(presses(game, position, rng.pick("ask", asks), seats=seats, rng=rng), PANELS):
                looked_at += 1
                for post in posts_of(replace(panel, match_view=named(panel.match_view)), rng):
                    faults += faults_of_labels(post)

    assert looked_at > 25
    assert [] == sorted(set(faults))
    assert [] == sorted(set(cuts))


@pytest.mark.parametrize("game", GAMES)
def test_posts_of_a_match_have_labels_that_can_be_read(game: AnyGame, cuts: list[str]) -> None:
    """
    The card of a lobby and its sheets, boards with the game's own keys, private views and their history.
    """
    rng = Rng(b"posts of " + game.spec.key.encode())
    faults = []
    for seats in game.spec.seats:
        lobby = named(view_of(game, seats=seats))
        pages = [setup_post(lobby, page=page) for page in range(3)]
        posts = [card(lobby), card(replace(lobby, starts=lobby.match.created)), levels_post(lobby), *pages]
        for position in sampled(game, seats, game.spec.options(), rng):
            now = named(view_of(game, position, seats=seats))
            posts += [show(now, (PICTURE, SECOND)) for show in (board_post, view_post, history_post)]
        for post in posts:
            faults += faults_of_labels(post)

    assert [] == faults
    assert [] == cuts


LABELS_OF_GAMES = {
    "label",  # of a step of the history, or a ballot: held below
    "capitalize(label)",
    "words(label)",
    "words(key.label) or NOTHING",
    "menu.title",
    "phrase(title_of(ask.verbs[0]), game=panel.match_view.game)",
    "_label(entry)",
    "_form_title(game, form, seat if len(panel.seats) > 1 else None)",
    "title(match_view)",
    "capitalize(phrase(level))",
    "words",
    "game.spec.title",
    "'◀'",
    "number",
    "_(name)",  # of a topic or a choice of setup, settings and queue
    "_(label)",
    "state",
    "label or _('Play something')",
}
"""Labels that are made, each held by a test of this file or (the last four) by its own page's."""


def labels_in(path: Path) -> Iterator[str]:
    """Yield the labels of the buttons that a file writes."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Button" and len(node.args) > 1:
            yield ast.unparse(node.args[1])


def test_written_labels_can_be_read() -> None:
    """
    Every label in the code of the edge: a sentence of up to 34 characters, whatever number stands in it, or one of
    those that are made and looked at otherwise.
    """
    found = {label for path in EDGE.rglob("*.py") for label in labels_in(path)}
    sentences = {label: re.match(r"""_\((['"])(.*?)\1[,)]""", label) for label in found}
    made = {label for label, sentence in sentences.items() if sentence is None}
    long = [one[2] for one in sentences.values() if one and len(re.sub(r"\{\w+\}", "1000", one[2])) > WIDTH]

    assert len(found) > 50
    assert made == LABELS_OF_GAMES
    assert [] == long


def test_made_labels_can_be_read() -> None:
    """
    Ballots, matches, games with their levels and plans, and pages, however large their numbers are.
    """
    labels = [*CHOICES.values(), "1000 of 1000 ▶"]
    for game in games().values():
        labels += [f"{game.spec.title} #10000000", *game.bots.players()]
        labels += [form.title for form in order_forms(game)]
        labels += [title_of(verb) for verb in game.spec.moves if verb.offered]

    assert [] == [label for label in labels if len(label) > WIDTH]


def test_matches_to_choose_from_can_be_told_apart(cuts: list[str]) -> None:
    """
    In a menu, by their numbers; players with the longest names stand below, and how many more there are.
    """
    found = tuple(candidate(number, NAMES * 2) for number in range(1, 31))
    responder = SimpleNamespace(games=games())
    post = which_post(responder, Several(found), "board", {})  # type: ignore[arg-type]  # all it needs
    (menu,) = (part for part in controls(components_of(post)) if "options" in part)

    assert [] == faults_of_labels(post)
    assert [] == cuts
    assert limits.SELECT_OPTIONS == len(menu["options"])
    assert menu["options"][0]["description"].endswith("and 8 more")
    assert "5 more matches fit" in texts(components_of(post))


def candidate(number: int, names: tuple[str, ...]) -> Candidate:
    """Return a match to choose from."""
    line = MatchLine(
        match=MatchId(number),
        game="walnut_grove",
        status=Status.RUNNING,
        names=names,
        free=0,
        waiting=(),
        yours=False,
        due=None,
        place=Place(GuildId(7), ChannelId(8)),
        moved=NOW,
    )
    return Candidate(line=line, nearness=Nearness.SERVER, channel=ChannelId(8))


def test_the_sheet_of_a_new_event_can_be_read(cuts: list[str]) -> None:
    """
    For every format: a line of a menu begins with what it stands for, not with the name of the menu.
    """
    game = games()["grumpf"]
    faults = []
    for format in Format:
        faults += faults_of_labels(wizard_post(Draft(game="grumpf").change("format", format, game), game))

    assert [] == faults
    assert [] == cuts


def test_forms_are_not_cut(cuts: list[str]) -> None:
    """
    Titles, labels and descriptions of the forms of plans and of rule options that are numbers.
    """
    faults = []
    for game in games().values():
        lobby = view_of(game, seats=2)
        modals = [
            order_modal(draft_press(MatchId(142), form, Seat(0), page=page), game, form, {}, page=page)
            for form in order_forms(game)
            for page in range(form_pages(form))
        ]
        modals += [numbers_modal(lobby, at) for at in range(0, len(numbers_of(lobby)), limits.MODAL_ROWS)]
        for modal in modals:
            faults += faults_of_modal(modal.to_dict())

    assert [] == faults
    assert [] == cuts


@pytest.mark.parametrize("count", [26, 625, 900])
def test_every_page_of_a_long_list_is_reached(count: int) -> None:
    """
    A menu of pages holds those around the one that is shown; from page to page all values come up. The picture rings
    those of the page.
    """
    choices = tuple(Choice(f"v{at}", raw(f"value number {at}"), spot=f"v{at}") for at in range(count))
    field = FieldInfo("at", Field("Where"), str, repeated=False, required=True)
    game = games()["grunn"]
    position = start(game, Setup(2, game.spec.options()), bytes(32)).position
    ask = game.asks(position.state)[0]
    shown = next(presses(game, position, ask, seats=2, rng=Rng(b"x")))
    group = Group(verb=ask.verbs[0], what=raw("Choose"), field=field, choices=choices)
    panel = replace(shown, menu=Menu((group,)))
    seen: set[str] = set()
    page: int | None = 0
    turned: set[int] = set()
    while page is not None:
        focus = Focus(verb_of(group.verb), page)
        post = panel_post(panel, (PICTURE, SECOND), focus=focus)
        pages, values = (part["options"] for part in controls(components_of(post)) if "options" in part)
        seen.update(option["value"] for option in values)
        turned.add(page)

        assert [offer.spot for offer in offers_of(panel, focus)] == [option["value"] for option in values]
        assert [] == faults_of_labels(post)
        assert [str(page)] == [option["value"] for option in pages if option.get("default")]
        page = next((int(option["value"]) for option in pages if int(option["value"]) not in turned), None)

    assert {choice.value for choice in choices} == seen


def test_long_names_that_begin_alike_stay_apart() -> None:
    """
    A menu tells two players apart, also where what is left of their names is the same.
    """
    seen = view_of(games()["grunn"], seats=3)
    names = ("Captain of the table", "Captain of the table (2)", "Captain")
    same = replace(seen, seats=tuple(replace(seat, name=name) for seat, name in zip(seen.seats, names, strict=True)))
    words = label_words(same)

    assert ["Captain of… (1)", "Captain of… (2)", "Captain"] == [words.name(seat) for seat in range(3)]
