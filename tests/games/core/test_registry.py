"""Finding the games there are."""

from importlib import metadata

import pytest
from msgspec.structs import replace

from games.core import registry
from games.core.game import AnyGame
from games.core.moves import Move
from games.core.registry import Source, collect, game, games, installed
from tests.games.tiny import TINY, digs, hands


class Renamed(digs.Digs):
    """Digs under another key and command, perhaps with other moves."""

    def __init__(self, key: str, command: str, moves: tuple[type[Move], ...] = digs.Digs.spec.moves) -> None:
        """Change what the spec says."""
        self.spec = replace(digs.DIGS.spec, key=key, command=command, moves=moves)  # type: ignore[misc]


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


def test_own_packages_and_entry_points_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Every package beside the core is a source, then what installed packages announce under the group.
    """
    point = metadata.EntryPoint("tiny", "tests.games.tiny.digs:DIGS", registry.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == registry.GROUP else [])

    sources = list(installed())

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
    An unknown key is answered with those known.
    """
    monkeypatch.setattr(registry, "registry", lambda: registry.Registry(TINY, {}))

    assert games() == TINY
    assert game("digs") is digs.DIGS
    with pytest.raises(LookupError, match="no game 'chess'; known: hands, digs"):
        game("chess")
    monkeypatch.setattr(registry, "registry", lambda: registry.Registry({}, {}))
    with pytest.raises(LookupError, match="known: none"):
        game("chess")
