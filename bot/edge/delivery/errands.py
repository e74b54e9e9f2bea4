"""What the bot does on a server besides messages: it gives and takes roles, and keeps scheduled events as planned."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.app.match.records import MessageRef
from bot.app.notifications.courier import EventNotice, OwnRoleNotice, Permanent, RoleNotice, Stage
from bot.edge import limits
from bot.edge.delivery.speaking import Speaker
from bot.edge.limits import Code, cut
from bot.edge.messages.places import url_of
from bot.edge.words import _
from db.ids import MessageId
from games.core.text import Text, raw, say

MATCH_HOURS, TOURNAMENT_HOURS = 2, 1
"""How long an event lasts unless it ends before: that of a tournament is about its start."""
_SCHEDULED, _ACTIVE, _COMPLETED, _CANCELED = 1, 2, 3, 4
_EXTERNAL, _MEMBERS_ONLY = 3, 2
_ENDS = {_SCHEDULED: _CANCELED, _ACTIVE: _COMPLETED}
"""What an event becomes that is over, by what it was."""
_CLOCKS_APART = timedelta(minutes=1)
"""What the clocks of Discord and of this machine may differ by."""
_NO_RIGHT = (Code.MISSING_PERMISSION, Code.MISSING_ACCESS)

Event = Mapping[str, Any]
"""A scheduled event as Discord sends it."""


class Errands:
    """Roles and events. What Discord refuses for a reason that staff can mend is Permanent with that reason."""

    def __init__(self, client: discord.Client, speaker: Speaker) -> None:
        """Use the client once it is logged in."""
        self._client = client
        self._speaker = speaker

    async def change_role(self, notice: RoleNotice) -> None:
        """Give a member a role, or take it; there is nothing to do about who has left, nor about a role to take that is
        gone.
        """
        http = self._client.http
        try:
            if notice.held:
                await http.add_role(notice.guild, notice.user, notice.role, reason=_("Tournaments of Longtable"))
            else:
                await http.remove_role(notice.guild, notice.user, notice.role, reason=_("Tournaments of Longtable"))
        except discord.HTTPException as error:
            if error.code in (Code.UNKNOWN_MEMBER, Code.UNKNOWN_USER):
                return
            if error.code == Code.UNKNOWN_ROLE and (notice.own or not notice.held):
                return
            reason = self._explain_role(error, notice)
            if reason is None:
                raise
            raise Permanent(error.code, reason) from error

    def _explain_role(self, error: discord.HTTPException, notice: RoleNotice) -> Text | None:
        """Why Discord refuses a role: the right, or where the role stands; None: for another reason."""
        role = raw(f"<@&{notice.role}>")
        if error.code == Code.UNKNOWN_ROLE:
            return say("app.undelivered_role_gone")
        if error.code == Code.INVALID_ROLE:
            return say("app.undelivered_role_managed", role=role)
        if error.code not in _NO_RIGHT:
            return None
        guild = self._client.get_guild(notice.guild)
        if guild is not None and guild.me.guild_permissions.manage_roles:
            return say("app.undelivered_role_above", role=role)
        return say("app.undelivered_role_right", role=role)

    async def keep_role(self, notice: OwnRoleNotice) -> int:
        """Make the role of a tournament, which allows nothing, or delete it; return it, 0 where there is none.

        One that people have deleted isn't made again.
        """
        http = self._client.http
        try:
            role = notice.known or await self._find_role(notice)
            if not notice.wanted and role:
                await http.delete_role(notice.guild, role, reason=_("Tournaments of Longtable"))
            elif notice.wanted and not role:
                fields = {"name": cut(notice.name, limits.ROLE_NAME), "permissions": 0}
                made = await http.create_role(notice.guild, reason=_("Tournaments of Longtable"), **fields)
                return int(made["id"])
        except discord.HTTPException as error:
            if error.code == Code.UNKNOWN_ROLE:
                return notice.known
            if error.code == Code.TOO_MANY_ROLES:
                raise Permanent(error.code, say("app.undelivered_roles_full", most=limits.ROLES)) from error
            reason = self._explain_own_role(error, notice)
            if reason is None:
                raise
            raise Permanent(error.code, reason) from error
        return role

    def _explain_own_role(self, error: discord.HTTPException, notice: OwnRoleNotice) -> Text | None:
        """Why Discord refuses to make or delete the role of a tournament; None: for another reason."""
        if error.code not in _NO_RIGHT:
            return None
        guild = self._client.get_guild(notice.guild)
        if notice.known and guild is not None and guild.me.guild_permissions.manage_roles:
            return say("app.undelivered_role_above", role=raw(f"<@&{notice.known}>"))
        return say("app.undelivered_role_make", tournament=notice.name)

    async def _find_role(self, notice: OwnRoleNotice) -> int:
        """The role that a doubtful attempt has made, 0 if there is none: one of the name, as young as the attempt."""
        if notice.doubt is None:
            return 0
        since = discord.utils.time_snowflake(notice.doubt - _CLOCKS_APART)
        for role in await self._client.http.get_roles(notice.guild):
            if role["name"] == cut(notice.name, limits.ROLE_NAME) and int(role["id"]) >= since:
                return int(role["id"])
        return 0

    async def plan_event(self, notice: EventNotice) -> MessageRef | None:
        """Have the event stand as the match or tournament does; return it, or None where there is none."""
        await self._speaker.in_server(notice.guild)
        try:
            return await self._plan(notice)
        except discord.HTTPException as error:
            if error.code in (Code.EVENT_OVER, Code.UNKNOWN_EVENT):
                return notice.known  # it ended, or was deleted, a moment ago
            if error.code in _NO_RIGHT:
                raise Permanent(error.code, say("app.undelivered_event_right")) from error
            if error.code == Code.TOO_MANY_EVENTS:
                raise Permanent(error.code, say("app.undelivered_events_full", most=limits.EVENTS)) from error
            raise

    async def _plan(self, notice: EventNotice) -> MessageRef | None:
        event = await self._find(notice)
        status = None if event is None else int(event["status"])
        if notice.stage is Stage.PLANNED:
            return await self._have_planned(notice, event)
        if event is not None and notice.stage is Stage.BEGUN and status == _SCHEDULED:
            await self._edit(notice, event, status=_ACTIVE)
        elif event is not None and notice.stage is Stage.OVER and status in _ENDS:
            await self._edit(notice, event, status=_ENDS[status])
        return notice.known if event is None else _ref(notice, event)

    async def _have_planned(self, notice: EventNotice, event: Event | None) -> MessageRef | None:
        """Make an event, or move the one there is; one that has begun can't be moved, so that another one is made."""
        status = None if event is None else int(event["status"])
        if event is not None and status in _ENDS:
            same = datetime.fromisoformat(event["scheduled_start_time"]) == notice.starts
            if status == _SCHEDULED or same:
                if not same or event["name"] != _name(notice):
                    await self._edit(notice, event, **({"name": _name(notice)} if same else _body(notice)))
                return _ref(notice, event)
            await self._edit(notice, event, status=_COMPLETED)
        elif notice.known is not None and not notice.anew:
            return notice.known  # people have deleted it or called it off
        made = await self._client.http.create_guild_scheduled_event(notice.guild, **_body(notice))
        return _ref(notice, made)

    async def _find(self, notice: EventNotice) -> Event | None:
        """The event as it stands: one that may just have been made by its marker, else the one that was."""
        http = self._client.http
        if notice.doubtful:
            for event in await http.get_scheduled_events(notice.guild, False):
                if notice.marker in (event.get("description") or "").split():
                    return event
        if notice.known is None:
            return None
        try:
            return await http.get_scheduled_event(notice.guild, notice.known.message, False)
        except discord.HTTPException as error:
            if error.code != Code.UNKNOWN_EVENT:
                raise
        return None

    async def _edit(self, notice: EventNotice, event: Event, **changes: Any) -> None:  # noqa: ANN401  # JSON
        await self._client.http.edit_scheduled_event(notice.guild, int(event["id"]), **changes)


def _ref(notice: EventNotice, event: Event) -> MessageRef:
    return MessageRef(notice.place.channel, MessageId(int(event["id"])))


def _name(notice: EventNotice) -> str:
    return cut(notice.name or f"{notice.title} #{notice.match}", limits.EVENT_NAME)


def _body(notice: EventNotice) -> dict[str, Any]:
    """An event as it is made; its place is the way to the card."""
    hours = MATCH_HOURS if notice.match is not None else TOURNAMENT_HOURS
    words = (
        _(
            "A match of {title} for {n, plural, one {# player} other {# players}}. Join or watch it at the link.",
            title=notice.title,
            n=notice.seats,
        )
        if notice.match is not None
        else _("A tournament of {title} starts. Sign up or follow it at the link.", title=notice.title)
    )
    return {
        "name": _name(notice),
        "description": cut(words, limits.EVENT_DESCRIPTION - 100) + f"\n\nLongtable {notice.marker}",
        "entity_type": _EXTERNAL,
        "privacy_level": _MEMBERS_ONLY,
        "entity_metadata": {"location": cut(url_of(notice.place, notice.card), limits.EVENT_PLACE)},
        "scheduled_start_time": notice.starts.isoformat(),
        "scheduled_end_time": (notice.starts + timedelta(hours=hours)).isoformat(),
    }
