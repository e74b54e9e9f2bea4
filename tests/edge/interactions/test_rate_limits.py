"""How many requests a person may make."""

from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.app.services import Services
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.interactions import rate_limits
from bot.edge.interactions.rate_limits import RateLimits
from bot.edge.interactions.responder import Responder
from bot.edge.messages.builder import Post, plain
from tests.edge.readers import LANGUAGES, NO_UOW


class Hands:
    """A clock that a test moves."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.at = 0.0

    def __call__(self) -> float:
        """Return the time."""
        return self.at


def test_a_bucket_empties_and_fills() -> None:
    """
    Ten at once, then one every two seconds; each person has a bucket of their own, and a refusal takes nothing.
    """
    now = Hands()
    bucket = RateLimits(10, 30, now=now)
    first = [bucket.take(1, 1) for _ in range(11)]
    other = bucket.take(2, 10)
    now.at = 1.5
    early = bucket.take(1, 1)
    now.at = 2
    later = [bucket.take(1, 1), bucket.take(1, 1)]
    now.at = 600
    full = [bucket.take(1, 10), bucket.take(1, 1)]

    assert [0.0] * 10 + [2.0] == first
    assert 0 == other
    assert 0.5 == early
    assert [0, 2] == later
    assert [0, 2] == full


def test_what_is_free_or_unbounded_is_never_counted() -> None:
    """
    Reading costs nothing, with an empty bucket too; a burst of 0 means no bound.
    """
    bucket = RateLimits(1, 60, now=Hands())
    taken = bucket.take(1, 1)

    assert [0, 0] == [taken, bucket.take(1, 0)]
    assert [0] * 99 == [RateLimits(0, 60).take(1, 20) for _ in range(99)]


def test_what_costs_more_than_a_bucket_holds_takes_a_full_one() -> None:
    """
    A film is possible with a small bucket too: the time that is told comes.
    """
    now = Hands()
    bucket = RateLimits(10, 60, now=now)
    taken = [bucket.take(1, 20), bucket.take(1, 20)]
    now.at = 10

    assert [0, 10, 0] == [*taken, bucket.take(1, 20)]


def test_full_buckets_are_forgotten(monkeypatch: "Any") -> None:  # noqa: ANN401  # pytest's
    """
    However many people come, only so many are remembered; who has just been busy is.
    """
    monkeypatch.setattr(rate_limits, "MOST_KEPT", 5)
    now = Hands()
    bucket = RateLimits(2, 60, now=now)
    for user in range(5):
        bucket.take(user, 1)
    now.at = 10
    bucket.take(9, 2)

    assert 1 == len(bucket)
    assert 1 == bucket.take(9, 1)


KIND = discord.InteractionType.component


async def test_who_asks_too_much_is_told_when_to_try_again() -> None:
    """
    The work is not done, nothing else is sent, and the time stands there as Discord shows times; others go on. A
    connection that breaks does not leave it unsaid.
    """
    done: list[int] = []
    said: list[str] = []
    lost = [ConnectionResetError(104, "reset")]
    numbers = count(1)
    responder = Responder(
        cast("Services", SimpleNamespace(languages=LANGUAGES, uow=NO_UOW)), RenderPool(0), {}, rates=RateLimits(2, 60)
    )

    class Answer:
        """As much of an interaction as answering one takes."""

        def __init__(self, user: int) -> None:
            """Begin."""
            self.id, self.guild_id, self.channel_id, self.message = next(numbers), None, 1, None
            self.user, self.locale = SimpleNamespace(id=user), discord.Locale.american_english
            self.response, self.type, self.data, self.extras = self, KIND, None, dict[str, int]()

        async def defer(self, **_: object) -> None:
            """Acknowledge."""

        async def send_message(self, words: str, *, ephemeral: bool) -> None:
            """Say something in private."""
            assert ephemeral
            if lost:
                raise lost.pop()
            said.append(words)

        async def edit_original_response(self, **_: object) -> None:
            """Show the answer."""

    async def ask(user: int, cost: int = 1) -> None:
        async def work() -> Post:
            done.append(user)
            return plain("done")

        await responder.answer(cast("Any", Answer(user)), work, cost=cost)

    for _ in range(3):
        await ask(1)
    await ask(1, cost=0)
    await ask(2)

    assert [1, 1, 1, 2] == done
    assert 1 == len(said)
    assert "Try again <t:" in said[0]
