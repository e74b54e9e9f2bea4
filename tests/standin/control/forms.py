"""Modals filled in: each field's value checked as the client does, and the data that reaches the bot."""

from __future__ import annotations

from collections.abc import Mapping

from tests.standin.components import ENTITIES, SELECTS, Part, walk
from tests.standin.slash import Place, Reader, Refused
from tests.standin.wire import Obj

Value = str | bool | list[str]

LONGEST_INPUT = 4000


def filled(place: Place, modal: Obj, *, values: Mapping[str, Value]) -> Obj:
    """
    The data of a modal's submission; fields left out keep what the modal gave them.

    Raises:
        Refused: a value doesn't fit, or names no field
    """
    reader = Reader(place)
    known = {part["custom_id"] for _, part in walk(modal["components"]) if "custom_id" in part}
    unknown = [name for name in values if name not in known]
    if unknown:
        raise Refused(f"The modal has no field {unknown[0]!r}. There are: {', '.join(sorted(known))}.")
    data: Obj = {
        "custom_id": modal["custom_id"],
        "components": [_part(reader, p, values=values) for p in modal["components"]],
    }
    return {**data, "resolved": reader.resolved} if reader.resolved else data


def _part(reader: Reader, part: Obj, *, values: Mapping[str, Value]) -> Obj:
    told: Obj = {"type": part["type"], "id": part["id"]}
    match part["type"]:
        case Part.ROW:
            return told | {"components": [_field(reader, child, values=values) for child in part["components"]]}
        case Part.LABEL:
            return told | {"component": _field(reader, part["component"], values=values)}
        case _:
            return told


def _field(reader: Reader, part: Obj, *, values: Mapping[str, Value]) -> Obj:
    name = part["custom_id"]
    told: Obj = {"type": part["type"], "id": part["id"], "custom_id": name}
    value = values.get(name)
    match part["type"]:
        case Part.TEXT_INPUT:
            return told | {"value": _text(part, part.get("value") or "" if value is None else str(value))}
        case Part.CHECKBOX:
            return told | {"value": bool(part.get("default") if value is None else value)}
        case Part.RADIO_GROUP:
            chosen = _options(part, value)
            return told | {"value": chosen[0] if chosen else None}
        case kind if kind in ENTITIES:
            wanted = value if isinstance(value, list) else [] if value is None else [str(value)]
            _count(part, len(wanted))
            return told | {"values": [reader.entity(ENTITIES[kind], text) for text in wanted]}
        case kind if kind in SELECTS or kind == Part.CHECKBOX_GROUP:
            return told | {"values": _options(part, value)}
        case _:
            raise Refused(f"{name}: fields of type {part['type']} can't be filled in here.")


def _text(part: Obj, text: str) -> str:
    low = part.get("min_length") or 0
    high = part.get("max_length") or LONGEST_INPUT
    if part.get("required") is not False:
        low = max(low, 1)
    if (text or part.get("required") is not False) and not low <= len(text) <= high:
        raise Refused(f"{part['custom_id']} must have {low} to {high} characters.")
    return text


def _options(part: Obj, value: Value | None) -> list[str]:
    wanted = value if isinstance(value, list) else None if value is None else [str(value)]
    if wanted is None:
        wanted = [option["value"] for option in part["options"] if option.get("default")]
    known = {text: o["value"] for o in part["options"] for text in (o["label"], o["value"])}
    unknown = [text for text in wanted if text not in known]
    if unknown:
        raise Refused(f"{part['custom_id']}: {unknown[0]!r} is not offered.")
    _count(part, len(wanted))
    return [known[text] for text in wanted]


def _count(part: Obj, count: int) -> None:
    required = part.get("required") is not False
    low = (1 if required else 0) if part.get("min_values") is None else part["min_values"]
    high = part.get("max_values") or (len(part["options"]) if part["type"] == Part.CHECKBOX_GROUP else 1)
    if not low <= count <= high and (required or count):
        raise Refused(f"{part['custom_id']}: choose {low} to {high} values, not {count}.")
