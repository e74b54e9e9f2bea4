"""R2 to R4, R10, R13, R14, section 10, S1, S6: set-up, setting out, options, the course of the game."""

from __future__ import annotations

import pytest

from games.core.game import Setup
from games.core.running.selfplay import play_match
from games.core.running.table import start
from games.core.seats import Seat
from games.grumpf import GAME
from games.grumpf.components import BOARDS, BOX, SPECIES, TOKENS
from games.grumpf.options import GrumpfOptions
from games.grumpf.state import Phase, State
from tests.games.grumpf.table import SEED, Match, code_of


def animals(state: State) -> int:
    """Return how many Animals there are, wherever they are."""
    owned = sum(clan.tokens for clan in state.clans)
    return owned + sum(state.bag.values()) + sum(state.lying.values()) + sum(state.removed.values())


def test_r2_1_sides() -> None:
    """
    All with one dot by default; all with two; each board may be set on its own; by chance.
    """
    assert set(Match(2).state.sides.values()) == {"1"}
    assert set(Match(2, sides="advanced").state.sides.values()) == {"2"}
    assert Match(2, reptiles="advanced").state.sides == {**dict.fromkeys(BOARDS, "1"), "R": "2"}
    assert Match(2, sides="advanced", fish="standard").state.sides["F"] == "1"
    mixed = {tuple(Match(2, sides="mixed", seed=bytes([n] * 32)).state.sides.values()) for n in range(8)}
    assert len(mixed) > 1


def test_r2_3_tiles_lie_on_one_dot_only() -> None:
    """
    Four tiles on side one, none in play on side two.
    """
    assert (Match(3).state.stock, Match(3, sorcerer="advanced").state.stock) == (4, 0)


@pytest.mark.parametrize(("players", "huts"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_r2_4_huts(players: int, huts: int) -> None:
    """
    One, two or three by the number of players.
    """
    assert huts == Match(players).state.huts


def test_r2_6_jokers_for_newcomers() -> None:
    """
    One each at most, for the seats the host names (Q18).
    """
    match = Match(3, joker_1=True, joker_3=True, joker_6=True)

    assert [clan.jokers for clan in match.state.clans] == [1, 0, 1]
    assert any("Anna and Cees each get a Joker" in line for line in match.told)


def test_r4_1_twelve_animals_come_out() -> None:
    """
    Each lies on the board of its species; the bag has the rest.
    """
    state = Match(3).state

    assert sum(state.lying.values()) == 12
    assert sum(state.bag.values()) == 36
    assert set(state.lying) == set(SPECIES)


def test_r4_1_animals_left_stay_beside_the_new_ones() -> None:
    """
    After a hunt without anybody 24 lie there.
    """
    match = Match(3).hold().hold().hold()

    assert match.state.round == 2
    assert sum(match.state.lying.values()) == 24


def test_r10_1_all_goes_back() -> None:
    """
    Hands are full, tracks empty, huts free in the next hunt.
    """
    match = Match(3).play(0, "5>B 4>B 3>B")
    match.play(1, "-").play(2, "-").hold().hold()

    assert all(clan.hand == match.state.tokens and not clan.hut for clan in match.state.clans)
    assert not any(match.state.tracks.values())


def test_r10_2_four_hunts() -> None:
    """
    After the fourth the game is over and the bag is empty; Animals on boards belong to nobody (Q12).
    """
    match = Match(3)
    while match.state.phase is not Phase.OVER:
        match.hold()
    outcome = GAME.outcome(match.state)

    assert (match.state.round, sum(match.state.bag.values())) == (4, 0)
    assert outcome is not None
    assert (outcome.totals, outcome.places) == ((0, 0, 0), (1, 1, 1))
    assert GAME.asks(match.state) == ()
    assert code_of(lambda: match.play(0, "5>B")) == "GAME_OVER"


def test_r13_3_the_neutral_clan_is_thrown_every_round() -> None:
    """
    With two players eight neutral tokens are on tracks or discarded, in the slots' order.
    """
    match = Match(2)
    first = match.state.tracks
    standing = sum(len(track) for track in first.values())

    assert standing + len(match.state.discarded) == len(TOKENS)
    assert all(piece.clan == "Ne" for track in first.values() for piece in track)
    assert all(len(track) <= BOX.neutral_setup.slots.count(board) for board, track in first.items())
    match.hold().hold().hold()
    assert match.state.tracks != first


def test_r13_no_neutral_clan_with_more_players() -> None:
    """
    Three play among themselves.
    """
    assert not any(Match(3).state.tracks.values())


def test_r14_1_six_play_without_3x() -> None:
    """
    Seven tokens each, eight beats.
    """
    state = Match(6).state

    assert all("3x" not in clan.hand and len(clan.hand) == 7 for clan in state.clans)
    assert state.beats == 8


def test_s6_1_the_first_drummer_is_drawn_or_named() -> None:
    """
    By chance, unless the host names a seat.
    """
    drawn = {Match(4, seed=bytes([n] * 32)).state.first for n in range(12)}

    assert len(drawn) > 1
    assert Match(4, first=2).state.first == 2


def test_s6_1_faces_never_change_a_draw() -> None:
    """
    Live and by turns the same seed sets out the same Animals and throws the same neutral clan.
    """
    by_turns, live = Match(2).state, Match(2, mode="live").play(0, "ready").play(1, "ready").state

    assert by_turns.lying == live.lying
    assert by_turns.tracks == live.tracks


def test_10_pace_and_huts_are_options() -> None:
    """
    Brisk plans five beats at a time; huts may be open from beat 1.
    """
    match = Match(3, pace="brisk", huts_from=1)
    match.play(0, "^").play(1, "-").play(2, "-")

    assert match.state.beat == 5
    assert match.state.taken == ("Vi",)
    assert GrumpfOptions().huts_from == BOX.beats.huts_open_from_beat


def test_10_the_mode_changes_if_all_agree() -> None:
    """
    Between hunts everybody is asked; one who disagrees keeps it as it is.
    """
    match = Match(3, switching=True).hold().hold().hold()
    assert match.state.phase is Phase.VOTE
    match.play(0, "live").play(1, "live").play(2, "async")
    assert match.state.mode == "async"
    match.hold().hold().hold()
    match.play(0, "live").play(1, "live")
    assert code_of(lambda: match.play(1, "live")) == "NO_VOTE"
    match.play(2, "live")

    assert (match.state.mode, match.state.phase) == ("live", Phase.READY)


@pytest.mark.parametrize("mode", ["async", "live"])
@pytest.mark.parametrize("players", range(2, 7))
def test_animals_and_tokens_are_conserved(players: int, mode: str) -> None:
    """
    In a random match 48 Animals stay 48, each token is once in a hand or on a track, tiles are four in all.
    """
    options = GrumpfOptions(mode="live" if mode == "live" else "async", sides="mixed", switching=True)
    played = play_match(GAME, Setup(players, options), SEED)
    state: State = played.position.state

    assert animals(state) == sum(animal.count for animal in BOX.animals)
    for clan in state.clans:
        placed = [piece.token for track in state.tracks.values() for piece in track if piece.clan == clan.code]
        assert len({*placed, *clan.hand}) == len(placed) + len(clan.hand)
    assert state.stock + sum(clan.tiles for clan in state.clans) <= BOX.sorcerer_tiles.count


def test_setup_has_public_events_only() -> None:
    """
    Sides, drummer and Animals are told to all; nothing is hidden at the start.
    """
    begun = start(GAME, Setup(3, GrumpfOptions(), Seat(0)), SEED)

    assert all(event.audience is None for entry in begun.entries for event in entry.events)
