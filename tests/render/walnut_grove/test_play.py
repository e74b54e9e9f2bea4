"""Pictures of positions that come up in play, early and late, for each number of players."""

from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256
from itertools import chain

import pytest

from bot.edge.limits import ALT_TEXT
from games.core.game import Marks, Offer, Outcome, Setup
from games.core.moves import Move, verb_of
from games.core.running.selfplay import play_steps
from games.core.running.table import start
from games.core.seats import Seat
from games.core.words import Words
from games.walnut_grove import GAME
from games.walnut_grove.view import View
from render.core.picture import Theme
from render.core.plates import BYTE_BUDGET, SCORE, Plates, encode_plate
from render.walnut_grove import PICTURE
from render.walnut_grove.plates.final import ALONE, WINS
from tests.render.moments import moments
from tests.render.walnut_grove.positions import NAMES

EVERY = 12
"""For each player so many steps lie between two positions that are drawn."""


@pytest.mark.parametrize("seats", [1, 4])
def test_i_every_position_can_be_drawn(seats: int) -> None:
    """
    A match of random players, whose farms grow in all directions, is drawn from its start to its result: board, own
    farm, another's farm. The plates of one post keep to the byte budget together, each caption to Discord's 1,024
    characters.
    """
    names = NAMES[:seats]
    words = Words(GAME.words, names)
    before = None
    weights, captions = [], []
    for step, progress in enumerate(
        play_steps(GAME, Setup(seats, GAME.spec.options()), sha256(b"walnut").digest(), brains={})
    ):
        state = progress.position.state
        outcome = GAME.outcome(state)
        if step % (EVERY * seats) and outcome is None:
            continue
        view = GAME.view(state, Seat(step % seats))
        marks = Marks() if before is None else GAME.panel.marks(before, view)
        before = view
        for plates in _posts(view, marks, names, outcome):
            weights.append(sum(len(encode_plate(plate).png) for plate in plates))
            captions += [words(GAME.panel.caption(view, plate.shows)) for plate in plates if plate.shows != SCORE]

    assert len(weights) > 4
    assert max(weights) <= BYTE_BUDGET
    assert all(0 < len(caption) <= ALT_TEXT for caption in captions)


def _posts(view: View, marks: Marks, names: tuple[str, ...], outcome: Outcome | None) -> Iterator[Plates]:
    """What is posted of a position, to all and to a seat."""
    if outcome is not None:
        yield PICTURE.final(view, outcome, names=names)
        return
    assert view.seat is not None
    yield PICTURE.board(GAME.view(view.table, None), marks, names=names)
    yield PICTURE.private(view, marks, names=names)
    yield PICTURE.seat(view, Seat((view.seat + 1) % len(names)), marks=marks, names=names)


@lru_cache(maxsize=1)
def asked() -> dict[str, tuple[View, type[Move]]]:
    """For each verb with choices the first view in which it is offered, in matches of computer players."""
    found: dict[str, tuple[View, type[Move]]] = {}
    for view, ask, _ in chain(*(moments(GAME, seed.ljust(32)) for seed in (b"one", b"two"))):
        for verb in ask.verbs if ask is not None else ():
            if verb_of(verb) not in found and offers(view, verb):
                found[verb_of(verb)] = (view, verb)
    return found


def offers(view: View, verb: type[Move]) -> tuple[Offer, ...]:
    """The places that a verb's choices name."""
    choices = GAME.choices(view, verb, {})
    return tuple(dict.fromkeys(Offer(each.spot, each.tag) for each in choices if each.spot))


def test_17_5_every_verb_names_places() -> None:
    """
    The verbs with choices name places on the picture, and their preview frames them.
    """
    unseen = set()
    for name, (view, verb) in asked().items():
        marks = Marks(offers=offers(view, verb))
        bare, drawn = (PICTURE.preview(view, each, names=NAMES[:2]) for each in (Marks(), marks))
        changed = [pair for pair in zip(bare, drawn, strict=True) if pair[0] != pair[1]]
        if all(one.image().tobytes() == other.image().tobytes() for one, other in changed):
            unseen.add(name)

    assert {"start", "lay", "work", "go", "take", "sell", "tax", "drop", "coins", "winter_save"} <= set(asked())
    assert unseen == set()


def test_17_5_letters_name_areas_for_good() -> None:
    """
    An area has the same letter in every list; no two have the same.
    """
    view, verb = asked()["work"]
    tags = [offer.tag for offer in offers(view, verb)]

    assert len(set(tags)) == len(tags) > 1
    assert all(tags)


class Heard(dict[str, str]):
    """Lettering that remembers what was asked for."""

    def __missing__(self, english: str) -> str:
        """Keep the English word."""
        self[english] = english
        return english

    def get(self, english: str, default: str | None = None) -> str:  # type: ignore[override]
        """Remember, and keep the English word."""
        return self[english]


def test_a_match_alone_that_was_broken_off_has_no_winner() -> None:
    """
    The head tells the points of who plays alone, and *after eight years* only when they are over.
    """
    state = start(GAME, Setup(seats=1, options=GAME.spec.options()), bytes(32)).position.state
    outcome = GAME.ending.current_score(state)
    assert outcome is not None
    heard = Heard()
    PICTURE.final(GAME.view(state, Seat(0)), outcome, names=("Anna",), theme=Theme("xx", heard))[0].image()

    assert ALONE in heard
    assert WINS not in heard
