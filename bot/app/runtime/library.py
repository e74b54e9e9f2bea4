"""The games a bot offers, each with its codec."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.app.runtime.refusals import refuse
from games.core.contract import AnyGame
from games.core.running.codec import Codec


class Library:
    """Games by key. The codecs are made once."""

    def __init__(self, games: Mapping[str, AnyGame]) -> None:
        """Take the games, usually ``games.core.registry.games()``."""
        self.games = dict(games)
        self._codecs: dict[str, Codec[Any, Any]] = {}

    def game(self, key: str) -> AnyGame:
        """Return a game; raises Refusal with the known ones."""
        if key not in self.games:
            raise refuse("NO_GAME", "no_game", game=key, known=tuple(self.games))
        return self.games[key]

    def codec(self, key: str) -> Codec[Any, Any]:
        """Return a game's codec; raises Refusal for an unknown game."""
        if key not in self._codecs:
            self._codecs[key] = Codec(self.game(key))
        return self._codecs[key]
