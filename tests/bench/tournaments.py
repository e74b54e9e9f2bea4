"""Many tournaments of each format: people leave, do not appear, come back, and results are annulled; all explained.

``python -m tests.bench.tournaments [NUMBER [KIND]]`` plays 500 of each kind, or of the kinds that begin like one, and
prints a table; the first that is not as its rule says stops it, with its format, its kind and its seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator

from db.tournaments.records import Format, TournamentStatus
from tests.app.tournaments.explained import check_end, check_moment, check_news
from tests.app.tournaments.troubled import PEOPLE, Troubled, settings_by

TOURNAMENTS = 500
"""Of each kind, by hand."""

FEW = 10
LEAVE = 0.15
"""Of those who have played a match, so many leave after it."""


def leaving(held: Troubled) -> None:
    """Let matches end, and some of their players leave."""
    playing = held.playing()
    held.go_on()
    for match in playing:
        if match.came is not None:
            for user in match.users:
                if isinstance(user, int) and held.chance.random() < LEAVE:
                    held.leave_user(user)


def absent(held: Troubled) -> None:
    """Let some not appear for their matches, and the bot be away now and then."""
    roll = held.chance.random()
    if roll < 0.15:
        held.time_up(held.pick(), held.pick())
    elif roll < 0.25:
        held.time_up(held.pick(), 0, all_of_them=True)
    elif roll < 0.35:
        held.outage(held.chance.choice((0.5, 10, 100)))
    elif roll < 0.4:
        held.wait(held.chance.choice((5, 200)))
    else:
        held.go_on()


def everything(held: Troubled) -> None:
    """Let anything happen, at every stage."""
    pick, other = held.pick(), held.pick()
    things: tuple[tuple[float, Callable[[], None]], ...] = (
        (3, held.go_on),
        (2, lambda: held.finish(pick, even=pick % 5 == 0)),
        (1, lambda: held.give_up(pick, other)),
        (1, lambda: absent(held)),
        (1, lambda: held.join(pick % PEOPLE)),
        (1, lambda: held.leave(pick)),
        (0.5, lambda: held.drop(pick)),
        (0.7, lambda: held.substitute(pick, other % PEOPLE)),
        (1.2, lambda: held.annul(pick)),
        (1, lambda: held.rule(pick, even=other % 4 == 0)),
        (0.3, lambda: held.extend(pick, other % 9)),
        (0.3, lambda: held.block(pick, other)),
        (0.3, lambda: held.pause(1 + pick % 50)),
        (0.3, held.resume),
        (0.5, lambda: held.sit_out(pick, other % 5, back=pick % 7 == 0)),
        (0.3, lambda: held.keep_apart(pick, other, back=pick % 5 == 0)),
        (0.1, held.computer),
        (0.01, held.cancel),
    )
    (chosen,) = held.chance.choices([do for _, do in things], [weight for weight, _ in things])
    chosen()


KINDS: dict[str, Callable[[Troubled], None]] = {
    "15 % leaving": leaving,
    "no-shows, outages": absent,
    "everything": everything,
}


def played(format: Format, kind: Callable[[Troubled], None], seed: int) -> Troubled:
    """Play one tournament to its end, checking it at every moment."""
    chance = random.Random(f"{format} {seed}")
    people = 4 + seed % 13
    held = Troubled(format, settings_by(chance, format, people=people), seed=seed)
    held.memory.watch = check_news
    for person in range(people * held.tournament.settings.team):
        held.join(person)
    held.start()
    for _ in range(2000):
        held.work()
        check_moment(held)
        if not held.tournament.alive:
            break
        kind(held)
    held.run()
    check_moment(held)
    check_end(held.tournament, held.memory.news)
    return held


def rows(tournaments: int = FEW, kinds: str = "") -> Iterator[str]:
    """Play all, or those whose kind begins so, and tell of each format how many tournaments ended how."""
    yield f"{'format':<18}{'kind':<20}{'played':>7}{'one':>7}{'shared':>8}{'groups':>8}{'nobody':>8}{'off':>6}{'ms':>7}"
    for format in Format:
        for name, kind in ((name, kind) for name, kind in KINDS.items() if name.startswith(kinds)):
            ends: Counter[str] = Counter()
            began = time.process_time()
            for seed in range(tournaments):
                ends[_end(_told(format, kind, seed))] += 1
            spent = (time.process_time() - began) / tournaments * 1000
            counts = "".join(
                f"{ends[end]:>{width}}"
                for end, width in zip(("one", "shared", "groups", "nobody", "off"), (7, 8, 8, 8, 6), strict=True)
            )
            yield f"{format:<18}{name:<20}{tournaments:>7}{counts}{spent:>7.0f}"


def _told(format: Format, kind: Callable[[Troubled], None], seed: int) -> Troubled:
    try:
        return played(format, kind, seed)
    except Exception as failure:
        failure.add_note(f"{format}, {kind.__name__}, seed {seed}")
        raise


def _end(held: Troubled) -> str:
    if held.tournament.record.status is TournamentStatus.CANCELLED:
        return "off"
    end = held.memory.news[-1]
    if end.id == "app.tournament_groups_finished":
        return "groups"
    if end.id == "app.tournament_no_winner":
        return "nobody"
    names = dict(end.args)["names"]
    assert isinstance(names, tuple)
    return "one" if len(names) == 1 else "shared"


if __name__ == "__main__":
    for line in rows(int(sys.argv[1]) if len(sys.argv) > 1 else TOURNAMENTS, "".join(sys.argv[2:3])):
        print(line, flush=True)
