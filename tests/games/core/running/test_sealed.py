"""Sealed turns and what only their owner may see."""

from typing import Any

from msgspec.structs import replace

from games.core.game import Ask, Barrier
from games.core.running.play import Cause, Position, Progress, censor, commit, unseal
from games.core.running.table import settle
from games.core.seats import AskId, Seat
from tests.games.core.tables import ANN, BERT, CLEO, SEED, begun
from tests.games.tiny import digs, hands


def test_a_question_after_a_draw_is_private() -> None:
    """
    The table draws after the commit; the card is asked about privately, and what the seat decides stays its own.
    """
    after = commit(digs.DIGS, begun(digs.DIGS), ANN, AskId("0a"), (digs.Dig(),)).position

    drawn = settle(digs.DIGS, after, SEED)

    entry = drawn.entries[0]
    assert [event.text.id for event in censor(entry, ANN).events] == ["digs.drew", "digs.digs"]
    assert [event.text.id for event in censor(entry, BERT).events] == ["digs.digs"]
    decided = commit(digs.DIGS, drawn.position, ANN, AskId("0b"), (digs.Decide("keep"),)).entries[0]
    assert decided.audience == (ANN,)
    assert censor(decided, ANN) == decided
    for reader in (BERT, None):
        shown = censor(decided, reader)
        assert (shown.moves, shown.line, len(shown.events)) == ((), "", 1)


def lay(position: Position[Any], seat: Seat, cause: Cause = Cause.PLAYER) -> Progress[Any]:
    """Lay the seat's first card."""
    card = position.state.hands[seat][0]
    return commit(hands.HANDS, position, seat, AskId(f"r1s{seat}"), (hands.Lay(card),), cause=cause)


def test_sealed_turns_wait_for_the_last() -> None:
    """
    A sealed turn changes nothing until all are in; its entry is for its seat only.
    """
    position = begun(hands.HANDS, 3)

    first = lay(position, BERT)

    assert first.position.state == position.state
    assert list(first.position.sealed) == ["r1s1"]
    entry = first.entries[0]
    assert (entry.sealed, entry.audience, entry.events) == (True, (BERT,), ())
    assert censor(entry, ANN).moves == ()


def test_all_sealed_turns_are_folded_in_the_order_of_the_asks() -> None:
    """
    With the last turn all become part of the match, each with its own cause, behind a barrier.
    """
    one = lay(begun(hands.HANDS, 3), CLEO, Cause.FALLBACK)
    two = lay(one.position, ANN)

    done = lay(two.position, BERT, Cause.COMPUTER)

    assert [(entry.seat, entry.cause) for entry in done.entries] == [
        (ANN, Cause.PLAYER),
        (BERT, Cause.COMPUTER),
        (CLEO, Cause.FALLBACK),
    ]
    assert all(entry.barrier is Barrier.SECRET and not entry.sealed for entry in done.entries)
    assert all(done.position.state.done)
    assert (done.position.sealed, done.position.causes) == ({}, {})


def test_a_sealed_turn_can_be_changed_and_withdrawn() -> None:
    """
    Until the last is in, a new turn replaces the old one, and withdrawing it leaves the others.
    """
    position = begun(hands.HANDS, 3)
    both = lay(lay(position, ANN).position, BERT).position
    other = position.state.hands[ANN][-1]

    changed = commit(hands.HANDS, both, ANN, AskId("r1s0"), (hands.Lay(other),)).position
    withdrawn = unseal(changed, AskId("r1s0"))

    assert changed.sealed[AskId("r1s0")][0] == hands.Lay(other)
    assert (list(withdrawn.sealed), list(withdrawn.causes)) == (["r1s1"], ["r1s1"])


def test_nobody_waits_for_an_optional_sealed_turn() -> None:
    """
    A sealed ask that is not waited for does not hold up the others; its turn is folded if it is in.
    """

    class Lazy(hands.Hands):
        """Does not wait for the third seat."""

        def asks(self, state: hands.State) -> tuple[Ask, ...]:
            """Wait for the first two."""
            return tuple(replace(ask, waits=ask.seat != CLEO) for ask in super().asks(state))

    game, position = Lazy(), begun(hands.HANDS, 3)

    def hand_in(at: Position[Any], seat: Seat) -> Progress[Any]:
        card = hands.Lay(position.state.hands[seat][0])
        return commit(game, at, seat, AskId(f"r1s{seat}"), (card,))

    assert hand_in(hand_in(position, ANN).position, BERT).position.state.done == (True, True, False)
    with_cleo = hand_in(hand_in(position, CLEO).position, ANN).position
    assert hand_in(with_cleo, BERT).position.state.done == (True, True, True)


def test_a_sealed_turn_that_fits_no_more_is_handed_back() -> None:
    """
    Where a game breaks the rule that sealed turns are independent, the match does not hang: the turn that does not fit
    is taken out, its seat is asked again, and nothing is folded.
    """

    class Jealous(hands.Hands):
        """Forbids what another seat has laid."""

        def view(self, state: hands.State, seat: Seat | None) -> hands.View:
            """Hide cards that are laid already."""
            view = super().view(state, seat)
            laid = {card for cards in state.laid for card in cards}
            return replace(view, hand=tuple(card for card in view.hand if card not in laid))

    position = begun(hands.HANDS)
    same = replace(position, state=replace(position.state, hands=((1, 2), (1, 2))))
    one = commit(Jealous(), same, ANN, AskId("r1s0"), (hands.Lay(1),)).position

    two = commit(Jealous(), one, BERT, AskId("r1s1"), (hands.Lay(1),))

    assert list(two.position.sealed) == ["r1s0"]
    assert two.position.state == same.state


def test_sealed_turns_go_with_their_ask() -> None:
    """
    If something else ends a sealed ask, its turn is forgotten; the others stay.
    """

    class Open(hands.Hands):
        """Also asks Cleo openly."""

        def asks(self, state: hands.State) -> tuple[Ask, ...]:
            """Ask the third seat openly; when it is done, the first seat is done too."""
            asks = [replace(ask, sealed=ask.seat != CLEO) for ask in super().asks(state)]
            return tuple(ask for ask in asks if not (state.done[CLEO] and ask.seat == ANN))

    game, position = Open(), begun(hands.HANDS, 3)
    for seat in (ANN, CLEO):
        card = hands.Lay(position.state.hands[seat][0])
        position = commit(game, position, seat, AskId(f"r1s{seat}"), (card,)).position

    assert position.state.done == (False, False, True)
    assert (position.sealed, position.causes) == ({}, {})
