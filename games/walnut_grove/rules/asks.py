"""What the match waits for (4.1)."""

from __future__ import annotations

from games.core.game import Ask
from games.core.moves import Move
from games.core.search.unread import is_unread
from games.core.seats import TABLE, AskId, Seat
from games.core.text import Text
from games.walnut_grove.moves import DrawCoins, Start, TurnDisc, Winter
from games.walnut_grove.rules.checks import find_unsettled_reason
from games.walnut_grove.rules.stages import verbs
from games.walnut_grove.state import Phase, Table
from games.walnut_grove.words.forecasts import private_text
from games.walnut_grove.words.names import words


def asks(table: Table) -> tuple[Ask, ...]:
    """Return the asks in the order in which they are resolved; they are worked out once for a table."""
    if is_unread():
        return _asks(table)
    found: tuple[Ask, ...] | None = table.notes.get("asks")
    if found is None:
        found = table.notes["asks"] = _asks(table)
    return found


def _asks(table: Table) -> tuple[Ask, ...]:
    match table.phase:
        case Phase.START:
            assert table.current is not None, "somebody places a figure"
            return (_ask(table, table.current, f"start:{table.current}"),)
        case Phase.YEAR:
            return (_of_table(f"disc:{table.year}", TurnDisc),)
        case Phase.FARM:
            sealed = table.options.reveal == "together"
            owing = [seat for seat in table.players if not table.summers[seat].done]
            return tuple(_ask(table, seat, f"farm:{table.year}:{seat}", sealed=sealed) for seat in owing)
        case Phase.TOWN:
            assert table.current is not None, "somebody is in town"
            first = _ask(table, table.current, f"town:{table.year}:{table.current}")
            return (first, *_instructions(table))
        case Phase.DRAW:
            return (_of_table(f"draw:{table.year}:{table.acted}", DrawCoins), *_instructions(table))
        case Phase.COINS:
            assert table.current is not None, "somebody has sold"
            return (_ask(table, table.current, f"coins:{table.year}:{table.current}"), *_instructions(table))
        case Phase.WINTER:
            return (_of_table(f"frost:{table.year}", Winter),)
        case Phase.OVER:
            return ()


def _of_table(name: str, verb: type[Move]) -> Ask:
    return Ask(id=AskId(name), seat=TABLE, verbs=(verb,), text=words("ask.table"))


def _ask(table: Table, seat: Seat, name: str, *, sealed: bool = False) -> Ask:
    asked = (Start,) if table.phase is Phase.START else verbs(table, seat)
    text = words(f"ask.{table.phase}", seat=seat, year=table.year)
    private = _private(table, seat)
    # Nobody is given a help tile unasked, or has something dropped, even where that is the only way.
    exact = is_unread() or (not table.desks[seat].unpaid and find_unsettled_reason(table, seat) is None)
    return Ask(
        id=AskId(name),
        seat=seat,
        verbs=asked,
        sealed=sealed,
        exact=exact,
        discreet=sealed,  # what was drawn for a farm is hidden until all orders are in
        text=text,
        private=private,
    )


def _private(table: Table, seat: Seat) -> Text | None:
    return None if is_unread() else private_text(table, seat)


def _instructions(table: Table) -> tuple[Ask, ...]:
    """Winter instructions may be changed until the last town order is in (D3)."""
    return tuple(
        Ask(
            id=AskId(f"winter:{table.year}:{seat}:{table.desks[seat].changes}"),
            seat=seat,
            verbs=verbs(table, seat),
            waits=False,
            text=words("ask.instructions", seat=seat),
            private=_private(table, seat),
        )
        for seat in table.has_acted
    )
