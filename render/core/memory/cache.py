"""
One cache for all drawings of a process, with a budget in bytes.

What is kept are pieces of very different worth: a letter takes a tenth of a millisecond to draw and a few hundred bytes
to keep, a landscape a second and some megabytes. So what goes first isn't what was used longest ago, but what saves
least time for its bytes (GreedyDual-Size-Frequency: Cherkasova, HP Laboratories report 98-69R1, 1998). The rank of what
is kept is the rank of what went last when it was used, plus its uses times the seconds that it saves by byte.

Flat inks take a twentieth of their bytes when packed, and unpacking takes a fiftieth of the time of drawing. So a
drawing is packed before it goes. It is there as it is used, packed, or both, and each of these two forms has a rank of
its own.
"""

from collections.abc import Callable, Hashable
from functools import wraps
from heapq import heapify, heappop, heappush, heapreplace
from threading import RLock
from time import thread_time
from typing import Any, ParamSpec, TypeVar

from render.core.memory.packing import estimate_packing, estimate_unpacking, pack, unpack
from render.core.memory.sizes import ENTRY, size_of

P = ParamSpec("P")
R = TypeVar("R")

USUAL_BUDGET = 256 * 2**20
LEAST_SECONDS = 2e-5
"""What drawing anything takes at least, where the clock is too coarse to tell."""
WORTH = 2.0
"""How many times longer than packing and unpacking it something takes to draw that is packed."""
_OPTIONS = object()
"""Stands between the arguments by position and those by name in a key."""


class _Entry:
    """
    A drawing: as it is used (`value`) or None, packed or None.

    `size` are the bytes of the value, `seconds` what drawing it takes, `returns` what it takes to have the value again
    once it has gone. `floor` is the rank of what went last when it was last used.
    """

    __slots__ = ("floor", "key", "number", "packed", "returns", "seconds", "shelf", "size", "uses", "value")

    def __init__(self, shelf: "_Shelf", key: Hashable, number: int) -> None:
        self.shelf = shelf
        self.key = key
        self.number = number
        self.uses = 1
        self.floor = self.seconds = self.returns = 0.0
        self.size = 0
        self.value: Any = None
        self.packed: bytes | None = None

    @property
    def is_packable(self) -> bool:
        """Whether the drawing is packed before it goes."""
        return self.returns < self.seconds

    @property
    def packed_size(self) -> int:
        """The bytes of the packed form."""
        return ENTRY + len(self.packed or b"")

    def rank(self, *, packed: bool) -> float:
        """What one of its two forms is worth; the lowest goes first."""
        saved, size = (self.seconds, self.packed_size) if packed else (self.returns, self.size)
        return self.floor + self.uses * saved / size


_Shelf = dict[Hashable, _Entry]
_Heap = list[tuple[float, int, _Entry]]
"""Forms by the ranks that they had when they were last looked at. Using something only makes its rank rise."""


class Cache:
    """What has been drawn by any function; `budget` and `used` are in bytes. Safe in any thread."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.used = 0
        self._floor = 0.0
        self._count = 0
        self._lock = RLock()
        self._shelves: list[_Shelf] = []
        self._values: _Heap = []
        self._packed: _Heap = []

    def wrap(self, make: Callable[P, R], *, packs: bool = True) -> Callable[P, R]:
        """The function with its results kept; its arguments are hashable. `packs`: whether these can be packed."""
        shelf: _Shelf = {}
        self._shelves.append(shelf)

        @wraps(make)
        def find(*args: P.args, **options: P.kwargs) -> R:
            key: Hashable = (*args, _OPTIONS, *options.items()) if options else args
            entry = shelf.get(key)
            if entry is not None:
                entry.uses += 1
                entry.floor = self._floor
                found: R | None = entry.value or self._open(entry)
                if found is not None:
                    return found
            before = thread_time()
            made = make(*args, **options)
            self._keep(shelf, key, made, max(thread_time() - before, LEAST_SECONDS), packs=packs)
            return made

        find.cache_clear = lambda: self._clear(shelf)  # type: ignore[attr-defined]  # as in the standard library
        return find

    def resize(self, budget: int) -> None:
        """Set the budget in bytes, and let go what is beyond it."""
        with self._lock:
            self.budget = budget
            self._shrink()

    def _clear(self, shelf: _Shelf) -> None:
        """Forget all that a function has drawn."""
        with self._lock:
            for entry in shelf.values():
                self.used -= entry.size * (entry.value is not None) + entry.packed_size * (entry.packed is not None)
                entry.value = entry.packed = None
            shelf.clear()
            self._values = [item for item in self._values if item[2].value is not None]
            self._packed = [item for item in self._packed if item[2].packed is not None]
            heapify(self._values)
            heapify(self._packed)

    def _keep(self, shelf: _Shelf, key: Hashable, value: object, seconds: float, *, packs: bool) -> None:
        size = size_of(value)
        with self._lock:
            if key in shelf or size > self.budget:
                return
            self._count += 1
            entry = shelf[key] = _Entry(shelf, key, self._count)
            entry.floor, entry.seconds, entry.size = self._floor, seconds, size
            unpacking = estimate_unpacking(size)
            worth = packs and seconds > WORTH * (estimate_packing(size) + unpacking)
            entry.returns = unpacking if worth else seconds
            self._lay_out(entry, value)

    def _open(self, entry: _Entry) -> Any:  # noqa: ANN401 - what any function has drawn
        """The drawing unpacked; None if it has gone meanwhile."""
        with self._lock:
            if entry.value is not None or entry.packed is None:
                return entry.value
            value = unpack(entry.packed)
            self._lay_out(entry, value)
            return value

    def _lay_out(self, entry: _Entry, value: object) -> None:
        """Have a drawing as it is used, and make room for that."""
        entry.value = value
        self.used += entry.size
        heappush(self._values, (entry.rank(packed=False), entry.number, entry))
        self._shrink()

    def _shrink(self) -> None:
        """Let the lowest ranks go until no more is kept than may be."""
        while self.used > self.budget:
            value, packed = self._find_lowest(self._values, packed=False), self._find_lowest(self._packed, packed=True)
            if value < packed:
                self._put_away(heappop(self._values)[2])
            else:
                entry = heappop(self._packed)[2]
                self.used -= entry.packed_size
                entry.packed = None
                self._forget(entry)
            self._floor = min(value, packed)

    def _find_lowest(self, heap: _Heap, *, packed: bool) -> float:
        """The lowest rank of one of the two forms, which is the heap's first then; infinite if there are none."""
        while heap:
            then, number, entry = heap[0]
            now = entry.rank(packed=packed)
            if now <= then:
                return then
            heapreplace(heap, (now, number, entry))
        return float("inf")

    def _put_away(self, entry: _Entry) -> None:
        """Let the form that is used go; the drawing is packed if it isn't yet and is worth it."""
        if entry.packed is None and entry.is_packable:
            entry.packed = pack(entry.value)
            self.used += entry.packed_size
            heappush(self._packed, (entry.rank(packed=True), entry.number, entry))
        entry.value = None
        self.used -= entry.size
        self._forget(entry)

    def _forget(self, entry: _Entry) -> None:
        """Remove an entry of which nothing is left."""
        if entry.value is None and entry.packed is None:
            del entry.shelf[entry.key]


DRAWN = Cache(USUAL_BUDGET)
"""What this process has drawn."""


def cached(draw: Callable[P, R]) -> Callable[P, R]:
    """A decorator for what draws: images, sprites and the like are kept as long as they are worth their bytes."""
    return DRAWN.wrap(draw)


def cached_file(encode: Callable[P, R]) -> Callable[P, R]:
    """The same for what gives files, which are packed already."""
    return DRAWN.wrap(encode, packs=False)
