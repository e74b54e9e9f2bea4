"""Finding the games there are."""

from importlib import metadata
from typing import Annotated, Literal

import pytest
from msgspec.structs import replace

from games.core import registry
from games.core.contract import AnyGame
from games.core.game import Options, Part, Turn
from games.core.moves import Field, Move
from games.core.registry import Source, collect, find_installed, game, games
from tests.games.tiny import TINY, digs, hands


class Renamed(digs.Digs):
    """Digs under another key and command, perhaps with other moves."""

    def __init__(
        self, key: str, command: str, moves: tuple[type[Move], ...] = digs.Digs.spec.moves, **spec: object
    ) -> None:
        """Change what the spec says."""
        self.spec = replace(digs.DIGS.spec, key=key, command=command, moves=moves, **spec)  # type: ignore[misc]


def source(name: str, loaded: AnyGame) -> Source:
    """A source that loads without fail."""
    return Source(name, lambda: loaded)


def broken() -> AnyGame:
    """A third party's package that does not work."""
    raise ImportError("no module named x")


def test_a_broken_package_does_not_stop_the_others() -> None:
    """
    What cannot be loaded is reported with its reason; the rest is there.
    """
    found = collect([Source("bad", broken), source("good", digs.DIGS), source("odd", object())])  # type: ignore[arg-type]

    assert list(found.games) == ["digs"]
    assert found.broken["bad"] == "ImportError: no module named x"
    assert found.broken["odd"].startswith("AttributeError")


def test_the_same_game_may_be_announced_twice() -> None:
    """
    A game found as a package and as an entry point is one game.
    """
    found = collect([source("games.digs", digs.DIGS), source("digs = games.digs:GAME", digs.DIGS)])

    assert (list(found.games), found.broken) == (["digs"], {})


def test_keys_commands_and_verbs_are_taken_once() -> None:
    """
    Another game of the same key or command is refused, and a game whose moves share a verb.
    """
    doubled = Renamed("twice", "twice", (digs.Dig, digs.Dig))
    found = collect(
        [
            source("first", digs.DIGS),
            source("key", Renamed("digs", "dig")),
            source("command", Renamed("dig", "digs")),
            source("verbs", doubled),
            source("other", hands.HANDS),
        ]
    )

    assert list(found.games) == ["digs", "hands"]
    assert found.broken == {
        "key": "the key 'digs' is taken",
        "command": "the command 'digs' is taken",
        "verbs": "two moves are called 'dig'",
    }


WORDS = tuple(map(str, range(26)))


class Few(Options, frozen=True):
    """As many choices as Discord takes."""

    size: Annotated[Literal[WORDS[:25]], Field("What")] = "0"  # type: ignore[valid-type]


class Many(Options, frozen=True):
    """One more."""

    size: Annotated[Literal[WORDS], Field("What")] = "0"  # type: ignore[valid-type]


def test_more_than_discord_takes_is_refused_not_dropped() -> None:
    """
    A rule option of 26 choices is refused by name, and one of 25 is not; so are 25 options of a command,
    and 28 commands: 25 of turns and three of moves.
    """
    parts = tuple(Part(f"p{at}", (digs.Dig,), "What", optional=True) for at in range(25))
    turns = tuple(Turn(f"t{at}", "What", parts[:1]) for at in range(25))
    found = collect(
        [
            source("few", Renamed("few", "few", options=Few)),
            source("many", Renamed("many", "many", options=Many)),
            source("parts", Renamed("parts", "parts", turns=(Turn("all", "What", parts),))),
            source("turns", Renamed("turns", "turns", turns=turns)),
        ]
    )

    assert list(found.games) == ["few"]
    assert found.broken == {
        "many": "'size' has 26 choices; up to 25 fit",
        "parts": "'all' has 25 options; up to 24 fit",
        "turns": "28 commands; up to 24 fit",
    }


def test_own_packages_and_entry_points_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Every package beside the core is a source, then what installed packages announce under the group.
    """
    point = metadata.EntryPoint("tiny", "tests.games.tiny.digs:DIGS", registry.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == registry.GROUP else [])

    sources = list(find_installed())

    names = [one.name for one in sources]
    assert "games.grunn" in names
    assert "games.core" not in names
    assert names[-1] == "tiny = tests.games.tiny.digs:DIGS"
    assert sources[-1].load() is digs.DIGS
    assert next(one for one in sources if one.name == "games.grunn").load().spec.key == "grunn"


def test_the_installed_games_are_read_once() -> None:
    """
    The registry holds the games of this project.
    """
    assert registry.registry() is registry.registry()
    assert "grunn" in registry.registry().games


def test_games_are_found_by_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    An unknown key is answered with those known, and with what could not be loaded: it may be the one that is meant.
    """
    monkeypatch.setattr(registry, "registry", lambda: registry.Registry(TINY, {}))

    assert games() == TINY
    assert game("digs") is digs.DIGS
    with pytest.raises(LookupError, match="no game 'chess'; known are hands, digs"):
        game("chess")
    monkeypatch.setattr(registry, "registry", lambda: registry.Registry({}, {"chess = chess:GAME": "ImportError: no"}))
    with pytest.raises(LookupError, match="known are none; chess = chess:GAME could not be loaded: ImportError: no"):
        game("chess")
