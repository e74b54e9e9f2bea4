"""Reviews: what is judged, what is kept, and who gets a sentence instead."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from bot.app.match.records import Actor, Place
from bot.app.reviews import claims as reviews_claims
from bot.app.reviews import service
from bot.app.reviews.claims import FACT, Claim, Claims
from bot.app.reviews.records import Review
from bot.app.reviews.service import Reviews, Shown
from bot.app.reviews.tasks import foresee
from bot.app.transfer.importing import MatchImports
from bot.app.transfer.reading import Wanted
from db.ids import GuildId, MatchId, UserId
from db.records import ReviewRecord
from db.stores.store import Store
from games.core.errors import Refusal
from tests.app.reviews.here import Here
from tests.app.reviews.thoughtful import THOUGHTFUL
from tests.app.scene import ANN, BEN, CLEO, GAMES, PLACE, Scene

LINES = ("1", "7", "12", "8", "2", "9", "--", "--")
"""Ann sows three plots, of which one lies apart, and so does Ben of neighbours."""


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Here:
    """Quick steps."""
    return Here(monkeypatch)


@pytest.fixture
def scene(store: Store, thinking: Here) -> Scene:
    """A scene in which matches can be reviewed."""
    made = Scene(store, {**GAMES, THOUGHTFUL.spec.key: THOUGHTFUL})
    made.app.reviews = Reviews(made.app.uow, thinking)
    return made


async def quiet(share: float) -> None:
    """Show nothing."""
    assert 0 <= share <= 1.001


async def finished(scene: Scene, lines: tuple[str, ...] = LINES, *, place: Place = PLACE) -> MatchId:
    """Play a match of two seasons to its end."""
    match = await scene.match("thoughtful", (ANN, BEN), place=place)
    for season in (lines, ("--", "--")):
        for line in season:
            panel = await scene.app.matches.view(match, None)
            await scene.play(match, (ANN, BEN)[panel.asks[0].seat], line)
    return match


async def review(scene: Scene, match: MatchId, actor: Actor = ANN) -> Shown:
    """Ask for a review."""
    return await scene.app.reviews.review(match, actor.user, quiet)


async def stored(scene: Scene, match: MatchId) -> ReviewRecord | None:
    """What is kept."""
    return await scene.store.read(lambda tx: tx.reviews.get(match))


async def test_a_review_is_made_once_and_kept(scene: Scene, thinking: Here) -> None:
    """
    Every turn that somebody chose is judged, every board but the last has a point; a second request makes nothing.
    """
    match = await finished(scene)
    first = await review(scene, match)
    steps = thinking.steps
    second = await review(scene, match, BEN)
    record = await stored(scene, match)
    assert record is not None
    kept = msgspec.json.decode(record.data, type=Review)

    assert first.review == second.review == kept
    assert steps == thinking.steps
    assert len(LINES) + 2 == len(first.review.decisions)
    assert tuple(range(first.last)) == tuple(point.turn for point in first.review.points)
    assert all(abs(sum(point.shares) - 1) < 0.01 for point in first.review.points)


async def test_a_review_that_an_earlier_version_kept_otherwise_is_made_anew(scene: Scene, thinking: Here) -> None:
    """
    It can't be read; the new one takes its place.
    """
    match = await finished(scene)
    first = await review(scene, match)
    record = await stored(scene, match)
    assert record is not None
    old = replace(record, data=b'{"rules": 1, "curve": []}')
    await scene.store.run(lambda tx: tx.reviews.put(old))
    second = await review(scene, match)

    assert first.review == second.review
    assert record.data == (await stored(scene, match) or old).data


async def test_many_who_ask_at_once_wait_for_the_same_review(scene: Scene, thinking: Here) -> None:
    """
    Thirty people press the button under a result; one of them going away ends nothing for the others.
    """
    match = await finished(scene)
    people = [Actor(UserId(7000 + number), f"Player {number}") for number in range(30)]
    thinking.gate.clear()
    asking = [asyncio.create_task(review(scene, match, who)) for who in people]
    await asyncio.sleep(0.1)
    asking[0].cancel()
    thinking.gate.set()
    shown = await asyncio.gather(*asking, return_exceptions=True)
    steps = thinking.steps
    kept = await review(scene, match)

    assert isinstance(shown[0], asyncio.CancelledError)
    assert all(each.review == kept.review for each in shown[1:] if isinstance(each, Shown))
    assert not [each for each in shown[1:] if not isinstance(each, Shown)]
    assert steps == thinking.steps


async def test_the_plot_apart_has_cost_points(scene: Scene) -> None:
    """
    Ann's third plot lies far from her first: a neighbour was better, surely and for each player of the rollouts.
    """
    shown = await review(scene, await finished(scene))
    losses = {loss.ply: loss for loss in shown.findings.losses}
    apart = shown.review.decisions[2]
    assert apart.words is not None

    assert apart.ply in losses
    assert 3 == apart.turn
    assert apart.gain >= 1.5
    assert (12,) == tuple(text.args["plot"] for text in apart.words.made)
    assert {2} == {text.args["plot"] for text in apart.words.best}


async def test_the_same_match_brings_the_same_review(scene: Scene) -> None:
    """
    All is counted and drawn from the match's seed.
    """
    match = await finished(scene)
    first = await review(scene, match)
    record = await stored(scene, match)
    assert record is not None
    await scene.store.run(lambda tx: tx.reviews.put(replace(record, ply=record.ply - 1)))
    second = await review(scene, match)

    assert first.review == second.review


async def test_turns_that_were_taken_back_are_not_judged(scene: Scene) -> None:
    """
    The log keeps them, the review doesn't count them.
    """
    match = await scene.match("thoughtful", (ANN, BEN))
    await scene.play(match, ANN, "5")
    await scene.app.undo.undo(scene.key(), ANN, match=match)
    for line in (*LINES, "--", "--"):
        panel = await scene.app.matches.view(match, None)
        await scene.play(match, (ANN, BEN)[panel.asks[0].seat], line)
    shown = await review(scene, match)
    made = [bytes(each.made) for each in shown.review.decisions]

    assert not [each for each in made if b"5" in each]
    assert len(LINES) + 2 == len(made)


async def test_a_match_that_was_resigned_has_a_point_for_its_last_board(scene: Scene) -> None:
    """
    Nobody knows how it would have ended; the default moves of who resigned aren't judged.
    """
    match = await scene.match("thoughtful", (ANN, BEN))
    for actor, line in zip((ANN, BEN) * 2, LINES, strict=False):
        await scene.play(match, actor, line)
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    shown = await review(scene, match)

    assert not shown.review.whole
    assert [0, 1, 2, 3, 4] == [point.turn for point in shown.review.points]
    assert 4 == len(shown.review.decisions)
    assert shown.findings.share is not None


@pytest.mark.parametrize("early", [False, True])
async def test_a_match_that_was_imported_is_reviewed_as_far_as_its_file_goes(scene: Scene, *, early: bool) -> None:
    """
    A file of a finished match has all of it, one from before the end only where it stood: the review begins there.
    """
    match = await scene.match("thoughtful", (ANN, BEN))
    for actor, line in zip((ANN, BEN) * 2, LINES[:4], strict=True):
        await scene.play(match, actor, line)
    running = (await scene.app.files.match_file(match, ANN.user)).data
    await scene.app.matches.resign(scene.key(), BEN, match=match)
    whole = (await scene.app.files.match_file(match, ANN.user)).data
    importing = MatchImports(scene.app.uow, confined=False)
    other = (await importing.open(running if early else whole, Wanted(place=PLACE, player=ANN))).match
    for line in ("3", "9", "--", "--", "--", "--"):
        await scene.play(other, ANN, line)
    before, after = await review(scene, match), await review(scene, other)
    past, made = [[(each.turn, each.made) for each in shown.review.decisions] for shown in (before, after)]

    assert (False, True) == (before.review.whole, after.review.whole)
    assert ([] if early else past) == made[:-6]
    assert [made[-6][0] + number for number in range(6)] == [turn for turn, _ in made[-6:]]
    assert tuple(range(after.last)) == tuple(point.turn for point in after.review.points)


async def test_what_cannot_be_reviewed_gets_a_sentence(scene: Scene) -> None:
    """
    A match that runs, one that was never started, one too short, one that no computer plays, one that there isn't.
    """
    running = await scene.match("thoughtful", (ANN, BEN))
    lobby = await scene.open("thoughtful")
    short = await scene.match("thoughtful", (ANN, BEN))
    await scene.app.matches.resign(scene.key(), ANN, match=short)
    unplayed = await scene.match("season", (ANN, BEN))
    await scene.app.matches.resign(scene.key(), ANN, match=unplayed)
    codes = {}
    for match in (running, lobby, short, unplayed, MatchId(99)):
        with pytest.raises(Refusal) as refused:
            await review(scene, match)
        codes[match] = refused.value.code

    assert ["NOT_OVER", "NOT_STARTED", "TOO_SHORT", "NO_REVIEW", "NO_MATCH"] == list(codes.values())


async def test_a_match_by_other_rules_gets_a_sentence(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    What was played by an earlier rules number that can't be replayed isn't judged by the present rules.
    """
    match = await finished(scene)
    monkeypatch.setattr(type(THOUGHTFUL), "spec", replace(THOUGHTFUL.spec, rules_number=2))
    with pytest.raises(Refusal) as refused:
        await review(scene, match)

    assert "OTHER_RULES" == refused.value.code
    assert (1, 2) == (refused.value.text.args["played"], refused.value.text.args["rules"])


async def test_a_server_has_one_review_made_at_a_time(scene: Scene, thinking: Here) -> None:
    """
    Who asks for the same match waits for the same review; who asks for another one is told which is being made.
    """
    match, other = await finished(scene), await finished(scene)
    thinking.gate.clear()
    asked = [asyncio.create_task(review(scene, match, who)) for who in (ANN, BEN)]
    await asyncio.sleep(0.2)
    with pytest.raises(Refusal) as refused:
        await review(scene, other)
    thinking.gate.set()
    first, second = await asyncio.gather(*asked)

    assert "BUSY_REVIEW" == refused.value.code
    assert match == refused.value.text.args["match"]
    assert first.review == second.review
    assert len(LINES) + 2 == len((await review(scene, other)).review.decisions)


@pytest.mark.parametrize("processes", [1, 2])
async def test_a_person_has_one_review_made_at_a_time(scene: Scene, thinking: Here, processes: int) -> None:
    """
    Also of matches of several servers, and in direct messages, whichever process answers there; others aren't held up.
    """
    elsewhere = Place(GuildId(10), PLACE.channel)
    matches = [await finished(scene), *[await finished(scene, place=elsewhere) for _ in range(2)]]
    services = [scene.app.reviews, Reviews(scene.app.uow, thinking) if processes > 1 else scene.app.reviews]
    thinking.gate.clear()
    asked = [asyncio.create_task(services[0].review(matches[0], ANN.user, quiet))]
    await asyncio.sleep(0.2)
    with pytest.raises(Refusal) as refused:
        await services[1].review(matches[1], ANN.user, quiet)
    asked.append(asyncio.create_task(services[1].review(matches[1], BEN.user, quiet)))
    await asyncio.sleep(0.2)
    with pytest.raises(Refusal) as server:
        await services[0].review(matches[2], CLEO.user, quiet)
    thinking.gate.set()
    shown = await asyncio.gather(*asked)

    assert ["BUSY_REVIEW", "BUSY_REVIEW"] == [refused.value.code, server.value.code]
    assert matches[:2] == [refused.value.text.args["match"], server.value.text.args["match"]]
    assert matches[:2] == [each.match_view.match.id for each in shown]


async def test_who_is_busy_holds_up_nobody_who_asks_for_the_same(
    scene: Scene, thinking: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The refusal is for the person whose other review is being made; it is made for the other one.
    """
    match, take, gate = await finished(scene), Claims.take, asyncio.Event()
    await Claims(scene.app.uow).take(MatchId(99), 99, ANN.user)

    async def take_late(self: Claims, match: MatchId, place: int, user: UserId) -> Claim | None:
        await gate.wait()
        return await take(self, match, place, user)

    monkeypatch.setattr(Claims, "take", take_late)
    asked = []
    for who in (ANN, BEN):
        asked.append(asyncio.create_task(review(scene, match, who)))
        await asyncio.sleep(0.2)
    gate.set()
    with pytest.raises(Refusal) as refused:
        await asked[0]
    shown = await asked[1]

    assert "BUSY_REVIEW" == refused.value.code
    assert len(LINES) + 2 == len(shown.review.decisions)


async def test_another_process_makes_it_and_both_wait(
    scene: Scene, thinking: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Who asks there for the same match sees how far it is here, and gets the same review.
    """
    monkeypatch.setattr(service, "LOOK", 0.05)
    monkeypatch.setattr(service, "RENEW", 0.05)
    match, seen = await finished(scene), set[float]()

    async def note(share: float) -> None:
        seen.add(share)

    here, there = scene.app.reviews, Reviews(scene.app.uow, thinking)
    thinking.most = thinking.steps + 5
    asked = [asyncio.create_task(here.review(match, ANN.user, quiet))]
    await asyncio.sleep(0.2)
    asked.append(asyncio.create_task(there.review(match, BEN.user, note)))
    await asyncio.sleep(0.5)
    thinking.go_on()
    first, second = await asyncio.gather(*asked)

    assert first.review == second.review
    assert max(seen) > 0
    assert [] == await claims(scene)


async def test_what_a_process_left_when_it_was_killed_is_made_by_another(
    scene: Scene, thinking: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Its claim holds until it would have been renewed; then who waits has the review made anew.
    """
    monkeypatch.setattr(service, "LOOK", 0.05)
    monkeypatch.setattr(reviews_claims, "HOLD", 600)
    match = await finished(scene)
    await Claims(scene.app.uow).take(match, 9, ANN.user)
    shown = await review(scene, match)

    assert len(LINES) + 2 == len(shown.review.decisions)
    assert [] == await claims(scene)


async def test_a_claim_that_lapsed_is_taken_again_unless_another_was_quicker(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    As after an outage of the database, during which its person may have been deleted; and nobody releases what isn't
    theirs.
    """
    slow, quick = Claims(scene.app.uow), Claims(scene.app.uow)
    match, other = MatchId(1), MatchId(2)
    with monkeypatch.context() as short:
        short.setattr(reviews_claims, "HOLD", 1)
        for at, each in enumerate((match, other)):
            await slow.take(each, at, (ANN, BEN)[at].user)
            await asyncio.sleep(0.01)
    await quick.take(other, 9, CLEO.user)
    for each in (match, other):
        await slow.renew(each, 0.5)
    again, taken = await slow.find(match), await slow.find(other)
    for each in (match, other):
        await slow.release(each)

    assert again is not None
    assert taken is not None
    assert (0.5, "", 9) == (again.share, again.person, taken.place)
    assert await slow.find(match) is None
    assert taken == await slow.find(other)


async def test_who_has_waited_too_long_is_told_that_it_goes_on(
    scene: Scene, thinking: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Before what they asked by can't be answered anymore; it is there when they ask again.
    """
    monkeypatch.setattr(service, "LOOK", 0.05)
    match = await finished(scene)
    thinking.most = thinking.steps + 5
    with monkeypatch.context() as hasty:
        hasty.setattr(service, "PATIENCE", 0.5)
        with pytest.raises(Refusal) as refused:
            await review(scene, match)
    begun = thinking.steps
    thinking.go_on()
    shown = await review(scene, match)

    assert "NOT_YET" == refused.value.code
    assert refused.value.text.args["percent"] in range(1, 100)
    assert thinking.steps > begun > 0
    assert len(LINES) + 2 == len(shown.review.decisions)


async def claims(scene: Scene) -> list[object]:
    """What is noted of reviews that are being made."""
    stored = await scene.store.read(lambda tx: tx.facts.get(FACT))
    return list(msgspec.json.decode(stored or "[]"))


async def test_a_bot_that_ends_keeps_no_half_of_a_review(scene: Scene, thinking: Here) -> None:
    """
    Who waits is told, nothing is stored, and nothing more is begun.
    """
    match = await finished(scene)
    thinking.gate.clear()
    asked = asyncio.create_task(review(scene, match))
    await asyncio.sleep(0.2)
    scene.app.reviews.close()
    with pytest.raises(Refusal) as refused:
        await asked
    with pytest.raises(Refusal) as later:
        await review(scene, match)

    assert ("STOPPED", "STOPPED") == (refused.value.code, later.value.code)
    assert await stored(scene, match) is None


async def test_a_process_that_hangs_ends_the_review(scene: Scene, thinking: Here) -> None:
    """
    It is given up as a whole, with a sentence; the next request begins anew.
    """
    match = await finished(scene)

    async def hang(*about: object) -> None:
        raise TimeoutError

    run, thinking.run = thinking.run, hang  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal) as refused:
        await review(scene, match)
    thinking.run = run  # type: ignore[method-assign]

    assert "NO_REVIEW" == refused.value.code
    assert len(LINES) + 2 == len((await review(scene, match)).review.decisions)


async def test_a_review_without_a_curve_is_not_kept(scene: Scene, thinking: Here) -> None:
    """
    The code of a game may fail wherever a match is played on; who asks later gets a review made anew.
    """
    match, run = await finished(scene), thinking.run

    async def fail(*about: object) -> object:
        if foresee in about:
            raise ValueError("no")
        return await run(*about)  # type: ignore[arg-type]

    thinking.run = fail  # type: ignore[method-assign, assignment]
    with pytest.raises(Refusal) as refused:
        await review(scene, match)

    assert "NO_REVIEW" == refused.value.code
    assert await stored(scene, match) is None
