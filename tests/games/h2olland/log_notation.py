"""The log of a match in the notation of E.3: turns with their player letters, skips, and the table's events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.core.running.play import Cause, Entry
from games.core.seats import TABLE
from games.core.text import Arg, Text
from games.h2olland.components import CODES, LETTERS, PLAIN, WEATHER
from games.h2olland.words.refusals import KEY

_EVENT = f"{KEY}.log."


def record(entries: Iterable[Entry]) -> tuple[str, ...]:
    """Return the lines of a log; what a tile showed stands behind its turning: ``W fl 9 s.NW``."""
    lines: list[str] = []
    for entry in entries:
        if entry.sealed:  # comes again when all orders are in
            continue
        if entry.seat != TABLE:
            mark = "!" if entry.cause is Cause.FALLBACK else ""
            lines.append(f"{LETTERS[entry.seat]} {entry.line}{mark}")
        for event in entry.events:
            face = _face(event.text)
            if face:
                lines[-1] += f" {face}"
        lines += _event_lines([event.text for event in entry.events])
    return tuple(lines)


def _face(text: Text) -> str:
    """Return what a tile showed, "" for a fertile one or another event."""
    face = text.args.get("face")
    if text.id != f"{_EVENT}underside" or not isinstance(face, Text):
        return ""
    shown = face.id.removeprefix(f"{KEY}.name.face.")
    return "" if shown == PLAIN else shown


def _event_lines(texts: list[Text]) -> Iterator[str]:
    rot: list[str] = []
    for text in texts:
        name = text.id.removeprefix(_EVENT)
        if name == "rot":
            ((code, count),) = _goods(text.args["goods"])
            rot = rot or [f"# rot {code}"]
            rot.append(f"{_letter(text.args)}{count}")
            continue
        if rot:
            yield " ".join(rot)
            rot = []
        yield from _event(name, text.args)
    if rot:
        yield " ".join(rot)


def _event(name: str, args: dict[str, Arg]) -> Iterator[str]:
    match name:
        case "year":
            yield f"# year {args['year']} spring clog={_letter(args)}"
        case "skip":
            yield f"{_letter(args)} ~"
        case "auto_pass":
            yield f"{_letter(args)} -a"
        case "card":
            yield f"# card {args['card']}{_effects(int(str(args['card'])))}"
        case "flood":
            yield " ".join(("# flood", _code(args["item"]), *_names(args["fields"])))
        case "harvest":
            goods = (f"{code}{count}" for code, count in _goods(args["goods"]))
            yield " ".join(("# harvest", _letter(args), *goods))
        case "land":
            yield " ".join(("# land", *_names(args["tiles"])))
        case "cleared":
            yield " ".join(("# cleared", *_names(args["fields"])))
        case "race":
            yield f"# race {_letter(args)}"
        case "over":
            totals = (f"{_letter(score.args)}{score.args['points']}" for score in _texts(args["scores"]))
            yield " ".join(("# end", *totals))


def _effects(number: int) -> str:
    card = WEATHER[number]
    parts = [f"flood {CODES[card.flood]}"] if card.flood else []
    parts += ["drought"] if card.drought else []
    parts += [f"rot {CODES[card.rot]}"] if card.rot else []
    parts += [f"+{CODES[crop]}" for crop in card.plus]
    parts += [f"-{CODES[crop]}" for crop in card.minus]
    return "".join(f" {part}" for part in parts)


def _letter(args: dict[str, Arg]) -> str:
    return LETTERS[int(str(args["seat"]))]


def _texts(value: Arg) -> tuple[Text, ...]:
    return tuple(part for part in value if isinstance(part, Text)) if isinstance(value, tuple) else ()


def _names(value: Arg) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple) else (str(value),)


def _code(value: Arg) -> str:
    assert isinstance(value, Text), "items are named by a Text"
    return CODES[value.id.rpartition(".")[2]]


def _goods(value: Arg) -> tuple[tuple[str, int], ...]:
    return tuple((_code(text), int(str(text.args["count"]))) for text in _texts(value))
