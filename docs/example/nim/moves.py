"""The one move of Nim. Everything a player types, taps or reads follows from this declaration."""

from typing import Annotated, ClassVar

from games.core.moves import Field, Move


class Take(Move, frozen=True, tag="take"):
    """Take objects from one heap (R2)."""

    title: ClassVar[str] = "Take objects"

    heap: Annotated[int, Field("Which heap, counted from the left", least=1)]
    count: Annotated[int, Field("How many objects", least=1)]
