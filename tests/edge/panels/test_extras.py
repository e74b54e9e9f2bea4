"""What is seldom needed stands behind a button of the panel, and the picture rings what the open lists offer."""

from collections.abc import Iterator

from bot.app.match.records import Panel
from bot.edge.panels.panel import EVERYTHING, EXTRAS, Focus, offers_of, panel_post
from games.core.input.panel import open_draft, press
from games.core.registry import games
from games.core.running.play import TurnContext
from games.greentown.moves import Announce
from games.walnut_grove.moves import Take
from tests.edge.payloads import components_of
from tests.edge.table import controls
from tests.edge.views import panel, positions

TOWN, GROVE = games()["greentown"], games()["walnut_grove"]
BEHIND = "More options"


def touring() -> Panel:
    """Green Town, *Tour* announced."""
    position, _ = next(positions(TOWN, seats=2))
    (ask,) = (ask for ask in TOWN.asks(position.state) if Announce in ask.verbs)
    turn = TurnContext(TOWN, position.state, ask.seat, ask.id)
    draft = press(turn, open_draft(turn), "announce", "T")
    return panel(TOWN, position, ask, draft, seats=2)


def errands() -> Iterator[Panel]:
    """Walnut Grove, one panel after the other of who has chosen a building and what to take there."""
    for position, _ in positions(GROVE, seats=2):
        for ask in GROVE.asks(position.state):
            turn = TurnContext(GROVE, position.state, ask.seat, ask.id)
            if not ask.id.startswith("town"):
                continue
            draft = press(turn, open_draft(turn), "go", "church")
            for good in ("g", "g"):
                draft = press(turn, draft, "take", good)
            yield panel(GROVE, position, ask, draft, seats=2)


def labels(shown: Panel, focus: Focus = EVERYTHING) -> list[str]:
    """What can be pressed or opened."""
    parts = controls(components_of(panel_post(shown, [], focus=focus)))
    return [part.get("label") or part["placeholder"] for part in parts]


def test_lists_that_narrow_others_are_opened_by_buttons() -> None:
    """
    Beside the list of tours the spaces that narrow it are not ringed; opened, they alone are.
    """
    shown = touring()
    listed = {offer.spot.partition(":")[0] for offer in offers_of(shown)}
    passed = {offer.spot.partition(":")[0] for offer in offers_of(shown, Focus("via"))}

    assert {"Tours that pass a space", "Tours that avoid a space"} <= {*labels(shown)}
    assert listed == {"tour"}
    assert passed == {"via"}


def test_details_of_an_errand_are_behind_one_button() -> None:
    """
    Three or more choices that go by themselves take one button, which opens them all; *Something else* leads back.
    """
    shown = next(each for each in errands() if BEHIND in labels(each))
    opened = labels(shown, Focus(EXTRAS))
    extras = [group for group in shown.menu.groups if group.verb.extra]

    assert len(extras) > 2
    assert Take not in {group.verb for group in extras}
    assert "Something else" in opened
    assert BEHIND not in opened
    assert len(opened) > len(labels(shown))
