"""Orders in words, as their owner types and reads them."""

from __future__ import annotations

from typing import Any

from games.core.input.forms import join, show
from games.core.moves import fields_of, title_of
from games.core.orders import KEEP, Order, is_preference
from games.core.text import Text, phrase, raw, say


def write_fields(order: Order) -> dict[str, str]:
    """Return the fields of an order as they are typed, without those that are as usual; of preferences all."""
    fields = {}
    for info in sorted(fields_of(type(order)), key=lambda info: info.name == KEEP):
        value: Any = getattr(order, info.name)
        usual = value == info.default and not info.required
        if not info.field.hidden and not (usual and (info.name == KEEP or not is_preference(type(order)))):
            fields[info.name] = join(info, map(show, value)) if info.repeated else show(value)
    return fields


def name_of(field: str) -> str:
    """Return the name of an order's field as people read and write it; ``field_of`` is the way back."""
    return field.replace("_", " ")


def field_of(name: str) -> str:
    """Return the field of an order that a name stands for."""
    return name.replace(" ", "_")


def text_of(order: Order) -> Text:
    """Return an order in words: what it is, and its fields as typed."""
    fields = [f"{name_of(name)}: {value}" for name, value in write_fields(order).items()]
    what = phrase(title_of(type(order)))
    return say("app.order", what=what, fields=raw(", ".join(fields))) if fields else what
