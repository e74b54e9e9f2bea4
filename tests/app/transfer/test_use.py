"""What a file of a running match can be used for is told, in every game; nothing hidden is in it or comes out of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.match.paces import PerMove
from bot.app.match.records import Actor
from bot.app.runtime.refusals import WORDS
from bot.app.transfer.importing import MatchImports
from bot.app.transfer.match_file import BadFile, MatchFile, read_file, write_file
from bot.app.transfer.reading import Wanted
from bot.app.transfer.service import Handed, whole
from bot.app.transfer.use import hides_from
from bot.app.transfer.verification import open_file as opened_file
from bot.app.transfer.verification import verify_match
from db.ids import MatchId
from db.stores.store import Store
from games.core.registry import games
from games.core.seats import Seat
from games.core.words import Words
from games.h2olland.state import Basket, State
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, CLEO, GAMES, PLACE, Scene

pytestmark = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""What is in a file knows nothing of how it is kept."""

OPEN: list[tuple[str, dict[str, str]]] = [
    ("grunn", {}),
    ("greentown", {"money": "open"}),
    ("h2olland", {}),
    ("walnut_grove", {"coins": "open"}),
    ("grumpf", {}),
]
"""Each game where nothing is hidden at the beginning."""

HIDDEN: list[tuple[str, dict[str, str], str]] = [
    ("greentown", {}, "the other players' Greenies"),
    ("walnut_grove", {}, "the other players' coins, drawn tiles and turns"),
    ("grumpf", {}, "the other players' plans"),
]
"""Games where something is, Grumpf once somebody has submitted a plan, and what."""


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **games()})


async def begun(scene: Scene, game: str, options: Mapping[str, str], turns: int = 0) -> MatchId:
    """Begin a match of Ann and Ben, and play some turns."""
    match = await scene.match(game, (ANN, BEN), pace=PerMove(seconds=3600), options=options)
    for _ in range(turns):
        await play_random(scene, match)
    return match


async def opened(scene: Scene, data: bytes, who: Actor = ANN) -> MatchId:
    """Open a file as a practice match."""
    importing = MatchImports(scene.app.uow, confined=False)
    return (await importing.open(data, Wanted(place=PLACE, player=who))).match


async def refused(scene: Scene, data: bytes, who: Actor = ANN) -> str:
    """Return why a file isn't opened; nothing is stored."""
    before = await scene.app.matches.list_matches(PLACE)
    with pytest.raises(BadFile) as caught:
        await opened(scene, data, who)

    assert before == await scene.app.matches.list_matches(PLACE)
    return str(caught.value)


def said(handed: Handed, game: str) -> str:
    """Return what the answer says a file is for; the file says the same in its first field."""
    told = Words({**WORDS, **games()[game].words}, ["Ann", "Ben"])(handed.use)
    match = json.loads(handed.data)["match"]

    assert ("use", told) == next(iter(match.items()))
    return told


@pytest.mark.parametrize(("game", "options"), OPEN)
async def test_where_nothing_was_hidden_one_can_practice_from_a_match_that_ran(
    every: Scene, game: str, options: dict[str, str]
) -> None:
    """
    Once that is over: before, advice for its position would be help. It goes on from the very position, by another
    seed, and one person plays all seats; the match itself stays alone.
    """
    match = await begun(every, game, options)
    handed = await every.app.files.match_file(match, ANN.user)
    await play_random(every, match)
    spectators = (await every.app.files.match_file(match, None)).data
    early = {
        await refused(every, data, who) for data, who in ((handed.data, ANN), (handed.data, BEN), (spectators, CLEO))
    }
    await every.app.matches.resign(every.key(), BEN, match=match)
    number = await opened(every, handed.data)
    old, new = await every.app.uow.read(match), await every.app.uow.read(number)
    ply = read_file(handed.data).ply
    then = await every.store.read(lambda tx: every.app.uow.match_reader.position_at(tx, old.match, ply)[1])
    await play_random(every, number)
    after = await every.app.uow.read(match)

    assert {"Match #1 is still being played here. Import it when it's over."} == early
    assert "Then you can also practice from here: open it with `/match file import` on this bot" in said(handed, game)
    assert then == new.position
    assert (True, {ANN.user}) == (new.match.practice, {seat.user for seat in new.seats})
    assert old.match.seed_hash != new.match.seed_hash
    assert (old.match, old.position, old.orders) == (after.match, after.position, after.orders)


@pytest.mark.parametrize(("game", "options", "what"), HIDDEN)
async def test_where_something_is_hidden_the_file_says_why_it_cannot_be_played_from(
    every: Scene, game: str, options: dict[str, str], what: str
) -> None:
    """
    In the answer, in the file, and when it is tried; with what to do instead.
    """
    match = await begun(every, game, options)
    if game == "grumpf":
        asked = [ask.seat for ask in (await every.app.uow.read(match)).open_asks()]
        reader = BEN if await play_random(every, match) == asked[0] == Seat(0) else ANN
    else:
        reader = ANN
    handed = await every.app.files.match_file(match, reader.user)
    told, why = said(handed, game), await refused(every, handed.data, reader)

    assert f"You can't play on from this file, because {what} are still hidden from you." in told
    assert why == "Match #1 is still being played here. Import it when it's over."


async def test_a_practice_match_can_be_practiced_from_while_it_runs(every: Scene) -> None:
    """
    There is advice in it anyhow; what others hold in it stays hidden.
    """
    files, told = [], []
    for game in ("grunn", "greentown"):
        match = await every.open(game, practice=True)
        await every.app.lobby.join(every.key(), BEN, match=match)
        files.append(await every.app.files.match_file(match, ANN.user))
        told.append(said(files[-1], game))
    hidden = await refused(every, files[1].data)

    assert "To practice from here, open it with `/match file import` on this bot" in told[0]
    assert await opened(every, files[0].data)
    assert "because the other players' Greenies are still hidden from you. Export match #2 again" in hidden


async def test_h2olland_hides_orders_that_others_write(every: Scene) -> None:
    """
    D.3: what a player has written down for the winter is private; to its owner nothing is hidden then.
    """
    table = await every.app.uow.read(await begun(every, "h2olland", {}))
    game, position = table.game, table.require_position()
    assert isinstance(position.state, State)
    writing = replace(position, state=replace(position.state, baskets=(Basket(trades=("mi",)), Basket())))

    assert [True, False, True] == [
        hides_from(game, writing, own, seats=2) for own in ((Seat(1),), (Seat(0), Seat(1)), ())
    ]


@pytest.mark.parametrize("game", sorted(games()))
async def test_no_file_of_a_running_match_holds_what_is_hidden(every: Scene, game: str) -> None:
    """
    Neither the seed, nor a position, nor plans, drafts and notes, nor what the log tells others alone.
    """
    match = await begun(every, game, {}, 4)
    await every.app.notes.write(BEN, match=match, text="my secret scheme", add=False)
    table = await every.app.uow.read(match)
    seed = (await every.store.read(lambda tx: tx.matches.seed(match))).hex()
    secret = read_file(write_file(await every.store.read(lambda tx: whole(tx, every.app.uow.match_reader, match))))
    own = [line.entry for line in secret.lines if b'"audience":[1]' in bytes(line.entry)]
    files = [(await every.app.files.match_file(match, user)).data.decode() for user in (ANN.user, None)]
    sheets = [(await every.app.files.sheet(match, user)).data.decode() for user in (ANN.user, None)]

    assert table.position is not None
    assert not any(seed in text or "my secret scheme" in text or '"position"' in text for text in (*files, *sheets))
    assert not any(bytes(entry).decode() in text for entry in own for text in files)
    assert not any('"cause":"plan"' in text or f'"user":{BEN.user}' in text for text in files)
    assert all("use `/match file export` without `form`" in text for text in sheets)


async def grunn_file(scene: Scene) -> tuple[MatchId, bytes]:
    """Return a match of Grunn that is over, and the file that Ann got of it while it ran."""
    match = await begun(scene, "grunn", {}, 3)
    data = (await scene.app.files.match_file(match, ANN.user)).data
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    return match, data


def forged(data: bytes, **changes: Any) -> bytes:  # noqa: ANN401 - any field of a file
    """Return a file that says something else, under a checksum that fits."""
    return write_file(replace(read_file(data), **changes))


async def test_bad_files_of_a_running_match_get_a_sentence(every: Scene) -> None:
    """
    Torn, changed, of another kind or release, of another match or game, with other turns: what is wrong, what to do.
    """
    _, data = await grunn_file(every)
    file: MatchFile = read_file(data)
    entry = msgspec.Raw(bytes(file.lines[-1].entry).replace(b'"seat":', b'"seat" :').replace(b'"line":"', b'"line":"x'))
    rewritten = (*file.lines[:-1], replace(file.lines[-1], entry=entry))
    cases: list[tuple[bytes, str]] = [
        (data[: len(data) // 2], "incomplete"),
        (b"Grunn, match 1\nStarted 2026", "Use the JSON file"),
        (data.replace(b'"longtable_match":1', b'"longtable_match":2'), "Update the bot"),
        (data.replace(b'"number":1', b'"number":2'), "changed after it was written"),
        (forged(data, game="greentown"), "Green Town"),
        (forged(data, game="chess"), "doesn't have the game"),
        (forged(data, number=99), "this bot doesn't have that match"),
        (forged(data, seed_hash="0" * 64), "announces the hash of another seed"),
        (forged(data, ply=file.ply + 50), "this bot doesn't have that match"),
        (forged(data, lines=rewritten), "own record of match"),
        (forged(data, lines=file.lines[:-1]), "own record of match"),
        (forged(data, reader=1), "Another player exported this file"),
        (forged(data, whole=True), "incomplete"),
        (data + b" " * 33 * 2**20, "too large"),
    ]
    for made, sentence in cases:
        assert sentence in await refused(every, made)


async def test_a_file_is_of_use_to_who_exported_it_alone(every: Scene) -> None:
    """
    Who isn't in the match can't open a player's file; what a spectator exported anybody can open who sees it all.
    """
    match = await begun(every, "grunn", {}, 3)
    data, spectators = [(await every.app.files.match_file(match, user)).data for user in (ANN.user, None)]
    await every.app.matches.resign(every.key(), BEN, match=match)

    assert "Another player exported this file" in await refused(every, data, BEN)
    assert await opened(every, spectators, CLEO)


async def test_a_file_that_was_hidden_sends_to_the_whole_match_after_its_end(every: Scene) -> None:
    """
    Then the new file holds everything, and opens.
    """
    match = await begun(every, "greentown", {}, 2)
    early = (await every.app.files.match_file(match, ANN.user)).data
    await every.app.matches.resign(every.key(), BEN, match=match)
    later = await every.app.files.match_file(match, ANN.user)

    assert "Match #1 is over now. Export it again" in await refused(every, early)
    assert "to open it as a practice match with `/match file import`" in said(later, "greentown")
    assert await opened(every, later.data)


async def test_a_practice_match_from_a_running_one_can_be_verified_itself(every: Scene) -> None:
    """
    Lines that the exporter could not read are missing before its beginning; from there on all is recomputed.
    """
    match = await begun(every, "walnut_grove", {"coins": "open"}, 2)
    while hides_from(
        games()["walnut_grove"], (await every.app.uow.read(match)).require_position(), (Seat(0),), seats=2
    ):
        await play_random(every, match)
    data = (await every.app.files.match_file(match, ANN.user)).data
    await every.app.matches.resign(every.key(), BEN, match=match)
    number = await opened(every, data)
    await play_random(every, number)
    await every.app.matches.resign(every.key(), ANN, match=number)
    handed = await every.app.files.match_file(number, ANN.user)

    library = every.app.uow.library
    found = verify_match(opened_file(read_file(handed.data), library.games, library.codec))

    assert found.recomputed
    assert "because what came before that can't be recomputed" in said(handed, "walnut_grove")


async def test_a_turn_taken_back_since_is_there_in_the_practice_match(every: Scene) -> None:
    """
    The file shows a moment, and that moment is played on from, whatever became of the match.
    """
    match = await every.match("season", (ANN, BEN), pace=PerMove(seconds=3600))
    await every.play(match, ANN, "1")
    data = (await every.app.files.match_file(match, ANN.user)).data
    await every.app.undo.undo(every.key(), ANN, match=match)
    later = (await every.app.files.match_file(match, ANN.user)).data
    await every.app.matches.resign(every.key(), BEN, match=match)
    boards = [(await every.app.matches.view(await opened(every, file), None)).view for file in (data, later)]

    assert [{1: 0}, {}] == [view.state.owner for view in boards]
