"""Everything the edge can send, for every game, against Discord's API description and the limits it misses."""

from itertools import islice

import pytest
from msgspec.structs import replace

from bot.app.match.records import LogPage
from bot.edge import limits
from bot.edge.bot import LongtableBot
from bot.edge.commands.help import help_post, rules_post
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions.plans import draft_press, form_pages, order_forms, order_modal
from bot.edge.interactions.responder import Responder
from bot.edge.messages import board
from bot.edge.messages.board import board_post, history_post, log_post, score_post, view_post
from bot.edge.messages.builder import MessageBuilder
from bot.edge.messages.card import card
from bot.edge.messages.gallery import gallery_post, game_post, greeting_post, seats_post
from bot.edge.panels.lobby_forms import levels_post, setup_post
from bot.edge.panels.panel import Focus, panel_post
from bot.edge.words import set_locale
from db.ids import MatchId
from db.records import Status
from games.core.contract import AnyGame
from games.core.game import Topic
from games.core.moves import verb_of
from games.core.registry import games
from games.core.rng import Rng
from games.core.seats import Seat
from render.core.plates import Drawing
from tests.edge.payloads import components_of, faults_of, faults_of_commands, faults_of_modal, texts
from tests.edge.table import controls
from tests.edge.views import log_lines, panels, positions, view_of
from tests.games.tiny import TINY
from tests.games.tiny.season import Season

GAMES = [pytest.param(game, id=key) for key, game in (*games().items(), *TINY.items())]
PICTURE = Drawing(b"png", 1200, 900, "ä" * 3000)
SECOND = Drawing(b"png", 1200, 900, "ä" * 3000, shows="players", extra=True)
STEP = 7
"""Every so many positions of a match are looked at."""


def _bot() -> LongtableBot:
    bot = LongtableBot(shard_count=1)
    services = None
    bot.furnish(Responder(services, RenderPool(0), {**games(), **TINY}))  # type: ignore[arg-type]  # building needs none
    return bot


async def test_all_commands_are_taken_by_discord() -> None:
    """
    Names, descriptions, options, their order, their numbers and their total length are within the limits.
    """
    bot = _bot()

    assert [] == faults_of_commands(bot.tree)


async def test_every_game_has_its_group_with_a_command_for_each_form() -> None:
    """
    The commands follow from what a game declares.
    """
    bot = _bot()
    groups = {command.name for command in bot.tree.get_commands()}

    assert {"match", "board", "hand", "move", "next", "my", "rules", "help"} <= groups
    assert {game.spec.command for game in games().values()} <= groups


@pytest.mark.parametrize("game", GAMES)
async def test_cards_are_taken_by_discord(game: AnyGame) -> None:
    """
    The card of a lobby with every number of seats, of a match called off, and the sheets of its host.
    """
    views = [view_of(game, seats=seats) for seats in game.spec.seats]
    posts = [
        *(card(each, marker=1_000_001, mention=(1, 2)) for each in views),
        card(view_of(game, status=Status.CANCELLED)),
        setup_post(views[-1]),
        levels_post(views[-1]),
    ]

    assert [[]] * len(posts) == [faults_of(post) for post in posts]


@pytest.mark.parametrize("game", GAMES)
async def test_boards_of_a_whole_match_are_taken_by_discord(game: AnyGame) -> None:
    """
    Boards for everybody, private views, history and score, with the picture and in words, at every seat count.
    """
    faults = []
    for seats in game.spec.seats:
        last = None
        for position, entries in islice(positions(game, seats=seats), 0, None, STEP):
            now = view_of(game, position, seats=seats, viewer=Seat(0))
            lines = log_lines(entries)
            for drawings in ((PICTURE, SECOND), ()):
                faults += faults_of(board_post(now, drawings, lines=lines, mention=(1, 2, 3), marker=1_000_001))
                faults += faults_of(view_post(now, drawings))
                faults += faults_of(history_post(now, drawings, lines))
            faults += faults_of(view_post(now, (), as_text=True))
            faults += faults_of(log_post(now, LogPage(match=MatchId(142), page=0, pages=3, lines=lines * 20)))
            last = now
        if last is not None and (outcome := last.outcome or last.standing) is not None:
            faults += faults_of(score_post(last, outcome, (PICTURE, SECOND)))
            faults += faults_of(card(last))

    assert [] == faults


@pytest.mark.parametrize("game", GAMES)
async def test_panels_of_a_whole_match_are_taken_by_discord(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Whatever is pressed, the next panel keeps the limits, with the plates and in words, at every page and focus, though
    each plate has the longest alternative text.
    """
    monkeypatch.setattr(board, "alt_text", lambda view, shows: "ä" * limits.ALT_TEXT)
    faults = []
    rng = Rng(b"presses")
    seats = max(game.spec.seats)
    for position, _ in islice(positions(game, seats=seats), 0, 60, STEP):
        for shown in islice(panels(game, position, seats=seats, rng=rng), 40):
            for drawings in ((PICTURE, SECOND), ()):
                faults += faults_of(panel_post(shown, drawings, note="⚠️ " + "why not " * 200))
            for group in shown.menu.groups:
                for page in range(len(group.choices) // limits.SELECT_OPTIONS + 1):
                    faults += faults_of(panel_post(shown, (PICTURE, SECOND), focus=Focus(verb_of(group.verb), page)))

    assert [] == faults


@pytest.mark.parametrize("game", GAMES)
async def test_rules_and_forms_are_taken_by_discord(game: AnyGame) -> None:
    """
    Every page of rules is shown whole, and every kind of order has a form.
    """
    pages = [rules_post(game, ""), *(rules_post(game, topic.key) for topic in game.spec.topics)]
    explained = rules_post(game, game.spec.topics[0].key, (PICTURE, SECOND)) if game.spec.topics else pages[0]
    forms = [
        order_modal(draft_press(MatchId(142), form, Seat(0), page=page), game, form, {}, page=page).to_dict()
        for form in order_forms(game)
        for page in range(form_pages(form))
    ]

    assert [[]] * len(pages) == [faults_of(page) for page in pages]
    assert [] == faults_of(explained)
    assert [[]] * len(forms) == [faults_of_modal(form) for form in forms]
    for page, topic in zip(pages[1:], game.spec.topics, strict=True):
        assert topic.words.strip() in texts(components_of(page))


async def test_more_pages_of_rules_than_a_select_holds() -> None:
    """
    All are reached: the select holds those around the page shown, buttons lead to the one before and the one after.
    """

    class Long(Season):
        spec = replace(Season.spec, topics=tuple(Topic(f"p{at}", f"Page {at}", "words " * 580) for at in range(30)))

    posts = [rules_post(Long(), ""), *(rules_post(Long(), topic.key) for topic in Long.spec.topics)]
    listed = [
        {option["value"] for part in controls(components_of(post)) for option in part.get("options", ())}
        for post in posts
    ]
    ids = [{part["custom_id"] for part in controls(components_of(post))} for post in posts]

    assert [[]] * len(posts) == [faults_of(post) for post in posts]
    assert all(f"p{at}" in listed[at + 1] for at in range(30))
    assert all(f"lt|rules|0||1|season:p{at + 1}" in ids[at + 1] for at in range(29))
    assert all(f"lt|rules|0||0|season:p{at - 1}" in ids[at + 1] for at in range(1, 30))


async def test_general_messages_are_taken_by_discord() -> None:
    """
    Help, the greeting, and the gallery of few and of many games, with covers and without.
    """
    many = {**games(), **TINY, **{f"{key}-{at}": game for at in range(3) for key, game in games().items()}}
    posts = [help_post(games()), greeting_post()]
    for known in (games(), many):
        posts += [gallery_post(known, dict.fromkeys(known, PICTURE)), gallery_post(known, {})]
    posts += [game_post(game, games(), cover) for game in games().values() for cover in (PICTURE, None)]
    posts += [seats_post(game) for game in games().values()]

    assert [[]] * len(posts) == [faults_of(post) for post in posts]


@pytest.mark.parametrize("said_in", ["en", "nl", "de"])
async def test_help_says_how_to_look_back_and_to_practise(said_in: str) -> None:
    """
    Where somebody looks after a match, in each language.
    """
    set_locale(said_in)
    shown = texts(components_of(help_post(games())))
    set_locale("en")

    assert all(f"`/{command}`" in shown for command in ("review", "hint", "puzzle"))


async def test_a_text_of_6000_characters_is_cut_at_a_line() -> None:
    """
    However long what is told is, the message keeps the limit of 4,000 characters and ends in an ellipsis.
    """
    post = MessageBuilder().say("a line of words\n" * 400).post()
    shown = texts(components_of(post))

    assert [] == faults_of(post)
    assert len(shown) <= limits.DISPLAY_TEXT
    assert shown.endswith("\n…")
