"""In which language people and servers are spoken to."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.app.match.preferences import Display
from bot.app.notifications.languages import KNOWN_FOR, LANGUAGE, LOCALE, Languages
from games.core.errors import Refusal
from tests.app.scene import ANN, BEN, PLACE, Scene


class Seconds:
    """A clock for what is known."""

    def __init__(self) -> None:
        """Begin at some time."""
        self.now = 1000.0

    def __call__(self) -> float:
        """Return it."""
        return self.now


async def noted(scene: Scene) -> object:
    """Return what language of Ann's Discord is noted."""
    person = await scene.store.read(lambda tx: tx.people.get(ANN.user))
    return None if person is None else msgspec.json.decode(person.prefs).get(LOCALE)


async def test_a_choice_counts_more_than_the_language_of_discord(scene: Scene) -> None:
    """
    An empty choice gives way to it again; private messages follow the choice, else what Discord was read in lately.
    """
    languages = Languages(scene.app.uow)
    await scene.app.preferences.set_person(ANN, {LANGUAGE: "nl"})
    chosen = (await languages.of_reader(ANN.user, "de")).language, await languages.of_person(ANN.user)
    await scene.app.preferences.set_person(ANN, {LANGUAGE: ""})
    languages.forget(ANN.user)
    automatic = (await languages.of_reader(ANN.user, "de")).language, await languages.of_person(ANN.user)

    assert (("nl", "nl"), ("de", "de")) == (chosen, automatic)


async def test_people_the_bot_does_not_know_leave_nothing(scene: Scene) -> None:
    """
    They are answered in the language of their Discord; nothing is known for a message of its own.
    """
    assert "fr" == (await scene.app.languages.of_reader(BEN.user, "fr")).language
    assert "" == await scene.app.languages.of_person(BEN.user)
    assert await scene.store.read(lambda tx: tx.people.get(BEN.user)) is None


async def test_the_language_of_discord_is_noted_once_a_while(scene: Scene) -> None:
    """
    It is written where it has changed, and looked at again only after a minute; choices stay.
    """
    seconds = Seconds()
    languages = Languages(scene.app.uow, seconds=seconds)
    await scene.app.preferences.set_person(ANN, {"zone": "Europe/Amsterdam"})
    await languages.of_reader(ANN.user, "de")
    first = await noted(scene)
    meanwhile = (await languages.of_reader(ANN.user, "fr")).language
    kept = await noted(scene)
    seconds.now += KNOWN_FOR
    await languages.of_reader(ANN.user, "fr")

    assert ("de", "fr", "de", "fr") == (first, meanwhile, kept, await noted(scene))
    assert "Europe/Amsterdam" == (await scene.app.preferences.person(ANN.user))["zone"]


async def test_what_was_just_chosen_is_forgotten_on_demand(scene: Scene) -> None:
    """
    Else a choice made elsewhere counts after a minute.
    """
    seconds = Seconds()
    languages = Languages(scene.app.uow, seconds=seconds)
    await languages.of_reader(ANN.user, "en-US")
    await scene.app.preferences.set_person(ANN, {LANGUAGE: "nl"})
    before = (await languages.of_reader(ANN.user, "en-US")).language
    seconds.now += KNOWN_FOR
    later = (await languages.of_reader(ANN.user, "en-US")).language
    await scene.app.preferences.set_person(ANN, {LANGUAGE: "de"})
    languages.forget(ANN.user)

    assert ("en-US", "nl", "de") == (before, later, (await languages.of_reader(ANN.user, "en-US")).language)


async def test_a_servers_choice(scene: Scene) -> None:
    """
    Empty until it has chosen.
    """
    assert PLACE.guild is not None
    before = await scene.app.languages.of_server(PLACE.guild)
    await scene.app.settings.set_server(PLACE, {LANGUAGE: "de"})

    assert ("", "de") == (before, await scene.app.languages.of_server(PLACE.guild))


async def test_a_choice_made_while_an_older_one_is_read_counts_at_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    A completion that began before doesn't bring the former language back for a minute.
    """
    languages = Languages(scene.app.uow)
    await scene.app.preferences.set_person(ANN, {LANGUAGE: "nl"})
    read = scene.store.read

    async def chosen_meanwhile(work: Any) -> Any:  # noqa: ANN401  # whatever is read
        monkeypatch.undo()
        found = await read(work)
        await scene.app.preferences.set_person(ANN, {LANGUAGE: "de"})
        languages.forget(ANN.user)
        return found

    monkeypatch.setattr(scene.store, "read", chosen_meanwhile)
    before = (await languages.of_reader(ANN.user, "en-US")).language

    assert ("nl", "de") == (before, (await languages.of_reader(ANN.user, "en-US")).language)


async def test_people_the_bot_does_not_know_cost_no_write(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Anyone can press and complete.
    """
    written = list[object]()
    monkeypatch.setattr(scene.store, "run", written.append)

    assert "fr" == (await scene.app.languages.of_reader(BEN.user, "fr")).language
    assert [] == written


async def test_how_boards_are_shown_is_read_with_the_language(scene: Scene) -> None:
    """
    Usually as pictures; what is none of the ways to show them is refused.
    """
    languages = Languages(scene.app.uow)
    usual = (await languages.of_reader(ANN.user, "de")).display
    await scene.app.preferences.set_person(ANN, {"display": "text"})
    languages.forget(ANN.user)
    chosen = (await languages.of_reader(ANN.user, "de")).display
    with pytest.raises(Refusal, match="BAD_SETTING"):
        await scene.app.preferences.set_person(ANN, {"display": "sounds"})

    assert (Display.PICTURES, Display.TEXT) == (usual, chosen)
