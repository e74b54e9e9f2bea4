"""``/watch``: following matches that one doesn't play in, and those that are worth it; *Follow* under boards."""

from collections.abc import Sequence
from typing import Annotated

import discord
from discord import app_commands

from bot.app.match.records import Place
from bot.app.notifications.following import Followed
from bot.app.views.lists import names_match
from bot.app.views.targets import WATCHABLE, Candidate, Nearness
from bot.app.views.watching import Interest
from bot.edge import limits
from bot.edge.commands.builder import READ, UNQUEUED, WHICH_MATCH, game_title, line_label, resolve_match
from bot.edge.commands.choosing import Several
from bot.edge.commands.cog import Cog, Param, command, group
from bot.edge.commands.parameters import ChosenMatch
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import explain_outdated, handles, read_number, view_for
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.responder import Responder, Sentence, actor, is_manager, make_sees, place
from bot.edge.interactions.rights import PICTURES, WRITING, find_missing
from bot.edge.interactions.rights import lines as right_lines
from bot.edge.messages.builder import MessageBuilder, Option, Post, plain
from bot.edge.messages.custom_ids import NUMBER, ButtonAction, Press
from bot.edge.messages.formatting import moment, name_players, title
from bot.edge.messages.places import name_line, way_to
from bot.edge.messages.watching import HIDE, SHOW, STOP, feed_post, follow_post, stopped_post
from bot.edge.words import _, escape_markdown
from db.ids import ChannelId, MatchId

MOST_SHOWN = 10
"""Matches that ``/watch now`` lists."""

Feed = Annotated[
    discord.TextChannel,
    Param(_("Post the boards in this channel instead (needs Manage Server)"), type=discord.TextChannel),
]


async def _complete_followed(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The matches that the person follows, wherever they are."""
    found = await responder.services.following.list_followed(actor(interaction).user)
    lines = dict.fromkeys(each.line.match for each in found)
    shown = {each.line.match: line_label(responder, each.line) for each in found if names_match(each.line, typed)}
    return [(shown[match], str(match)) for match in lines if match in shown]


async def _resolve_followed(responder: Responder, interaction: Interaction, typed: str) -> MatchId:
    """Return the match that is no longer to be followed: its boards come by direct message, wherever it is played."""
    number = typed.strip().lstrip("#")
    if NUMBER.fullmatch(number):
        return MatchId(int(number))
    if number or getattr(interaction.namespace, "channel", None) is not None:
        return await resolve_match(responder, interaction, typed)
    found = [
        each
        for each in await responder.services.following.list_followed(actor(interaction).user)
        if not each.record.feed
    ]
    here = [each for each in found if each.line.place.channel == interaction.channel_id] or found
    if not here:
        raise Sentence(_("You don't follow any matches. `/watch now` shows which are worth watching."))
    if len(here) > 1:
        raise Several(
            tuple(
                Candidate(line=each.line, nearness=Nearness.ELSEWHERE, channel=each.line.place.channel) for each in here
            )
        )
    return here[0].line.match


FollowedMatch = Annotated[
    MatchId, Param(WHICH_MATCH, complete=_complete_followed, resolve=_resolve_followed, implied=True)
]


def watch_group(responder: Responder) -> app_commands.Group:
    """Return the group."""
    return group("watch", _("Follow matches you don't play in"), Watch(responder))


class Watch(Cog):
    """Watching."""

    @command(_("Follow a match you don't play in: its boards and result by direct message"), target=WATCHABLE)
    async def match(
        self,
        interaction: Interaction,
        *,
        spoilers: Annotated[bool, Param(_("Cover pictures and results until you press them"))] = False,
        channel: Feed | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Follow it, or have a channel follow it."""
        services, who = self.services, actor(interaction)
        name = title(await services.matches.view(match, who.user))
        if channel is None:
            return follow_post(name, await services.following.follow(who, match=match, spoilers=spoilers))
        where = await self._expect_feed(interaction, channel, match)
        done = await services.following.follow(who, match=match, spoilers=spoilers, channel=where.channel)
        return feed_post(name, done, where)

    @command(_("List the matches you follow"), name="list", handling=READ)
    async def show(self, interaction: Interaction) -> Post:
        """List them."""
        return list_post(self.responder, await self.services.following.list_followed(actor(interaction).user))

    @command(_("Stop following a match"), target=WATCHABLE, handling=UNQUEUED)
    async def stop(self, interaction: Interaction, *, channel: Feed | None = None, match: FollowedMatch) -> Post:
        """End it."""
        if channel is None:
            return await _stop(self.responder, interaction, match)
        where = await self._expect_feed(interaction, channel, match)
        if not await self.services.following.stop(actor(interaction).user, match=match, channel=where.channel):
            raise Sentence(_("No boards of match #{match} are posted in that channel.", match=match))
        return plain(_("Boards of match #{match} aren't posted there anymore.", match=match))

    @command(_("Find running matches that are worth watching"), handling=READ)
    async def now(self, interaction: Interaction) -> Post:
        """Rank them."""
        guild_here(interaction)
        found = await self.services.following.find_interesting(place(interaction), sees=make_sees(interaction))
        return now_post(self.responder, found[:MOST_SHOWN])

    async def _expect_feed(self, interaction: Interaction, channel: discord.TextChannel, match: MatchId) -> Place:
        """Return the place of a feed; raises Sentence for who may not decide it, and where the bot can't write."""
        guild = place(interaction).guild
        if guild is None or not is_manager(interaction):
            raise Sentence(
                _(
                    "Only people with “Manage Server” can have boards posted in a channel. To get them yourself, "
                    "leave out “channel”."
                )
            )
        where = Place(guild, ChannelId(channel.id))
        record = (await self.services.matches.view(match, actor(interaction).user)).match
        if record.guild != guild:
            raise Sentence(_("Match #{match} belongs to another server, so it can't be posted here.", match=match))
        missing = find_missing(interaction, where, (*WRITING, *PICTURES))
        if missing:
            raise Sentence("\n".join(right_lines(missing)).removeprefix("⚠️ "))
        return where


async def _stop(responder: Responder, interaction: Interaction, match: MatchId) -> Post:
    """End following, or say that there is nothing to end."""
    user = actor(interaction).user
    if not await responder.services.following.stop(user, match=match):
        raise Sentence(_("You don't follow match #{match}. `/watch list` shows the matches you follow.", match=match))
    return stopped_post(match, title(await responder.services.matches.view(match, user)))


@handles(ButtonAction.WATCH, ButtonAction.WATCHING)
async def _press(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """*Follow* under a board, and what stands under its answer."""
    match = MatchId(press.match)
    if press.value == STOP:
        return await _stop(responder, interaction, match)
    if press.value not in ("", HIDE, SHOW):
        raise explain_outdated()
    who = actor(interaction)
    done = await responder.services.following.follow(who, match=match, spoilers=press.value == HIDE)
    return follow_post(title(await responder.services.matches.view(match, who.user)), done)


@handles(ButtonAction.LOOK)
async def _look(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A match of the list that is looked at."""
    return await view_for(responder, interaction, MatchId(read_number(chosen or "")), Scene.BOARD)


def list_post(responder: Responder, found: Sequence[Followed]) -> Post:
    """Return the matches that a person follows, and why some tell nothing."""
    if not found:
        return plain(_("You don't follow any matches. `/watch now` shows which are worth watching."))
    return MessageBuilder().say("\n".join(_followed_line(responder, each) for each in found)).post()


def _followed_line(responder: Responder, followed: Followed) -> str:
    line, record = followed.line, followed.record
    name = name_line(f"#{line.match} {game_title(responder, line.game)}", line)
    if record.feed:
        channel = way_to(Place(line.place.guild, ChannelId(record.lane)), _("a channel"))
        name = _("{match}: posted in {channel}", match=name, channel=channel)
    elif record.spoilers:
        name = _("{match}: with spoilers covered", match=name)
    if record.stopped is None:
        return name
    if record.feed:
        return f"{name}\n" + _("⚠️ Stopped {when}: the bot couldn't post there.", when=moment(record.stopped))
    return f"{name}\n" + _(
        "⚠️ Stopped {when}: Discord refused a direct message, or you don't see the channel anymore. Follow it again "
        "with `/watch match`.",
        when=moment(record.stopped),
    )


def now_post(responder: Responder, found: Sequence[Interest]) -> Post:
    """Return the matches worth watching, the best first, each with what speaks for it, and a menu to look at one."""
    if not found:
        return plain(_("No match is running here that anyone can watch. Open one with `/match new`."))
    builder = MessageBuilder().say(_("### Worth watching now"))
    builder.say("\n".join(_interest_line(responder, each) for each in found), most=3000)
    options = [
        Option(
            str(each.line.match),
            f"#{each.line.match} {game_title(responder, each.line.game)}",
            ", ".join(name_players(each.line, each.line.names)),
        )
        for each in found[: limits.CHOICES]
    ]
    return builder.select(Press(verb=ButtonAction.LOOK), options, placeholder=_("Look at a match")).post()


def _interest_line(responder: Responder, one: Interest) -> str:
    """One match: who plays, and why it is worth watching."""
    line = one.line
    name = name_line(f"#{line.match} {game_title(responder, line.game)}", line)
    names = ", ".join(map(escape_markdown, name_players(line, line.names)))
    reasons = " · ".join(_reasons(one))
    return f"{name} · {names}" + (f"\n-# {reasons}" if reasons else "")


def _reasons(one: Interest) -> list[str]:
    """What speaks for a match, in words."""
    found = []
    if one.is_close:
        found.append(_("{n, plural, =0 {level} one {# point apart} other {# points apart}}", n=one.gap))
    if one.is_late:
        found.append(_("nearly over"))
    if one.best is not None:
        found.append(_("number {place} on the leaderboard plays", place=one.best))
    if one.followers:
        found.append(_("{n, plural, one {# follower} other {# followers}}", n=one.followers))
    return found
