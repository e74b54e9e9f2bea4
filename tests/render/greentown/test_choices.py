"""Choices on Green Town's pictures: what is offered is ringed and lettered, nothing else."""

from collections.abc import Mapping
from typing import Any

import pytest

from games.core.game import Marks, Offer
from games.core.moves import Move
from games.core.seats import Seat
from games.greentown import GAME
from games.greentown.moves import Announce, Avoid, Develop, Erect, Lay, Tour, Via
from games.greentown.view import Site, View
from render.greentown import PICTURE
from render.greentown.plates.candidates import Candidates
from render.greentown.sights import Offers, offers_of
from tests.games.greentown.table import PLAIN, Match, words
from tests.render.greentown.gallery import choosing, drawn, offered, seen, town_of
from tests.render.greentown.positions import MOCK_UP, NAMES, building_draft, erecting_draft, mock_up


def tour_draft() -> Match:
    """Three players in the recommended town: the tour marker is announced."""
    match = Match()
    return match.draft(*GAME.notation.read(match.view, PLAIN)[:1])


CHOICES: list[tuple[Any, int, type[Move], dict[str, Any]]] = [
    (mock_up, 3, Announce, {}), (building_draft, 3, Lay, {}), (building_draft, 3, Lay, {"at": "K14"}),
    (building_draft, 3, Develop, {}), (building_draft, 3, Develop, {"at": "L15"}), (erecting_draft, 3, Erect, {}),
    (erecting_draft, 3, Erect, {"kind": "C"}), (erecting_draft, 3, Erect, {"kind": "C", "at": "L15"}),
    (tour_draft, 0, Tour, {}), (tour_draft, 0, Tour, {"path": ("M12", "L12")}), (tour_draft, 0, Via, {}),
    (tour_draft, 0, Avoid, {}),
]  # fmt: skip


@pytest.mark.parametrize(("make", "seat", "verb", "filled"), CHOICES)
def test_every_choice_with_a_place_is_on_the_picture(
    make: Any,  # noqa: ANN401
    seat: int,
    verb: type[Move],
    filled: Mapping[str, Any],
) -> None:
    """
    Each verb's choices name places, and taking one of them away changes the picture.
    """
    view = seen(make, Seat(seat))
    sketch = GAME.panel.sketch(view, verb, filled).spots
    found = offered(view, (verb,), filled)
    whole = town(view, sketch, found)
    fewer = town(view, sketch, found[:-1])

    assert found
    assert whole != town(view, sketch, ())
    assert whole != fewer or offers_of(Marks(offers=found)) == offers_of(Marks(offers=found[:-1]))


def town(view: View, spots: tuple[str, ...], offers: tuple[Offer, ...]) -> bytes:
    """The town's plate of a preview as bytes, and that of the tiles to choose from."""
    plates = PICTURE.preview(view, Marks(spots=spots, offers=offers), names=NAMES[: len(view.table.players)])
    shown = [plate for plate in plates if plate.shows in ("town", "choices")]
    return b"".join(image.tobytes() for image in drawn(tuple(shown)))


def test_only_what_is_offered_is_ringed() -> None:
    """
    The picture knows of itself no place where the draft may go on.
    """
    view = seen(building_draft, Seat(3))
    plain = PICTURE.preview(view, Marks(), names=NAMES)

    assert town_of(plain).offers == Offers()
    assert town_of(choosing(building_draft, Lay)).offers.spaces == tuple(
        choice.value for choice in GAME.choices(view, Lay, {})
    )


def test_letters_stand_only_where_nothing_is_printed() -> None:
    """
    Spaces and markers have printed names; buildings of the stock are lettered as the notation writes them.
    """
    tags = {
        verb.__name__: [offer.tag for offer in offered(seen(make, Seat(seat)), (verb,), filled)]
        for make, seat, verb, filled in CHOICES
        if not filled
    }

    assert tags.pop("Erect") == ["C", "S", "M"]
    assert {""} == {tag for found in tags.values() for tag in found}


def test_tiles_for_the_chosen_space_are_drawn_with_their_letters() -> None:
    """
    One for each line of the menu, on a plate of their own that says the same in words; the town shows the space.
    """
    view = seen(building_draft, Seat(3))
    choices = list(GAME.choices(view, Develop, {"at": "L15"}))
    plates = choosing(building_draft, Develop, at="L15")
    (shown,) = (each for plate in plates for each in plate.of if isinstance(each, Candidates))

    assert [(each.letter, each.streets) for each in shown.tiles] == [(each.tag, each.value) for each in choices]
    assert town_of(plates).changes.chosen == "L15"
    assert (Site.TREE, (4, 5), (3, 6)) == (shown.site, shown.ends, shown.blank)
    caption = GAME.panel.caption(view, "choices", Marks(offers=offered(view, (Develop,), {"at": "L15"})))
    assert len(choices) == words(caption).count("\n")


def test_markers_are_ringed_on_the_players_plate_once_the_supply_is_empty() -> None:
    """
    Where the town takes the whole width, the markers that can be announced are ringed in their owner's panel.
    """
    match = Match({**MOCK_UP, "current": "P3", "supply": dict.fromkeys(mock_up().table.supply, 0)})
    view = match.view
    marks = Marks(offers=offered(view, (Announce,), {}))
    bare, ringed = (PICTURE.preview(view, each, names=NAMES) for each in (Marks(), marks))

    assert drawn(ringed[1:])[0].tobytes() != drawn(bare[1:])[0].tobytes()
