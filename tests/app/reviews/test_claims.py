"""Claims to reviews, and people who are deleted while one is made for them."""

from __future__ import annotations

import msgspec

from bot.app.reviews.claims import FACT, Claim, Claims
from db.ids import MatchId
from tests.app.scene import ANN, BEN, Scene


async def test_no_claim_leads_to_a_deleted_person(scene: Scene) -> None:
    """
    Theirs goes on for nobody, also after it was renewed; anyone else's stays, and two of nobody aren't rivals.
    """
    claims, other = Claims(scene.app.uow), Claims(scene.app.uow)
    await claims.take(MatchId(1), 1, ANN.user)
    await other.take(MatchId(2), 2, BEN.user)
    taken = await read(scene)
    await scene.app.privacy.deletions.delete(ANN.user)
    await claims.renew(MatchId(1), 0.5)
    kept = await read(scene)
    await scene.app.privacy.deletions.delete(BEN.user)
    for each, match in ((claims, MatchId(1)), (other, MatchId(2))):
        await each.renew(match, 0.7)
    last = await read(scene)

    assert all(each.person for each in taken)
    assert {1: "", 2: taken[1].person} == {each.match: each.person for each in kept}
    assert {1: ("", 0.7), 2: ("", 0.7)} == {each.match: (each.person, each.share) for each in last}


async def read(scene: Scene) -> list[Claim]:
    """What is noted of reviews that are being made."""
    stored = await scene.store.read(lambda tx: tx.facts.get(FACT))
    return msgspec.json.decode(stored or "[]", type=list[Claim])
