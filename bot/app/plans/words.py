"""Orders in words, as their owner types and reads them."""

from __future__ import annotations

from typing import Any

from games.core.input.forms import join, show
from games.core.moves import FieldInfo, fields_of, title_of
from games.core.options import value_words
from games.core.orders import KEEP, Order, is_preference
from games.core.text import Text, lines, phrase, raw, say


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
    """Return an order in words: what it is, and its fields by their labels."""
    what, fields = phrase(title_of(type(order))), _field_texts(order)
    return say("app.order", what=what, fields=_in_row(fields)) if fields else what


def tell_order(order: Order, told: tuple[Text, ...]) -> Text:
    """Return an order in the sentences in which its game tells it, if it does, with its fields below."""
    fields = _field_texts(order)
    if not told or not fields:
        return text_of(order)
    return say(
        "app.order_told",
        what=phrase(title_of(type(order))),
        steps=lines(*(say("app.order_step", what=each) for each in told)),
        fields=_in_row(fields),
    )


def _in_row(fields: tuple[Text, ...]) -> Text:
    first, *rest = fields
    return say("app.order_fields", first=first, rest=_in_row(tuple(rest))) if rest else first


def _field_texts(order: Order) -> tuple[Text, ...]:
    infos = {info.name: info for info in fields_of(type(order))}
    return tuple(_field_text(infos[name], getattr(order, name)) for name in write_fields(order))


def _field_text(info: FieldInfo, value: Any) -> Text:  # noqa: ANN401 - of any field
    label = phrase(info.field.label or name_of(info.name))
    if isinstance(value, bool):
        return say("app.order_field", label=label, value=say("core.yes" if value else "core.no"))
    shown = raw(join(info, map(show, value))) if info.repeated else phrase(value_words(info, value))
    return say("app.order_field", label=label, value=shown)
