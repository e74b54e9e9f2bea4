"""What stands between a keystroke and the services."""

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.app.runtime.completion import Completions, Overtaken
from bot.app.services import Services
from bot.edge.commands.builder import CommandSpec, Option, build_command
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions import Interaction
from bot.edge.interactions.responder import Responder, Sentence
from bot.edge.messages.builder import Post, plain
from tests.edge.readers import LANGUAGES


async def _run(interaction: Interaction, given: object) -> Post:
    return plain("done")


def _asked(found: Any, typed: str) -> Any:  # noqa: ANN401  # what discord.py calls
    """What the command answers for a keystroke, where its option completes as ``found`` does."""
    services = cast("Services", SimpleNamespace(completions=Completions(), languages=LANGUAGES))
    responder = Responder(services, RenderPool(0), {})
    option = Option(name="word", what="What", complete=found)
    built = build_command(responder, CommandSpec(name="try", what="Try"), run=_run, options=[option])
    user = SimpleNamespace(id=1)
    interaction = SimpleNamespace(locale=discord.Locale.american_english, user=user, guild_id=None)
    return built._params["word"].autocomplete(interaction, typed)  # type: ignore[misc]


async def test_thousands_of_characters_are_not_handed_on() -> None:
    """
    Of what is longer than any choice could be nothing is worked.
    """
    seen: list[str] = []

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        seen.append(typed)
        return [(typed, typed)]

    assert ["a" * 100] == [choice.value for choice in await _asked(complete, "a" * 100)]
    assert [] == await _asked(complete, "a" * 6000)
    assert ["a" * 100] == seen


@pytest.mark.parametrize("error", [Sentence("no"), Overtaken()])
async def test_what_cannot_be_completed_is_silent(error: Exception) -> None:
    """
    A completion that is overtaken, or about a match that cannot be told, offers nothing.
    """

    async def complete(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
        raise error

    assert [] == await _asked(complete, "a")
