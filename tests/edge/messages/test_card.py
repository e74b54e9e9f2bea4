"""What a card says of an invitation that nobody fills."""

from datetime import UTC, datetime

from msgspec.structs import replace

from bot.app.match.records import MissedStart
from bot.edge.messages.card import card
from bot.edge.messages.formatting import title
from db.ids import UserId
from db.records import Status
from games.core.registry import games
from tests.edge.payloads import components_of, texts
from tests.edge.views import view_of
from tests.games.tiny import TINY

GAME = TINY["season"]
AT = datetime(2026, 12, 24, 12, tzinfo=UTC)


def test_an_open_card_says_when_it_is_closed_and_a_closed_one_why() -> None:
    """
    The time stands there as Discord shows times; what was canceled by hand says nothing of it.
    """
    waiting = texts(components_of(card(replace(view_of(GAME, status=Status.LOBBY), expires=AT))))
    closed = texts(components_of(card(replace(view_of(GAME, status=Status.CANCELLED), expired=True))))
    canceled = texts(components_of(card(view_of(GAME, status=Status.CANCELLED))))

    assert f"Closes <t:{int(AT.timestamp())}:R> unless it starts first" in waiting
    assert "the match didn't start in time" in closed
    assert "in time" not in canceled


def test_a_card_names_the_tournament_if_there_is_one() -> None:
    """
    Behind the match's name, made safe; a match of no tournament has its own name alone.
    """
    alone = view_of(GAME, status=Status.RUNNING)
    heads = [texts(components_of(card(each))).splitlines()[0] for each in (alone, replace(alone, tournament="*Cup*"))]

    assert [f"### {title(alone)}", rf"### {title(alone)} · \*Cup\*"] == heads


def test_an_open_card_says_with_how_many_it_can_start() -> None:
    """
    Never with more players than it has seats; it says nothing where there is no choice.
    """
    game, told = games()["grunn"], {}
    for seats in (1, 2, 4):
        seen = view_of(game, status=Status.LOBBY)
        told[seats] = texts(components_of(card(replace(seen, match=replace(seen.match, seats=seats)))))

    assert "Can start with" not in told[1]
    assert "Can start with 1 or 2 players" in told[2]
    assert "Can start with 1, 2, 3 or 4 players" in told[4]


def test_a_card_stops_promising_a_start_that_has_passed() -> None:
    """
    It says when the match was to begin, how many seats are free, and who isn't ready.
    """
    seen = view_of(GAME, status=Status.LOBBY)
    free = replace(seen.seats[1], user=None, name="")
    missed = MissedStart(at=AT, free=1, unready=(UserId(1),), present=1)
    ahead = texts(components_of(card(replace(seen, starts=AT))))
    passed = texts(components_of(card(replace(seen, starts=AT, missed=missed, seats=(seen.seats[0], free)))))

    assert "Starts <t:" in ahead
    assert "Starts <t:" not in passed
    assert f"It was due to start <t:{int(AT.timestamp())}:F>. It will start as soon as no one is missing." in passed
    assert "1 seat is free.\nNot ready: " in passed
