"""What was found by letting anything happen to tournaments, one thing each."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from bot.app.tournaments.formats.brackets import winners
from bot.app.tournaments.formats.honors import end_text
from bot.app.tournaments.formats.standings import FINAL, standings
from bot.app.tournaments.settings import TournamentSettings
from db.ids import MatchId
from db.ratings.records import Ended
from db.tournaments.records import Format, PairingStatus, TournamentStatus
from tests.app.tournaments.explained import check_end
from tests.app.tournaments.memory import MadeUp
from tests.app.tournaments.troubled import FIRST, Troubled


def begun(format: Format, people: int, **settings: object) -> Troubled:
    """Return a tournament that has started; the lower a number, the stronger."""
    held = Troubled(format, TournamentSettings(most=99, least=2, **settings))  # type: ignore[arg-type]
    for person in range(people * held.tournament.settings.team):
        held.join(person)
    held.start()
    held.work()
    return held


def won(held: Troubled, *numbers: int) -> None:
    """Let entrants win a match each, one after the other."""
    for number in numbers:
        match = match_of(held, number)
        match.end(places_for(match, number), ended=Ended.PLAYED, at=held.clock.now())
        held.work()


def match_of(held: Troubled, number: int) -> MadeUp:
    """Return the match under way in which an entrant plays."""
    return next(match for match in held.playing() if number in match.row.entrants)


def number_of(match: MadeUp) -> MatchId:
    """Return its number."""
    assert match.row.match is not None
    return match.row.match


def places_for(match: MadeUp, number: int) -> tuple[int, ...]:
    """Return the places by which an entrant wins a match."""
    return tuple(1 if number == each else 2 for each in match.row.entrants)


def order(held: Troubled) -> list[int]:
    """Return the entrants as they stand."""
    return [row.number for row in standings(held.tournament).rows]


def test_teams_that_lack_a_player_at_the_first_board_meet_once() -> None:
    """
    Its match is void and the other board is played: that counts as having met, in all formats and for all limits.
    """
    held = begun(Format.FREE_SWISS, 2, team=2, rounds=3)
    for person in (0, 2):
        held.leave_user(FIRST + person)
    done = held.run()
    pairs = Counter(row.entrants for row in done.pairings if len(row.entrants) == 2 and row.board == 1)

    assert [1] == list(pairs.values())
    assert TournamentStatus.FINISHED is done.record.status

    alone = begun(Format.FREE_SWISS, 4, team=2, rounds=3)
    for person in (0, 2, 4, 6):  # all first boards are empty
        alone.leave_user(FIRST + person)
    alone.run()
    met = Counter(frozenset(row.entrants) for row in alone.tournament.pairings if len(row.entrants) == 2 and row.board)

    assert max(met.values()) == 1


def test_a_team_is_free_once_all_its_boards_are_over() -> None:
    """
    Not when the first is: it does not play more matches at a time than announced.
    """
    held = begun(Format.ROUND_ROBIN, 4, team=2, group=4, at_once=1)
    for match in held.playing():
        if match.row.board == 0:
            held.matches.give_up(number_of(match), 0)
    held.work()
    under_way = {match.row.number: match.row.entrants for match in held.playing()}

    assert 1 == max(Counter(number for pair in under_way.values() for number in pair).values())


def test_a_finalist_without_an_opponent_stands_in_the_final() -> None:
    """
    Of three the strongest waits; if nobody comes to the match of the others, that one has won without playing.
    """
    held = begun(Format.ROUND_ROBIN, 6, group=2, finals=3, strikes=0)
    won(held, 1, 2, 3)
    match = held.playing()[0]
    match.end((1, 1), ended=Ended.LATE, at=held.clock.now(), late=(0, 1), absent=(0, 1))
    held.work()
    (winner,) = {1, 2, 3} - set(match.row.entrants)
    first = [(row.number, row.group) for row in standings(held.tournament).rows if row.place == 1]

    assert (winner, FINAL) == first[0]
    assert (held.tournament.by_number[winner].name,) == dict(held.memory.news[-1].args)["names"]
    check_end(held.tournament, held.memory.news)


def test_a_ruling_moves_who_wins_by_it_up_the_ladder() -> None:
    """
    As if the match had ended now; one that is annulled moves nobody.
    """
    held = begun(Format.LADDER, 2, rounds=1)
    match = match_of(held, 1)
    won(held, 1)
    before = order(held)
    held.set_places(number_of(match), places_for(match, 2))
    ruled = order(held)
    held.set_places(number_of(match), ())

    assert ([1, 2], [2, 1], [2, 1]) == (before, ruled, order(held))


def test_an_annulled_match_is_played_again_if_its_winner_has_gone_on_past_an_empty_place() -> None:
    """
    Nobody was opposite in the next round: the match in the one after it is stopped, and paired again later.
    """
    held = begun(Format.KNOCKOUT, 8)
    first, beside = match_of(held, 1), match_of(held, 4)
    won(held, 1, 3, 2)
    for user in beside.users:
        held.leave_user(int(str(user)))
    held.work()
    won(held, 2)
    final = [row for row in held.tournament.pairings if row.status is PairingStatus.PLAYING]
    held.set_places(number_of(first), ())
    held.work()

    assert [{1, 2}] == [set(row.entrants) for row in final]
    assert [set(first.row.entrants)] == [set(match.row.entrants) for match in held.playing()]
    held.run()
    check_end(held.tournament, held.memory.news)


def test_who_has_gone_on_past_an_empty_place_stays_once_the_later_match_was_played() -> None:
    """
    A ruling about the first match changes its places, and not who plays on.
    """
    held = begun(Format.KNOCKOUT, 8)
    first, beside = match_of(held, 1), match_of(held, 4)
    won(held, 1, 3, 2)
    for user in beside.users:
        held.leave_user(int(str(user)))
    held.work()
    won(held, 2, 1)
    held.memory.tournament = replace(
        held.tournament, record=replace(held.tournament.record, status=TournamentStatus.RUNNING)
    )
    (loser,) = set(first.row.entrants) - {1}
    held.set_places(number_of(first), places_for(first, loser))

    assert first.row.node is not None
    assert 1 == winners(held.tournament)[first.row.node]


def test_a_ruling_about_a_match_that_has_just_ended_counts() -> None:
    """
    Its tournament hasn't looked at it yet: it takes in what was ruled, not what the match came to.
    """
    for places, status in (((2, 1), PairingStatus.DONE), ((), PairingStatus.VOID)):
        held = begun(Format.SWISS, 2, rounds=1)
        (match,) = held.playing()
        match.end((1, 2), ended=Ended.PLAYED, at=held.clock.now())
        held.set_places(number_of(match), places)
        held.work()
        (row,) = held.tournament.pairings

        assert (status, TournamentStatus.FINISHED) == (row.status, held.tournament.record.status)
        assert not places or places == row.places


def test_nobody_wins_where_no_match_was_decided() -> None:
    """
    The only match was annulled, or no table could be filled: all would share the first place with nothing.
    """
    held = begun(Format.SWISS, 2, rounds=1)
    (match,) = held.playing()
    match.end((1, 2), ended=Ended.PLAYED, at=held.clock.now())
    held.set_places(number_of(match), ())
    held.work()
    alone = begun(Format.TABLES, 2, seats=3, rounds=1)
    alone.memory.tournament = replace(alone.tournament, pairings=())

    assert "app.tournament_no_winner" == held.memory.news[-1].id
    assert "app.tournament_no_winner" == end_text(alone.tournament).id
