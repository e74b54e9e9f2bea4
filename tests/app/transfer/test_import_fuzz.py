"""A file that a stranger sends may hold anything: it always gets one sentence, quickly and in little memory."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Raw
from msgspec.structs import replace

from bot.app.lobby.starting import hash_of
from bot.app.match.records import Actor, Place
from bot.app.match.turn_runner import LogSegment, TurnRunner
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.match_file import BadFile, LineFile, MatchFile, SeatFile, write_file
from bot.app.transfer.reading import Wanted, read_match, report_of
from db.ids import ChannelId, UserId
from games.core.game import Setup
from games.core.registry import games
from games.core.running.codec import Codec
from games.core.running.table import start
from games.core.text import say
from games.core.words import Words
from tests.games.tiny import TINY

EVERY = {**TINY, **games()}
SEED, OTHER = bytes(range(32)), bytes(32)
AT = datetime(2026, 11, 28, tzinfo=UTC)
STRANGER = Wanted(place=Place(None, ChannelId(5)), player=Actor(UserId(7), "Ann"))
OPERATOR = Wanted(place=Place(None, ChannelId(5)), trusted=True)
SECONDS, MEMORY = 1.0, 100 * 2**20


@cache
def body(key: str, *, over: bool = True) -> str:
    """Return what a file says of a match of two that went by default moves: to its end, or for three turns."""
    game, codec = EVERY[key], Codec(EVERY[key])
    setup = Setup(seats=2, options=game.spec.options())
    begun = start(game, setup, SEED)
    play = TurnRunner(game, SEED, begun.position)
    play.say(say("app.started", hash=hash_of(SEED)))
    play.stretches.append(LogSegment(begun.entries, begun.position))
    play.run_on()
    turns = 0
    while play.asks() and (over or turns < 3):
        play.expire(play.asks()[0])
        play.run_on()
        turns += 1
    entries = [entry for stretch in play.stretches for entry in stretch.entries]
    lines = [LineFile(ply=at, at=AT, entry=Raw(codec.encode(entry))) for at, entry in enumerate(entries, 1)]
    file = MatchFile(
        game=key,
        rules_number=game.spec.rules_number,
        state_number=game.spec.state_number,
        number=1,
        options=Raw(codec.encode(setup.options)),
        pace=Raw(b'{"type":"per_move","seconds":3600}'),
        seats=(SeatFile(name="Ann", user=UserId(1)), SeatFile(name="Ben", user=UserId(2))),
        whole=True,
        started=AT,
        seed_hash=hash_of(SEED),
        ply=len(lines),
        lines=tuple(lines),
    )
    if over:
        file = replace(file, seed=SEED.hex())
    else:
        file = replace(file, position=Raw(codec.position(play.position)))
    return json.dumps(json.loads(write_file(file))["match"])


def covered(match: str) -> bytes:
    """Return a file whose checksum fits."""
    return f'{{"longtable_match":1,"sum":"{hashlib.sha256(match.encode()).hexdigest()}","match":{match}}}'.encode()


@contextmanager
def little_memory() -> Iterator[None]:
    """Let this process have so much more memory than it has now, where the platform can: then MemoryError."""
    try:
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123
            now = int(file.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + MEMORY, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def read(data: bytes, wanted: Wanted = STRANGER) -> str:
    """Read a file as `/match file import` does; "" if it is opened, else the sentence."""
    begun = time.process_time()
    try:
        with little_memory():
            read_match(EVERY, data, wanted, OTHER, AT)
    except BadFile as error:
        said = str(error)
    else:
        said = ""
    assert time.process_time() - begun < SECONDS
    assert len(said) <= 300
    return said


def paths(value: Any, way: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401 - any JSON
    """Return the way to every value in a JSON document."""
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [way, *(each for name, part in inner for each in paths(part, (*way, name)))]


NUMBERS = st.one_of(
    st.integers(min_value=-2, max_value=12).map(str),
    st.integers().map(str),
    st.sampled_from([10**6, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, 10**18, 10**30]).flatmap(
        lambda number: st.sampled_from([str(number), str(-number)])
    ),
    st.sampled_from(["9" * 400, "9" * 5000, "1e999", "-0.5", "1e-999"]),
)
TEXTS = st.one_of(
    st.text(max_size=20),
    st.sampled_from(["", "\u202e", "\0", "x" * 10**6, "2026-11-28T00:00:00", "0001-01-01T00:00:00+14:00", "app.away"]),
).map(json.dumps)
DEEP = st.integers(min_value=1, max_value=20_000).flatmap(
    lambda depth: st.sampled_from(["[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth])
)
SHAPES = st.sampled_from(["null", "true", "[]", "{}", "[[]]", '{"a":1,"a":2}', '{"id":"app.away","args":{}}'])
HOLE = "a hole in the file"


def changed(match: str, way: tuple[str | int, ...], part: str, *, doubled: bool) -> str:
    """Put any JSON (also such as nobody would write) in the place of a value, or beside it under the same name."""
    document = json.loads(match)
    if not way:
        return part
    holder = document
    for name in way[:-1]:
        holder = holder[name]
    old, holder[way[-1]] = json.dumps(holder[way[-1]]), HOLE
    if doubled:
        part = f"{old}, {json.dumps(way[-1])}: {part}" if isinstance(holder, dict) else f"{old}, {old}"
    return json.dumps(document).replace(json.dumps(HOLE), part)


def test_a_file_as_it_was_written_is_opened() -> None:
    """
    The fuzzed files are good ones before anything is changed in them.
    """
    assert "" == read(covered(body("season")))
    assert "" == read(covered(body("shop", over=False)), OPERATOR)
    assert "still running" in read(covered(body("shop", over=False)))
    assert "All " in " ".join(map(Words(WORDS), report_of(EVERY, covered(body("season")), None).told))


@pytest.mark.parametrize("number", [10**18, 2**63 - 1, 2**64, 10**30, -1])
@pytest.mark.parametrize("where", ["ply", "first", "reader", "state_number", "rules_number"])
def test_no_number_makes_more_than_the_file_holds(number: int, where: str) -> None:
    """
    With a ply of 10**18 the list of its turns once took all the memory of the machine.
    """
    file = json.loads(body("season")) | {where: number}

    assert read(covered(json.dumps(file)))


@pytest.mark.parametrize(
    ("way", "value"),
    [
        (("lines", -1, "ply"), 10**18),
        (("seats", 0, "resigned"), 10**18),
        (("seats", 0, "user"), 10**30),
        (("rewinds",), [{"ply": 10**18, "target": 1, "kind": "undo"}]),
        (("base",), {"ply": 10**18, "position": None}),
        (("pace",), {"type": "per_move", "seconds": 1e300}),
        (("started",), "9999-12-31T23:59:59-14:00"),
        (("lines", 1, "at"), "2026-11-28T00:00:00"),
        (("lines", 1, "entry", "seat"), 10**18),
    ],
)
def test_no_number_deeper_in_the_file_does_either(way: tuple[str | int, ...], value: object) -> None:
    """
    Plies, seats, people, clocks and times are held against the file and against what can be stored.
    """
    file = json.loads(body("season"))
    holder = file
    for name in way[:-1]:
        holder = holder[name]
    holder[way[-1]] = value

    assert read(covered(json.dumps(file)), OPERATOR)


def test_options_nobody_could_choose_are_refused() -> None:
    """
    A live Grumpf of 10**18 seconds a hunt: the options are those that `/match new` offers.
    """
    file = json.loads(body("grumpf", over=False))
    file["options"]["limit"] = 10**18

    assert "these options" in read(covered(json.dumps(file)), OPERATOR)


def test_sentences_in_sentences_do_not_multiply() -> None:
    """
    What names the same sentence twice, forty deep, would be longer than any memory.
    """
    text: dict[str, Any] = {"id": "core.raw", "args": {"words": "x"}}
    for _ in range(40):
        text = {"id": "app.away", "args": {"name": text, "begin": "", "until": ""}}
    file = json.loads(body("season"))
    file["lines"][0]["entry"]["events"].append({"text": text})

    assert "isn't a sentence of the bot" in read(covered(json.dumps(file)))


def test_a_stranger_brings_no_position_that_cannot_be_recomputed() -> None:
    """
    A position is taken over from the operator's hands only, whether it is the present or where a match went on.
    """
    running = json.loads(body("shop", over=False))
    over = json.loads(body("shop"))
    over["base"] = {"ply": 2, "position": running["position"]}

    assert "still running" in read(covered(json.dumps(running)))
    assert "itself imported from a file" in read(covered(json.dumps(over)))


@pytest.mark.parametrize(
    ("key", "name", "value"),
    [("season", "seat", 2**31), ("walnut_grove", "disc", "\u202e")],
)
def test_no_position_is_taken_over_that_nobody_can_play(key: str, name: str, value: object) -> None:
    """
    An operator's file may hold any position of the right types; the rules' code counts on more than these.
    """
    file = json.loads(body(key, over=False))
    file["position"][1][name] = value

    assert "no one can play on" in read(covered(json.dumps(file)), OPERATOR)


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_a_file_holds_it_gets_a_sentence(data: st.DataObject) -> None:
    """
    Numbers of every size, deep nesting, wrong types, names twice, long words, anywhere: a second and 100 MB at most.
    """
    key, over, wanted = data.draw(
        st.sampled_from([("season", True, STRANGER), ("shop", True, OPERATOR), ("shop", False, OPERATOR)])
    )
    match = body(key, over=over)
    ways = paths(json.loads(match))
    top = [way for way in ways if len(way) <= 1]
    way = data.draw(st.one_of(st.sampled_from(top), st.sampled_from(ways)))
    part = data.draw(st.one_of(NUMBERS, TEXTS, DEEP, SHAPES))

    read(covered(changed(match, way, part, doubled=data.draw(st.booleans()))), wanted)


@given(st.one_of(st.binary(max_size=200), st.text(max_size=50).map(str.encode), DEEP.map(str.encode)))
@settings(max_examples=50, deadline=None)
def test_whatever_is_no_file_gets_a_sentence(data: bytes) -> None:
    """
    Bytes, words and deep brackets, alone or where a match should be.
    """
    assert read(data)
    assert read(
        b'{"longtable_match":1,"sum":"' + hashlib.sha256(data).hexdigest().encode() + b'","match":' + data + b"}"
    )
