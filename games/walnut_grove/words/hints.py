"""Advice for a beginner in a tutorial match."""

from __future__ import annotations

from games.core.game import Ask
from games.core.text import Text
from games.walnut_grove.components import YEARS
from games.walnut_grove.rules.farm import missing
from games.walnut_grove.state import Phase
from games.walnut_grove.view import View
from games.walnut_grove.words.names import counts, words


def hint(view: View, ask: Ask) -> Text | None:
    """Return advice for what is asked."""
    table = view.table
    if view.seat != ask.seat:
        return None
    match table.phase:
        case Phase.START:
            return words("hint.start")
        case Phase.FARM:
            return words("hint.farm.first" if table.year == 1 else "hint.farm")
        case Phase.COINS:
            return words("hint.coins")
        case Phase.TOWN if table.current == ask.seat:
            short = missing(table.farms[ask.seat], table.the_disc)
            if short:
                return words("hint.town.short", things=counts(short))
            return words("hint.town.last" if table.year == YEARS else "hint.town")
    return None
