"""What people read around plans, in every game: whose plan, by a plan or not, whether it fits, and no code."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.paces import NoPace, Pace, PerMove
from bot.app.match.state import MatchState
from bot.app.match.stopped_plans import Stopping
from bot.app.plans.words import name_of
from bot.app.runtime.refusals import WORDS
from db.ids import MatchId, OrderId
from db.stores.store import Store
from db.tx import Tx
from games.core.errors import Refusal
from games.core.input.forms import Form, FormKind, forms_of
from games.core.orders import Plan
from games.core.registry import games
from games.core.seats import Seat
from games.core.text import Text, say
from games.core.words import Words
from tests.app.playing import play_random
from tests.app.scene import ANN, BEN, GAMES, Scene

one_store = pytest.mark.parametrize("database", ["sqlite"], indirect=True)
"""Sentences know nothing of how plans are kept."""

SHIPPED = games()
CODE = re.compile(
    r"[A-Za-z0-9]_[A-Za-z0-9]|[{}]|\"\w+\":[\[\"\d]|\bNone\b|\bTrue\b|\bFalse\b|games\.|Struct|\w+Error\b"
)
"""What gives away that a sentence was made of code: snake case, braces, JSON, Python."""

NEXT = "Press *Plan* to resume, change or remove it."

TYPED = {
    ("grunn", "standing"): {"tile": "any", "place": "D6", "max_cost": "4", "use": "+D6", "build": "!D6", "keep": "yes"},
    ("greentown", "plan"): {"turns": "B +L15:456 +N15:56; T ~M12-L12-M12"},
    ("walnut_grove", "plan"): {"orders": "church+wf; = h(wws)", "otherwise": "pass"},
    ("h2olland", "plan"): {"season": "race", "steps": "J3; e5", "ends": "pass", "guard": "yes"},
    ("h2olland", "early"): {"trades": "mi; 3co>po", "stores": "co be"},
    ("h2olland", "prefs"): {"race": "auto", "facing": "asdrawn", "drain": "auto", "reward": "ask"},
    ("grumpf", "draft"): {"moves": "5>B 4>R?|4>B x*M!"},
    ("grumpf", "wish"): {"trades": "B=Vi:M R=Vi:W"},
}
"""Every kind of order of every game with all that can be said, as it is typed."""

ODD = ("odd_word", "{x}")
NONSENSE = (*ODD, "hello", "", "99")


@pytest.fixture
def every(store: Store) -> Scene:
    """The services with all games."""
    return Scene(store, {**GAMES, **SHIPPED})


async def begun(scene: Scene, game: str, pace: Pace | None = None) -> MatchId:
    """Begin a match so far that plans can be stored; Grunn begins with laying tiles out."""
    options = {"sorcerer": "advanced"} if game == "grumpf" else {}
    match = await scene.match(game, pace=pace or PerMove(seconds=3600), options=options)
    for _ in range(2 if game == "grunn" else 0):
        await play_random(scene, match)
    return match


def words_in(table: MatchState) -> Words:
    """Return what puts texts of a match into words."""
    return Words({**WORDS, **table.game.words}, ["Ann", "Ben"])


def forms_in(game: str) -> list[Form]:
    """Return the forms of what can be stored in a game."""
    return [form for form in forms_of(SHIPPED[game]) if form.kind is FormKind.ORDER]


def test_every_kind_of_order_is_tried() -> None:
    """
    The list of this file names each kind of each game.
    """
    assert {(game, form.name) for game in SHIPPED for form in forms_in(game)} == set(TYPED)


@one_store
@pytest.mark.parametrize("game", sorted(SHIPPED))
async def test_no_sentence_around_plans_shows_code(every: Scene, game: str) -> None:
    """
    Forms, stored plans, doubts, receipts, refusals and private words: no snake case, no braces, no JSON.
    """
    match = await begun(every, game)
    table = await every.app.uow.read(match)
    words, told = words_in(table), list(_asked(game))
    for form in forms_in(game):
        texts = await _stored(every, match, form.name, TYPED[game, form.name])
        for option in form.options:
            for nonsense in NONSENSE:
                texts += await _stored(every, match, form.name, {**TYPED[game, form.name], option.name: nonsense})
        told += map(words, texts)
    for _ in range(6):
        await play_random(every, match)
    await every.relay.pump()
    told += [words(notice.text) for notice in every.courier.of(Kind.WORD) if notice.text is not None]
    told += map(words, [each.halted for each in (await every.app.plans.show(BEN, match=match)).orders if each.halted])

    assert len(told) > 20
    assert [] == [sentence for sentence in told if _code_in(sentence)]


def _asked(game: str) -> Iterator[str]:
    """What the forms of a game's plans say."""
    for form in forms_in(game):
        yield from (form.title, form.what)
        for option in form.options:
            yield from (name_of(option.name), option.what, *option.choices)


async def _stored(scene: Scene, match: MatchId, kind: str, values: dict[str, str]) -> list[Text]:
    """Read and store what is typed; all that is said about it."""
    told = []
    try:
        read = await scene.app.plans.read(BEN, match=match, kind=kind, values=values)
        told += [read.doubt] if read.doubt else []
        told += (await scene.app.plans.add(scene.key(), BEN, match=match, order=read.order)).told
        panel = await scene.app.plans.show(BEN, match=match)
        told += [each.text for each in panel.orders]
        if len(panel.orders) > 3:
            told += (await scene.app.plans.clear(scene.key(), BEN, match=match)).told
    except Refusal as refusal:
        told.append(refusal.text)
    return told


def _code_in(sentence: str) -> bool:
    """Whether a sentence shows code, apart from what was typed."""
    for typed in ODD:
        sentence = sentence.replace(typed, "")
    return CODE.search(sentence) is not None


async def halt(scene: Scene, match: MatchId) -> OrderId:
    """Stop what Ben has stored, as a change of players does; return the newest."""
    rows = [row for row in (await scene.app.uow.read(match)).orders if row.seat == 1]
    why = Stopping(say("app.order_of_before")).write()

    def work(tx: Tx) -> None:
        for row in rows:
            tx.orders.save(replace(row, halted=why))

    await scene.store.run(work)
    return rows[-1].id


@one_store
@pytest.mark.parametrize(("game", "kind"), sorted(TYPED))
async def test_resume_says_whether_the_plan_fits_now(every: Scene, game: str, kind: str) -> None:
    """
    What speaks against it as things stand, or when it is played: a draft only at the deadline.
    """
    match = await begun(every, game)
    read = await every.app.plans.read(BEN, match=match, kind=kind, values=TYPED[game, kind])
    await every.app.plans.add(every.key(), BEN, match=match, order=read.order)
    order = await halt(every, match)
    (told,) = (await every.app.plans.resume(every.key(), BEN, match=match, order=order)).told
    late = "app.order_resumed_late" if kind == "draft" else "app.order_resumed"

    assert ("app.order_resumed_unfit" if read.doubt else late) == told.id


@one_store
async def test_a_draft_says_that_it_counts_only_at_the_deadline(every: Scene) -> None:
    """
    And that there is none, in a match without a clock.
    """
    told: list[str] = []
    for pace in (PerMove(seconds=3600), NoPace()):
        match = await begun(every, "grumpf", pace)
        read = await every.app.plans.read(BEN, match=match, kind="draft", values={"moves": "5>B"})
        receipt = await every.app.plans.add(every.key(), BEN, match=match, order=read.order)
        told += map(every.words, receipt.told)

    assert [
        "Your plan is stored. It's played only if you miss the deadline.",
        "Your plan is stored. It's played only if you miss a deadline, and this match has no clock.",
    ] == told


@one_store
async def test_who_has_several_seats_hears_which_plan_is_meant(every: Scene) -> None:
    """
    In the answer to what stopped it; who has one seat hears of no seat.
    """
    match = await every.open(seats=2, practice=True)
    await every.app.lobby.join(every.key(), ANN, match=match)
    names = ["Ann", "Ann (2)"]
    first = (await every.app.uow.read(match)).open_asks()[0].seat
    mine = Seat(1 - first)
    await every.app.plans.add(every.key(), ANN, match=match, order=Plan(steps=("5", "9")), seat=mine)
    receipt = await every.play(match, ANN, "5")
    words = Words({**WORDS, **GAMES["season"].words}, names)
    told = [words(text) for text in receipt.told if "plan" in words(text)]

    plan = f"Plan ahead (steps: 5; 9), for {names[mine]}"

    assert [f"Your plan was stopped: {plan}. Plot 5 is sown by {names[first]}. {NEXT}"] == told
