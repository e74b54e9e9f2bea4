"""Commands as typed methods: what Discord is told, and what the method gets."""

from enum import StrEnum
from types import SimpleNamespace
from typing import Annotated, Any, TypedDict, Unpack, cast

import discord

from bot.edge.commands.choosing import Rerun
from bot.edge.commands.cog import Cog, Pairs, Param, command
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder
from bot.edge.messages.builder import Post, plain


class Size(StrEnum):
    """A closed set."""

    SMALL = "s"
    LARGE = "l"


async def _double(responder: Responder, interaction: Interaction, given: Any) -> int:  # noqa: ANN401  # words, or ""
    return 2 * len(given)


def _levels(responder: Responder) -> Pairs:
    return [(level, level) for level in responder.games]


class More(TypedDict, total=False):
    """Options that may be left out."""

    at_most: Annotated[int, Param("Most", least=1, most=9, shown="most")]
    level: Annotated[str, Param("Level", choices=_levels)]


class Orders(Cog):
    """One command."""

    def __init__(self, responder: Responder) -> None:
        """Keep what was ordered."""
        super().__init__(responder)
        self.got: list[dict[str, object]] = []

    @command("Order something")
    async def order_it(
        self,
        interaction: Interaction,
        *,
        size: Annotated[Size, Param("How large", choices=[("small", "s"), ("large", "l")])],
        note: Annotated[str, Param("Note")] = "none",
        twice: Annotated[int, Param("Counted", type=str, resolve=_double, implied=True)],
        **given: Unpack[More],
    ) -> Post:
        """Keep it."""
        self.got.append({"size": size, "note": note, "twice": twice, **given})
        return plain("done")


def _orders(*levels: str) -> Orders:
    return Orders(cast("Responder", SimpleNamespace(games=levels, services=None)))


def test_a_parameter_is_an_option() -> None:
    """
    Required is what has no default and is not implied; choices that no game has are no option.
    """
    (built,), (without,) = _orders("easy").commands(), _orders().commands()
    told = [(each.display_name, each.type, each.required, each.max_value) for each in built.parameters]
    words, number = discord.AppCommandOptionType.string, discord.AppCommandOptionType.integer

    assert ("order-it", "Order something") == (built.name, built.description)
    assert [
        ("size", words, True, None),
        ("note", words, False, None),
        ("twice", words, False, None),
        ("most", number, False, 9),
        ("level", words, False, None),
    ] == told
    assert ["size", "note", "twice", "most"] == [each.display_name for each in without.parameters]


async def test_a_method_gets_what_was_given_as_its_types_say() -> None:
    """
    What is left out is left to the method, but for what is implied.
    """
    orders = _orders("easy")
    rerun: Rerun = orders.commands()[0].extras["rerun"]
    nobody = cast("Interaction", None)
    await rerun.run(nobody, {"size": "l"})
    await rerun.run(nobody, {"size": "s", "note": "x", "twice": "abc", "at_most": 3})

    assert [
        {"size": Size.LARGE, "note": "none", "twice": 0},
        {"size": Size.SMALL, "note": "x", "twice": 6, "at_most": 3},
    ] == orders.got
