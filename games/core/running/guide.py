"""The position on which a game's board is explained: read once, written by authors."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Raw

from games.core.contract import AnyGame
from games.core.game import View
from games.core.running.codec import Codec
from games.core.running.play import Position
from games.core.search.kept import cached_by_identity
from games.core.text import Text


@cached_by_identity(16)
def guide_view(game: AnyGame) -> View:
    """Return the position of a game's guide as a spectator sees it."""
    guide = game.spec.guide
    assert guide is not None, "asked only of games that have one"
    view: View = game.view(Codec(game).read_position(guide.position).state, None)
    return view


def guide_texts(game: AnyGame) -> tuple[Text, ...]:
    """Return what explains the things of a game's guide, in the order of their numbers."""
    guide = game.spec.guide
    return () if guide is None else tuple(Text(f"{game.spec.key}.guide.{thing}") for thing in guide.things)


def write_guide(game: AnyGame, state: object, names: Sequence[str]) -> bytes:
    """Return ``data/guide.json`` for a state with players of these names."""
    position = Codec(game).position(Position(state))
    return msgspec.json.encode({"names": tuple(names), "position": Raw(position)}) + b"\n"
