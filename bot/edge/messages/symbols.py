"""The page of rules that shows a game's pieces with their names, and explains the letters on its pictures."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bot.edge.imaging.drawing import RenderRequest, Scene
from bot.edge.messages.builder import MessageBuilder
from bot.edge.messages.formatting import words_for
from bot.edge.words import _, capitalize, language
from games.core.contract import AnyGame
from games.core.game import UNMARKED, Symbols
from games.core.text import Text
from render.core.plates import Drawing

SYMBOLS = "symbols"
"""The page's key, beside those of the game's own pages."""


def symbols_request(game: AnyGame) -> RenderRequest:
    """Return the order for pictures of the pieces with their names, one a group."""
    groups = tuple(tuple(piece.key for piece in group.pieces) for group in game.spec.symbols)
    names = tuple(name for group in game.spec.symbols for name in _names(game, group))
    return RenderRequest(
        game=game.spec.key, scene=Scene.SYMBOLS, view=groups, marks=UNMARKED, names=names, language=language()
    )


def _names(game: AnyGame, group: Symbols) -> Iterator[str]:
    words = words_for(game, plain=True)
    return (capitalize(words(piece.name)) for piece in group.pieces)


def show_symbols(builder: MessageBuilder, game: AnyGame, drawings: Sequence[Drawing]) -> MessageBuilder:
    """Add the page; where nothing is drawn, the names alone."""
    key, words = game.spec.key, words_for(game)
    builder.say(f"### {game.spec.title}: {_('Symbols')}")
    for number, group in enumerate(game.spec.symbols):
        builder.say(words(Text(f"{key}.guide.symbols.{group.group}")))
        told = "; ".join(_names(game, group))
        if number < len(drawings):
            builder.show(replace(drawings[number], alt=told), f"symbols-{number + 1}")
        else:
            builder.say(told)
    return builder.say(words(Text(f"{key}.guide.symbols")))
