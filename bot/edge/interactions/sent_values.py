"""What Discord sends of a menu or a form, as far as it is what clients send."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.input.visible import strip_invisible


def first_value(values: Sequence[object] | None) -> str | None:
    """The first value of a select; None for a button."""
    return str(values[0]) if values else None


def read_form(parts: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The fields of a form that were filled in; raises one of UNREADABLE for what no form of Discord's is."""
    for part in parts:
        inner = part.get("component")
        yield from read_form([inner] if inner else part.get("components", []))
        value = part["values"][0] if part.get("values") else part.get("value")
        if "custom_id" in part and value:
            yield str(part["custom_id"]), strip_invisible(str(value))
