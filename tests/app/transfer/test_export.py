"""One file holds a match: written, read, recomputed, played on; torn and forged ones are told apart."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.match.paces import PerMove
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.importing import MatchImports
from bot.app.transfer.match_file import NOTHING, BadFile, MatchFile, read_file, write_file
from bot.app.transfer.reading import Wanted
from bot.app.transfer.service import whole
from bot.app.transfer.verification import Verified, open_file, verify_match
from db.ids import MatchId
from db.records import Status
from db.stores.store import Store
from games.core.errors import Refusal
from games.core.registry import games
from games.core.words import Words
from tests.app.playing import play_random, proposed_undo
from tests.app.scene import ANN, BEN, GAMES, PLACE, Scene

EVERY = {**GAMES, **games()}
SHIPPED = sorted(games())


async def played(scene: Scene, key: str = "shop", turns: int = 4) -> MatchId:
    """Play some random turns, one of them taken back and made again."""
    match = await scene.match(key, (ANN, BEN), pace=PerMove(seconds=3600))
    for _ in range(turns):
        if (await scene.app.uow.read(match)).match.status is Status.RUNNING:
            await play_random(scene, match)
    return match


async def finished(scene: Scene, key: str = "season", turns: int = 4) -> MatchId:
    """Play some turns, and let the rest run out."""
    match = await played(scene, key, turns)
    for _ in range(3000):
        if (await scene.app.uow.read(match)).match.status is Status.FINISHED:
            return match
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    raise AssertionError("the match never ends")


async def file_of(scene: Scene, match: MatchId) -> bytes:
    """Return an operator's file."""
    return write_file(await scene.store.read(lambda tx: whole(tx, scene.app.uow.match_reader, match)))


def check(
    scene: Scene, data: bytes, known: str | None = None, keep: Callable[[int, Any], None] = lambda ply, position: None
) -> Verified:
    """Verify a file."""
    library = scene.app.uow.library
    return verify_match(open_file(read_file(data), library.games, library.codec), known=known, keep=keep)


def forged(data: bytes, change: Callable[[MatchFile], MatchFile]) -> bytes:
    """Return a file that says something else, with a checksum that fits."""
    return write_file(change(read_file(data)))


async def _taken_back(scene: Scene, match: MatchId) -> bool:
    """Take a turn back, the other player agreeing; return whether anybody may (nobody in Grumpf: S5.2)."""
    for actor, other in ((ANN, BEN), (BEN, ANN)):
        try:
            await scene.app.undo.undo(scene.key(), actor, match=match)
        except Refusal:
            continue
        view = await proposed_undo(scene, match)
        if view is not None:
            await scene.app.undo.agree(scene.key(), other, match=match, newest=view.newest)
        return True
    return False


@pytest.mark.parametrize("key", SHIPPED)
async def test_a_finished_match_is_recomputed_from_its_file(store: Store, key: str) -> None:
    """
    In every shipped game: all draws and states come out as played, a turn taken back among them where it may be.
    """
    scene = Scene(store, EVERY)
    match = await played(scene, key, 3)
    taken_back = await _taken_back(scene, match)
    for _ in range(3000):
        if (await scene.app.uow.read(match)).match.status is Status.FINISHED:
            break
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    handed = await scene.app.files.match_file(match, ANN.user)
    record = (await scene.app.uow.read(match)).match
    kept: list[Any] = []
    found = check(scene, handed.data, record.seed_hash, lambda ply, position: kept.append(position))
    end = (await scene.app.uow.read(match)).position

    assert (key != "grumpf") == taken_back
    assert found.recomputed
    assert "fixed beforehand" in Words(WORDS)(found.told[0])
    assert end is not None
    assert (end.state, end.drawn) == (kept[-1].state, kept[-1].drawn)


async def test_a_running_match_keeps_its_secrets(scene: Scene) -> None:
    """
    A player's file has neither seed nor position nor what others hold; the operator's has the position, not the seed.
    """
    match = await played(scene, "hands", 1)
    table = await scene.app.uow.read(match)
    seed = (await scene.store.read(lambda tx: tx.matches.seed(match))).hex()
    own = read_file((await scene.app.files.match_file(match, BEN.user)).data)
    operators = await file_of(scene, match)
    found = check(scene, operators)

    assert (None, NOTHING, False) == (own.seed, own.position, own.whole)
    assert table.match.seed_hash == own.seed_hash
    assert seed.encode() not in operators
    assert NOTHING != read_file(operators).position
    assert not found.recomputed
    assert "Compare it" in Words(WORDS)(found.told[0])


async def test_torn_and_forged_files_get_one_sentence(scene: Scene) -> None:
    """
    Cut off, changed, of another kind; another seed, result, turn or order of lines under a checksum that fits. It is
    said in the language of who sent the file.
    """
    data = await file_of(scene, await finished(scene))
    file = read_file(data)
    seed = bytes(range(32))
    lines = file.lines
    turn = next(at for at, line in enumerate(lines) if b'"moves":[{' in bytes(line.entry))
    other = msgspec.Raw(bytes(lines[turn].entry).replace(b'"line":"', b'"line":"x'))
    rewritten = (*lines[:turn], replace(lines[turn], entry=other), *lines[turn + 1 :])
    cases: list[tuple[bytes, str]] = [
        (data[: len(data) // 2], "incomplete"),
        (b"", "doesn't hold a match"),
        (b"\xff\xfe", "doesn't hold a match"),
        (b"[1, 2]", "doesn't hold a match"),
        (json.dumps({"longtable_match": 99}).encode(), "Update the bot"),
        (json.dumps({"longtable_match": 1}).encode(), "incomplete"),
        (data.replace(b'"number":', b'"numbeR":'), "changed after"),
        (forged(data, lambda f: replace(f, game="chess")), "doesn't have the game"),
        (forged(data, lambda f: replace(f, state_number=99)), "later release"),
        (forged(data, lambda f: replace(f, rules_number=99)), "rules 99"),
        (forged(data, lambda f: replace(f, seed=seed.hex())), "doesn't match the hash"),
        (forged(data, lambda f: replace(f, seed="zz")), "isn't a hexadecimal"),
        (
            forged(data, lambda f: replace(f, seed=seed.hex(), seed_hash=hashlib.sha256(seed).hexdigest())),
            "announces the hash of another",
        ),
        (forged(data, lambda f: replace(f, lines=f.lines[:-1])), "incomplete"),
        (forged(data, lambda f: replace(f, lines=f.lines[::-1])), "out of order"),
        (forged(data, lambda f: replace(f, lines=rewritten)), "comes out differently"),
        (forged(data, lambda f: replace(f, seats=f.seats[:1])), "isn't a game for 1"),
    ]
    for made, sentence in cases:
        with pytest.raises(BadFile, match=sentence) as caught:
            check(scene, made)
        assert Words(WORDS, language="de")(caught.value.text) != Words(WORDS)(caught.value.text)
    with pytest.raises(BadFile, match="wasn't fixed beforehand"):
        check(scene, data, "0" * 64)

    assert check(scene, data).recomputed


async def test_a_running_match_goes_on_elsewhere(scene: Scene, store: Store) -> None:
    """
    With the same players, position and log, by a seed of its own that is announced; at its end it is verified again.
    """
    match = await played(scene, "shop", 3)
    data = await file_of(scene, match)
    number = (await MatchImports(scene.app.uow, confined=False).open(data, Wanted(place=PLACE, trusted=True))).match
    old, new = await scene.app.uow.read(match), await scene.app.uow.read(number)
    log = await scene.log(number)
    await play_random(scene, number)
    for _ in range(3000):
        if (await scene.app.uow.read(number)).match.status is Status.FINISHED:
            break
        scene.clock.forward(hours=1)
        await scene.app.scheduler.sweep()
    found = check(scene, (await scene.app.files.match_file(number, ANN.user)).data)

    assert old.position == new.position
    assert [seat.user for seat in old.seats] == [seat.user for seat in new.seats]
    assert [row.ask for row in old.pending if row.seat >= 0] == [row.ask for row in new.pending if row.seat >= 0]
    assert any(new.match.seed_hash in line for line in log)
    assert old.match.seed_hash != new.match.seed_hash
    assert found.recomputed
    assert "played elsewhere" in Words(WORDS)(found.told[-1])


def _as_of_rules_1(file: MatchFile) -> MatchFile:
    """Return a file of Walnut Grove as an earlier release wrote it."""
    _, state, *rest = msgspec.json.decode(bytes(file.position))
    del state["rules"]
    position = msgspec.Raw(msgspec.json.encode([1, state, *rest]))
    return replace(file, rules_number=1, state_number=1, position=position)


async def test_a_match_begun_by_older_rules_goes_on_by_them(store: Store) -> None:
    """
    Walnut Grove has rules 2; a file of rules 1 is read, its state lifted, and played on by rules 1, here and elsewhere.
    """
    scene = Scene(store, EVERY)
    data = forged(await file_of(scene, await played(scene, "walnut_grove", 2)), _as_of_rules_1)
    match = (await MatchImports(scene.app.uow).open(data, Wanted(place=PLACE, trusted=True))).match
    await play_random(scene, match)
    table = await scene.app.uow.read(match)
    again = open_file(read_file(await file_of(scene, match)), EVERY, scene.app.uow.library.codec)

    assert EVERY["walnut_grove"].spec.rules_number == 2
    assert 1 == table.match.rules_number == table.require_position().state.rules
    assert 1 == again.setup.rules


async def test_a_finished_match_opens_as_a_practice_match(scene: Scene) -> None:
    """
    One person sits in all seats, from the last decision or from an earlier line; the log is there and can be stepped.
    """
    match = await finished(scene)
    data = await file_of(scene, match)
    importing = MatchImports(scene.app.uow, confined=False)
    last = (await importing.open(data, Wanted(place=PLACE, player=ANN))).match
    first = read_file(data).lines[2].ply + 1
    early = (await importing.open(data, Wanted(place=PLACE, player=ANN, turn=first))).match
    one, two = await scene.app.uow.read(last), await scene.app.uow.read(early)
    await play_random(scene, early)

    assert (True, Status.RUNNING) == (one.match.practice, one.match.status)
    assert {ANN.user} == {seat.user for seat in one.seats}
    assert two.match.ply < one.match.ply
    with pytest.raises(BadFile, match="practice match"):
        await importing.open(data, Wanted(place=PLACE, trusted=True))
    with pytest.raises(BadFile, match="no turn there"):
        await importing.open(data, Wanted(place=PLACE, player=ANN, turn=1))


async def test_a_file_handed_in_twice_by_one_request_opens_one_match(scene: Scene) -> None:
    """
    Discord may deliver a request again, also while the first is worked on: both get the number of the one match.
    """
    data = await file_of(scene, await finished(scene))
    importing, wanted, key = MatchImports(scene.app.uow, confined=False), Wanted(place=PLACE, player=ANN), scene.key()
    both = await asyncio.gather(*(importing.open(data, wanted, key=key) for _ in range(2)))
    later = await importing.open(data, wanted, key=key)

    assert [later] * 2 == both
    with pytest.raises(Refusal):
        await scene.app.uow.read(MatchId(later.match + 1))


async def test_a_players_file_of_a_running_match_cannot_be_opened(scene: Scene) -> None:
    """
    It holds only what one person saw it saw; nothing is stored.
    """
    match = await played(scene, "season", 1)
    data = (await scene.app.files.match_file(match, ANN.user)).data
    with pytest.raises(BadFile, match="one person saw it"):
        await MatchImports(scene.app.uow, confined=False).open(data, Wanted(place=PLACE, trusted=True))

    assert [match] == [line.match for line in await scene.app.matches.list_matches(PLACE)]


async def test_the_score_sheet_is_plain_text(scene: Scene) -> None:
    """
    Players, turns with numbers, what was taken back in brackets, and the score.
    """
    match = await scene.match(pace=PerMove(seconds=3600))
    await scene.play(match, ANN, "1")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    await scene.play(match, ANN, "2")
    text = (await scene.app.files.sheet(match, None)).data.decode()
    scene.clock.forward(seconds=timedelta(days=1).total_seconds())

    assert "      [Ann sows plot 1.\n      (1; taken back)]\n" in text
    assert "   1. Ann sows plot 2.\n      (2)\n" in text
    assert "Players: Ann and Ben" in text
