"""Rule options that have no effect: refused where they are set, as usual again where the match changes around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.changes.server_rules import Access
from bot.app.match.paces import NoPace, PerMove
from bot.app.runtime.refusals import WORDS
from bot.app.tournaments.records import TournamentChange, TournamentWish
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId, TournamentId
from db.records import Status
from db.stores.store import Store
from db.tournaments.records import Format
from games.core.errors import Refusal
from games.core.moves import Value
from games.core.registry import games
from games.core.words import Words
from games.greentown.options import GreenTownOptions
from games.grumpf.options import GrumpfOptions
from tests.app.scene import ANN, BEN, CLEO, DORA, PLACE, Scene
from tests.app.tournaments.held import HOST

CLOCK = PerMove(seconds=86400)


@pytest.fixture
def hosted(store: Store) -> Scene:
    """The services with the real games."""
    return Scene(store, games())


def told(refusal: pytest.ExceptionInfo[Refusal]) -> str:
    """Return a refusal in words."""
    return Words(WORDS, strict=True)(refusal.value.text)


async def options_of(scene: Scene, match: MatchId) -> Any:  # noqa: ANN401  # of any game
    """Return the rule options of a match as they are stored."""
    return (await scene.app.matches.view(match, None)).options


@pytest.mark.parametrize(
    ("game", "seats", "options", "why"),
    [
        ("grumpf", 3, {"joker_6": True}, "only applies with 6 players, not with 3. Leave it at its default here."),
        ("grumpf", 2, {"limit": 120}, "only applies when “How hunts are played” is “live"),
        ("grumpf", 2, {"mode": "live", "huts_from": 1}, "is “by turns"),
        ("greentown", 2, {"saved_doubles": "yes"}, "only applies with 3 or 4 players"),
        ("grunn", 5, {"six_pattern": "wide"}, "only applies with 6 players"),
        ("h2olland", 4, {"first_player": "middle"}, "only applies with 3 players"),
        ("walnut_grove", 1, {"reveal": "at_once"}, "only applies with 2, 3 or 4 players"),
        ("walnut_grove", 2, {"farm_hours": 5}, "only applies in a match with a clock"),
    ],
)
async def test_a_match_with_an_idle_option_is_not_opened(
    hosted: Scene, game: str, seats: int, options: Mapping[str, Value], why: str
) -> None:
    """
    The sentence says what it would need; the usual value may be named.
    """
    with pytest.raises(Refusal, match="NO_EFFECT") as refusal:
        await hosted.open(game, seats=seats, options=dict(options))
    usual = games()[game].spec.options()
    named = {name: getattr(usual, name) for name in options}

    assert why in told(refusal)
    assert () == await hosted.app.matches.mine(ANN.user)
    assert usual == await options_of(hosted, await hosted.open(game, seats=seats, options=named))


async def test_an_option_goes_back_to_usual_with_the_one_it_depends_on(hosted: Scene) -> None:
    """
    Grumpf by turns again: the seconds of live hunts have no effect any more, which the host is told. Set then, they are
    refused, and nothing changes.
    """
    match = await hosted.open("grumpf", seats=3, options={"mode": "live", "limit": 120})
    receipt = await hosted.app.lobby.set_options(hosted.key(), ANN, match=match, options={"mode": "async"})
    with pytest.raises(Refusal, match="NO_EFFECT"):
        await hosted.app.lobby.set_options(hosted.key(), ANN, match=match, options={"limit": 150, "joker_2": True})

    assert "“Seconds a live hunt can last” has no effect now" in Words(WORDS, strict=True)(receipt.told[1])
    assert GrumpfOptions() == await options_of(hosted, match)


async def test_a_start_with_fewer_players_is_refused_while_an_option_needs_more(hosted: Scene) -> None:
    """
    Green Town for four: two can't save double turns. Nothing changes until the host sets it back, or a third joins.
    """
    match = await hosted.open("greentown", seats=4, options={"saved_doubles": True})
    await hosted.app.lobby.join(hosted.key(), BEN, match=match)
    with pytest.raises(Refusal, match="NO_EFFECT") as refusal:
        await hosted.app.lobby.start(hosted.key(), ANN, match=match)
    before = (await hosted.app.matches.view(match, None)).match.status
    await hosted.app.lobby.join(hosted.key(), CLEO, match=match)
    await hosted.app.lobby.start(hosted.key(), ANN, match=match)

    assert "only applies with 3 or 4 players, not with 2. Wait for more players, or" in told(refusal)
    assert Status.LOBBY is before
    assert GreenTownOptions(saved_doubles=True) == await options_of(hosted, match)


async def test_a_joker_goes_with_its_player(hosted: Scene) -> None:
    """
    Who sits on a lower seat leaves, and the others move up; in a rematch seats are taken anew, so nobody has one.
    """
    match = await hosted.open("grumpf", seats=5, options={"joker_3": True, "joker_4": True, "sides": "mixed"})
    for player in (BEN, CLEO, DORA):
        await hosted.app.lobby.join(hosted.key(), player, match=match)
    await hosted.app.lobby.leave(hosted.key(), BEN, match=match)
    one_left = await options_of(hosted, match)
    await hosted.app.lobby.leave(hosted.key(), DORA, match=match)
    two_left = await options_of(hosted, match)
    await hosted.app.lobby.start(hosted.key(), ANN, match=match)
    await hosted.app.matches.resign(hosted.key(), CLEO, match=match)
    again = (await hosted.app.lobby.rematch(hosted.key(), ANN, match=match)).match

    assert GrumpfOptions(joker_2=True, joker_3=True, sides="mixed") == one_left
    assert GrumpfOptions(joker_2=True, sides="mixed") == two_left
    assert GrumpfOptions(sides="mixed") == await options_of(hosted, again)


async def test_an_open_match_of_an_earlier_release_starts_all_the_same(hosted: Scene) -> None:
    """
    What it holds without an effect is as usual once the last seat is taken.
    """
    match = await hosted.open("greentown", seats=2)
    table = await hosted.app.uow.read(match)
    stored = replace(table.match, options=table.codec.encode(GreenTownOptions(saved_doubles=True, money="open")))
    await hosted.store.run(lambda tx: tx.matches.save(stored))
    await hosted.app.lobby.join(hosted.key(), BEN, match=match)

    assert Status.RUNNING is (await hosted.app.matches.view(match, None)).match.status
    assert GreenTownOptions(money="open") == await options_of(hosted, match)


async def cup(scene: Scene, game: str, format: Format, **settings: Any) -> TournamentId:  # noqa: ANN401
    """Open a tournament of a game."""
    chosen = TournamentSettings(**{"most": 16, "least": 2, "pace": CLOCK, **settings})
    wish = TournamentWish(name="Cup", game=game, format=format, settings=chosen)
    return (
        await scene.app.tournaments.create(scene.key(), HOST, place=PLACE, wish=wish, access=Access(staff=True))
    ).tournament


@pytest.mark.parametrize(
    ("game", "settings", "why"),
    [
        ("greentown", {"options": {"saved_doubles": True}}, "only applies with 3 or 4 players"),
        ("grumpf", {"options": {"joker_3": True}}, "only applies with 3, 4, 5 or 6 players"),
        ("walnut_grove", {"options": {"town_hours": 3}, "pace": NoPace()}, "only applies in a match with a clock"),
    ],
)
async def test_an_event_with_an_idle_option_is_not_opened(
    hosted: Scene, game: str, settings: dict[str, Any], why: str
) -> None:
    """
    The sentence says what it would need.
    """
    with pytest.raises(Refusal, match="NO_EFFECT") as refusal:
        await cup(hosted, game, Format.SWISS, **settings)

    assert why in told(refusal)


async def test_options_of_an_event_fit_its_seats(hosted: Scene) -> None:
    """
    In a tournament the pairings say who begins. Fewer seats are refused while an option needs more; other settings
    change all the same.
    """
    with pytest.raises(Refusal, match="NO_EFFECT") as lot:
        await cup(hosted, "h2olland", Format.TABLES, seats=3, options={"first_player": "middle"})
    tournament = await cup(hosted, "grumpf", Format.TABLES, seats=4, options={"joker_4": True})
    with pytest.raises(Refusal, match="NO_EFFECT") as seats:
        await hosted.app.tournaments.change(
            hosted.key(), HOST, tournament=tournament, change=TournamentChange(settings={"seats": 3})
        )
    await hosted.app.tournaments.change(
        hosted.key(), HOST, tournament=tournament, change=TournamentChange(settings={"strikes": 5})
    )
    fitting = {"seats": 3, "options": {"joker_4": False}}
    await hosted.app.tournaments.change(
        hosted.key(), HOST, tournament=tournament, change=TournamentChange(settings=fitting)
    )

    assert "its pairings decide who goes first" in told(lot)
    assert "not with 3. Set it back to its default first." in told(seats)
    assert (3, 5) == ((view := await hosted.app.tournaments.view(tournament)).settings.seats, view.settings.strikes)


async def test_a_table_of_an_event_that_is_short_of_players_begins(hosted: Scene) -> None:
    """
    Three of a tournament of tables of four: what only four can use is as usual there.
    """
    tournament = await cup(
        hosted, "grumpf", Format.TABLES, seats=4, rounds=1, options={"joker_4": True, "sides": "mixed"}
    )
    for player in (ANN, BEN, CLEO):
        await hosted.app.tournaments.join(hosted.key(), player, tournament=tournament)
    await hosted.app.tournaments.start(hosted.key(), HOST, tournament=tournament)
    (pairing,) = (await hosted.app.tournaments.view(tournament)).pairings
    assert pairing.match is not None

    assert GrumpfOptions(sides="mixed") == await options_of(hosted, pairing.match)
