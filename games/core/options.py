"""Rule options in words, and whether they have an effect in a match.

An option whose ``Field.needs`` a match lacks has none. A host who sets one is refused; where the match changes around
it (fewer players start), it goes back to its usual value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from games.core.game import Options
from games.core.input.forms import show
from games.core.moves import FieldInfo, Needs, fields_of
from games.core.text import Text, either, phrase, say

O = TypeVar("O", bound=Options)  # noqa: E741  # the usual one letter


class Terms(Struct, frozen=True, kw_only=True):
    """What of a match decides which of its rule options have an effect; see ``Needs``. ``seats``: 0 while unknown."""

    seats: int
    clock: bool = True
    lot: bool = True


def label_of(info: FieldInfo) -> str:
    """Return what players read beside the value of an option."""
    return info.field.label or info.name.replace("_", " ").capitalize()


def value_words(info: FieldInfo, value: object) -> str:
    """Return a value of an option as players read it."""
    return info.field.named.get(show(value), show(value))


def _value(info: FieldInfo, value: object) -> Text:
    if isinstance(value, bool):
        return say("core.yes" if value else "core.no")
    return phrase(value_words(info, value))


def explain_no_effect(options: Options, info: FieldInfo, terms: Terms) -> Text | None:
    """Return why an option has no effect, as a sentence; None: it has one."""
    why = _lack(options, info, terms)
    return None if why is None else _say(why, [info])


def reasons(options: Options, terms: Terms) -> list[Text]:
    """Return why options have no effect, with one sentence for those that lack the same."""
    found: list[tuple[Text, list[FieldInfo]]] = []
    for info in fields_of(type(options)):
        why = _lack(options, info, terms)
        known = next((infos for each, infos in found if each == why), None)
        if known is not None:
            known.append(info)
        elif why is not None:
            found.append((why, [info]))
    return [_say(why, infos) for why, infos in found]


def _say(why: Text, infos: Sequence[FieldInfo]) -> Text:
    labels = tuple(say("core.quoted", words=phrase(label_of(info))) for info in infos)
    return Text(why.id, {**why.args, "labels": labels, "count": len(labels)})


def _lack(options: Options, info: FieldInfo, terms: Terms) -> Text | None:
    """What an option lacks, as a sentence that does not name it yet."""
    needs = info.field.needs or Needs()
    if terms.seats and needs.seats and terms.seats not in needs.seats:
        return say("core.only_seats", numbers=either(*map(show, needs.seats)), n=terms.seats)
    if needs.beside and not any(getattr(options, name) == value for name, value in needs.beside):
        known = {other.name: other for other in fields_of(type(options))}
        others = [
            say("core.option_is", label=phrase(label_of(known[name])), value=_value(known[name], value))
            for name, value in needs.beside
        ]
        return say("core.only_beside", others=either(*others))
    if needs.clock and not terms.clock:
        return say("core.only_clock")
    if needs.lot and not terms.lot:
        return say("core.only_lot")
    return None


def without_effect(options: Options, terms: Terms) -> Iterator[tuple[FieldInfo, Text]]:
    """Yield the options that are not as usual and have no effect all the same, each with the reason."""
    for info in fields_of(type(options)):
        why = None if getattr(options, info.name) == info.default else explain_no_effect(options, info, terms)
        if why is not None:
            yield info, why


def effective(options: O, terms: Terms) -> O:
    """Return the options with those that have no effect as usual."""
    return replace(options, **{info.name: info.default for info, _ in without_effect(options, terms)})


def move_seats(options: O, stay: Sequence[int], *, taken: int) -> O:
    """Return the options after players have left: what is set about a seat goes with its player.

    ``stay`` are the seats of those who stay, counted from 0, who sit on the first ones now; ``taken`` is how many sat
    there. What is set about a free seat stays with it.
    """
    own = {(_stem(info), info.field.seat): info for info in fields_of(type(options)) if info.field.seat}
    values = {info.name: getattr(options, info.name) for (_, seat), info in own.items() if seat > taken}
    for (stem, seat), info in own.items():
        if seat - 1 in stay:
            values[own[stem, stay.index(seat - 1) + 1].name] = getattr(options, info.name)
    return replace(options, **{info.name: info.default for info in own.values()} | values)


def anyones(options: O) -> O:
    """Return the options with those about a single seat as usual: who sits there is open again."""
    return replace(options, **{info.name: info.default for info in fields_of(type(options)) if info.field.seat})


def _stem(info: FieldInfo) -> str:
    return info.name.removesuffix(str(info.field.seat))
