"""Scheduled events and roles as Discord takes them: against the stand-in, whose rules are Discord's."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import discord
import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import Place
from bot.app.notifications.courier import EventNotice, OwnRoleNotice, Permanent, RoleNotice, Stage
from bot.edge.delivery.errands import Errands
from bot.edge.delivery.speaking import Speaker
from db.ids import ChannelId, GuildId, MatchId, NoticeId, TournamentId, UserId
from tests.standin.client import Control
from tests.standin.conftest import bot, control, stand
from tests.standin.small_bot import SmallBot

__all__ = ["bot", "control", "stand"]

SCHEDULED, ACTIVE, COMPLETED, CANCELED = 1, 2, 3, 4


def planned(bot: SmallBot, starts: datetime | None = None, **more: Any) -> EventNotice:  # noqa: ANN401  # any field
    """A notice of a start in an hour, or at a time."""
    guild = GuildId(bot.guilds[0].id)
    told: dict[str, Any] = {
        "id": NoticeId(1),
        "kind": Kind.SCHEDULE,
        "marker": "m12-abc",
        "guild": guild,
        "place": Place(guild, ChannelId(bot.guilds[0].text_channels[0].id)),
        "stage": Stage.PLANNED,
        "starts": (starts or discord.utils.utcnow() + timedelta(hours=1)).replace(microsecond=0),
        "title": "Grunn",
        "match": MatchId(12),
        "seats": 3,
    }
    return EventNotice(**{**told, **more})


async def events(control: Control) -> list[dict[str, Any]]:
    """All events that were ever made."""
    (guild,) = (await control.world("guilds"))["guilds"]
    return list(guild["events"])


@pytest.fixture
async def errands(bot: SmallBot, control: Control) -> Errands:
    """Errands of a bot that may give roles and make events."""
    await control.fault("rights", add=["CREATE_EVENTS", "MANAGE_ROLES"])
    return Errands(bot, Speaker(bot, None))


async def test_an_event_is_made_moved_begun_and_ended(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    It names the match and links to it; a repeat without news sends no change.
    """
    first = planned(bot)
    known = await errands.plan_event(first)
    moved = replace(first, known=known, starts=first.starts + timedelta(hours=4))
    for notice in (replace(first, known=known), moved, moved):
        assert known == await errands.plan_event(notice)
    changes = len(await control.requests(method="PATCH"))
    at = [datetime.fromisoformat(each["scheduled_start_time"]) for each in await events(control)]
    for stage in (Stage.BEGUN, Stage.OVER, Stage.OVER):
        await errands.plan_event(replace(moved, stage=stage))
    (event,) = await events(control)

    assert ("Grunn #12", COMPLETED) == (event["name"], event["status"])
    assert event["entity_metadata"]["location"].endswith(f"/{first.place.channel}")
    assert (1, [moved.starts]) == (changes, at)


async def test_a_doubtful_event_is_found(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    One that was made though its answer was lost isn't made twice: its description has the marker.
    """
    made = await errands.plan_event(planned(bot))
    other = await errands.plan_event(planned(bot, marker="m1-abc", doubtful=True))

    assert made == await errands.plan_event(planned(bot, doubtful=True))
    assert made != other
    assert 2 == len(await events(control))


async def test_what_people_have_called_off_stays_off(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    Deleted or called off, it isn't made again, unless its start is announced anew.
    """
    first = planned(bot)
    known = await errands.plan_event(first)
    assert known is not None
    await bot.http.edit_scheduled_event(first.guild, known.message, status=CANCELED)
    off = await errands.plan_event(replace(first, known=known))
    await bot.http.delete_scheduled_event(first.guild, known.message)
    gone = await errands.plan_event(replace(first, known=known))
    left = await events(control)
    again = await errands.plan_event(replace(first, known=known, anew=True))

    assert (known, known, []) == (off, gone, left)
    assert again not in (None, known)


async def test_one_that_has_begun_gives_way_to_another(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    Discord moves no event that is active: it is ended, and a new one made.
    """
    first = planned(bot)
    known = await errands.plan_event(first)
    await control.fault("clock", ahead_s=3700)
    later = replace(first, known=known, anew=True, starts=first.starts + timedelta(hours=5))
    second = await errands.plan_event(later)

    assert known != second
    assert [COMPLETED, SCHEDULED] == [each["status"] for each in await events(control)]


async def test_a_match_called_off_takes_its_event_off(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    Before its time the event is called off; where there never was one, nothing is made.
    """
    first = planned(bot)
    known = await errands.plan_event(first)
    await errands.plan_event(replace(first, known=known, stage=Stage.OVER))

    assert await errands.plan_event(planned(bot, marker="m2-abc", stage=Stage.OVER, doubtful=True)) is None
    assert [CANCELED] == [each["status"] for each in await events(control)]


async def test_what_staff_can_mend_is_told_with_its_reason(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    A missing right, a role above the bot's, a managed one, one that is gone, a calendar that is full.
    """
    guild = bot.guilds[0]
    user = UserId(next(iter(await guild.query_members("user2"))).id)
    high = await control.create("role", "high", position=9)

    def give(role: int, who: UserId = user, *, held: bool = True) -> RoleNotice:
        return RoleNotice(id=NoticeId(1), kind=Kind.ROLE, guild=GuildId(guild.id), role=role, user=who, held=held)

    reasons = []
    for role in (int(high["id"]), guild.me.top_role.id, 1):
        with pytest.raises(Permanent) as refused:
            await errands.change_role(give(role))
        reasons.append(refused.value.reason.id)
    await errands.change_role(give(1, held=False))
    await errands.change_role(give(guild.roles[1].id, UserId(1)))
    await control.settings(rates="loose")
    for number in range(100):
        await errands.plan_event(planned(bot, marker=f"m{number}-abc"))
    with pytest.raises(Permanent) as full:
        await errands.plan_event(planned(bot, marker="m100-abc"))
    await control.fault("rights", remove=["CREATE_EVENTS", "MANAGE_ROLES"])
    for call in (errands.plan_event(planned(bot)), errands.change_role(give(guild.roles[1].id))):
        with pytest.raises(Permanent) as refused:
            await call
        reasons.append(refused.value.reason.id)

    assert ["above", "managed", "gone", "right", "right"] == [each.rpartition("_")[2] for each in reasons]
    assert "app.undelivered_events_full" == full.value.reason.id


async def test_a_tournament_has_a_role_that_allows_nothing(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    It is made and deleted once, also where an answer was lost; what people have deleted isn't made again.
    """
    guild = bot.guilds[0]
    user = UserId(next(iter(await guild.query_members("user2"))).id)
    await control.create("role", "Cup")

    def keep(known: int = 0, *, wanted: bool = True, doubt: datetime | None = None) -> OwnRoleNotice:
        return OwnRoleNotice(
            id=NoticeId(1),
            kind=Kind.ROLE,
            guild=GuildId(guild.id),
            tournament=TournamentId(3),
            name="Cup",
            wanted=wanted,
            known=known,
            doubt=doubt,
        )

    began = discord.utils.utcnow() - timedelta(seconds=2)
    await control.fault("clock", ahead_s=300)  # what stood there is older than the attempt
    made = await errands.keep_role(keep())
    rights = next(role["permissions"] for role in await bot.http.get_roles(guild.id) if int(role["id"]) == made)
    again = await errands.keep_role(keep(doubt=began + timedelta(seconds=300)))
    for wanted in (False, False):
        await errands.keep_role(keep(made, wanted=wanted))
    given = RoleNotice(
        id=NoticeId(1), kind=Kind.ROLE, guild=GuildId(guild.id), role=made, user=user, held=True, own=True
    )
    await errands.change_role(given)
    left = [role["name"] for role in await bot.http.get_roles(guild.id)]
    none = await errands.keep_role(keep(wanted=False, doubt=began + timedelta(seconds=300)))

    assert ("0", made) == (rights, again)
    assert 1 == left.count("Cup")
    assert 0 == none


async def test_a_role_that_cannot_be_made_says_why(errands: Errands, bot: SmallBot, control: Control) -> None:
    """
    Too many roles, a role that people have dragged above the bot's own, and the missing right.
    """
    guild = bot.guilds[0]
    notice = OwnRoleNotice(
        id=NoticeId(1),
        kind=Kind.ROLE,
        guild=GuildId(guild.id),
        tournament=TournamentId(3),
        name="Cup",
        wanted=True,
        known=0,
    )
    made = await errands.keep_role(notice)
    await control.fault("move_role", role="Cup", position=9)
    await control.settings(rates="loose")
    for number in range(250 - len(await bot.http.get_roles(guild.id))):
        await bot.http.create_role(guild.id, name=f"role {number}", permissions=0)
    reasons = []
    for wanted, known in ((False, made), (True, 0)):
        with pytest.raises(Permanent) as refused:
            await errands.keep_role(replace(notice, wanted=wanted, known=known))
        reasons.append(refused.value.reason.id)
    await control.fault("rights", remove=["MANAGE_ROLES"])
    with pytest.raises(Permanent) as refused:
        await errands.keep_role(notice)

    assert ["app.undelivered_role_above", "app.undelivered_roles_full"] == reasons
    assert "app.undelivered_role_make" == refused.value.reason.id
