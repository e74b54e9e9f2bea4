"""The machine: hypothesis chooses what is done and what goes wrong with it, and finds the shortest way to a fault."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Any, ClassVar
from unittest.mock import patch

import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis import seed as set_seed
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from db.stores.store import Store
from games.core.contract import AnyGame
from tests.faults.states import clocks, cups, lobbies, people, turns
from tests.faults.states.life import Life
from tests.faults.states.step import Deed, Step
from tests.faults.states.survey import Survey

Open = Callable[[], AbstractAsyncContextManager[tuple[Store, ...]]]
DEEDS: Mapping[str, tuple[int, Deed]] = {
    "play": (8, turns.play),
    "open_match": (3, lobbies.open_match),
    "fill": (4, lobbies.fill),
    "at_the_door": (1, lobbies.at_the_door),
    "again": (1, lobbies.again),
    "seek": (1, lobbies.seek),
    "press": (4, turns.press),
    "type_anything": (1, turns.type_anything),
    "plan": (2, turns.plan),
    "take_back": (3, turns.take_back),
    "look": (1, turns.look),
    "give_up": (1, turns.give_up),
    "pass_time": (4, clocks.pass_time),
    "stop": (1, clocks.stop),
    "be_away": (1, clocks.be_away),
    "vote": (2, clocks.vote),
    "manage": (2, clocks.manage),
    "maintain": (1, clocks.maintain),
    "let_go": (2, clocks.let_go),
    "change_servers": (1, clocks.change_servers),
    "leave_server": (1, clocks.leave_server),
    "open_cup": (2, cups.open_cup),
    "run_cup": (3, cups.run_cup),
    "dispute": (2, cups.dispute),
    "go_on": (3, cups.go_on),
    "moderate": (1, people.moderate),
    "block": (1, people.block),
    "follow": (1, people.follow),
    "prefer": (1, people.prefer),
    "export": (1, people.export),
    "delete": (2, people.delete),
    "purge": (1, people.purge),
    "work": (6, people.work),
    "deliver": (3, people.deliver),
    "repeat": (2, people.repeat),
}
"""What is done, each so often beside the others; the first is what is left where anything else would do."""
OFTEN = tuple(name for name, (often, _) in DEEDS.items() for _ in range(often))
GRAVE = frozenset({"delete", "purge", "change_servers", "maintain"})
"""What ends so much that of most lives little would be left."""
MEDDLING: tuple[Deed, ...] = (turns.play, turns.press, lobbies.fill, turns.give_up, clocks.manage, people.block)
"""What somebody else does in the middle of something."""


class Tally:
    """What was done in all lives."""

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.troubles: Counter[str] = Counter()
        self.made: Counter[str] = Counter()
        self.fault = ""
        """The first one that was found, before a shorter way to it is sought."""
        self.told: Callable[[int], None] = lambda steps: None

    def add(self, life: Life, made: Counter[str]) -> None:
        """Add what was done in a life."""
        self.refused += life.refused
        self.troubles += life.troubles
        self.made += made

    def find(self, fault: str) -> None:
        """Note a fault; the first one is told at once."""
        if not self.fault:
            self.fault = fault
            print(f"a fault, now the shortest way to it is sought: {fault}", flush=True)


class Machine(RuleBasedStateMachine):
    """One life; a subclass says over which database (``enter`` opens an empty one), with which games."""

    enter: ClassVar[Open]
    games: ClassVar[Mapping[str, AnyGame]]
    tally: ClassVar[Tally]

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.opened = type(self).enter()
        self.patch = patch("bot.app.privacy.deleting.WAITS", 1)
        self.patch.start()
        structlog.configure(processors=[_drop])

    @initialize(seed=st.integers(0, 9999), matches=st.integers(0, 9), calm=st.booleans())
    def begin(self, seed: int, matches: int, calm: bool) -> None:
        """Open the database, start two processes, and let some matches begin; in a ``calm`` life nobody is deleted."""
        self.calm = calm
        stores = self.runner.run(self.opened.__aenter__())
        self.life = Life(stores, self.games, seed=seed)
        self.survey = Survey(self.life)
        self.runner.run(self._start(seed, matches))

    async def _start(self, seed: int, matches: int) -> None:
        for process in self.life.processes:
            await self.life.begin(process)
        for number in range(seed, seed + matches):
            await lobbies.open_match(Step(self.life, number))
            await lobbies.fill(Step(self.life, number))

    @rule(deed=st.sampled_from(OFTEN), seed=st.integers(0, 9999), trouble=st.integers(0, 99))
    def do(self, deed: str, seed: int, trouble: int) -> None:
        """Do something, and look."""
        if deed in GRAVE and (self.calm or seed % 2):
            deed = "work"
        try:
            self.runner.run(self._step(deed, seed, trouble))
        except Exception as error:
            self.tally.find(f"{deed}: {error!r}")
            raise
        self.tally.done[deed] += 1
        self.tally.told(sum(self.tally.done.values()))

    async def _step(self, deed: str, seed: int, trouble: int) -> None:
        await DEEDS[deed][1](Step(self.life, seed, trouble=trouble, meddle=MEDDLING[seed % len(MEDDLING)]))
        faults = await self.survey.look()
        if deed == "delete":
            faults += await self.survey.check_deleted()
        assert not faults, "\n".join(faults)

    def teardown(self) -> None:
        """Let everything come to rest, look once more, and close the database."""
        try:
            if hasattr(self, "life"):
                faults = self.runner.run(self.survey.rest())
                self.tally.add(self.life, self.runner.run(_count(self.life)))
                if faults:
                    self.tally.find("\n".join(faults))
                assert not faults, "\n".join(faults)
        finally:
            self.runner.run(self.opened.__aexit__(None, None, None))
            self.runner.close()
            self.patch.stop()
            structlog.reset_defaults()


def machine(enter: Open, games: Mapping[str, AnyGame], tally: Tally) -> type[Machine]:
    """Return the class of machines over a kind of database."""
    return type("Machine", (Machine,), {"enter": staticmethod(enter), "games": games, "tally": tally})


def run(kind: type[RuleBasedStateMachine], *, lives: int, steps: int, seed: int | None = None) -> None:
    """Live so many lives of so many steps; raises what was wrong, after the script that leads there was printed."""
    chosen = settings(
        max_examples=lives,
        stateful_step_count=steps,
        deadline=None,
        derandomize=seed is None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        print_blob=False,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    if seed is not None:
        set_seed(seed)(kind)
    run_state_machine_as_test(kind, settings=chosen)


async def _count(life: Life) -> Counter[str]:
    """Count what a life has left."""
    made: Counter[str] = Counter()
    for name in ("match", "entry", "tournament", "pairing", "outbox"):
        made[name] = len(await life.rows(name))
    made["turns acknowledged"] = sum(life.turns.values())
    made["messages posted"] = life.channels.posted
    made["people deleted"] = len(life.deleted)
    return made


def _drop(*_: object) -> Mapping[str, Any]:
    raise structlog.DropEvent
