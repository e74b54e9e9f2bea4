"""The client: discord.py unmodified, no privileged intents, all commands and buttons of ours."""

from collections.abc import Awaitable, Callable, Sequence

import aiohttp
import discord
import structlog
import yarl
from discord import app_commands, gateway, http

from bot.app.clock.membership import Membership
from bot.edge.commands.builder import Command
from bot.edge.commands.contexts import OF_A_GAME, REACH, with_reach
from bot.edge.commands.find import find_group
from bot.edge.commands.game import game_group
from bot.edge.commands.help import Help
from bot.edge.commands.match.group import match_group
from bot.edge.commands.menus.entries import MENUS, build_menu
from bot.edge.commands.my.group import my_group
from bot.edge.commands.play import Play
from bot.edge.commands.privacy import privacy_group
from bot.edge.commands.ratings import ratings_group
from bot.edge.commands.server.settings import ServerSettings
from bot.edge.commands.server.setup import Setup
from bot.edge.commands.staff.group import staff_group
from bot.edge.commands.study.puzzles import Puzzles
from bot.edge.commands.study.review import ReviewCommand
from bot.edge.commands.tournament.group import tournament_group
from bot.edge.commands.turn import Turns
from bot.edge.commands.watch import watch_group
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import answer_interaction
from bot.edge.interactions.command_tree import LongtableTree
from bot.edge.interactions.responder import Responder
from bot.edge.platform.connection import DiscordConnection
from bot.edge.platform.greeting import greet
from bot.edge.platform.single_worker import use_single_workers
from db.engine.shards import Shard
from db.ids import ChannelId, GuildId

log = structlog.get_logger(__name__)

DISCORD = "https://discord.com/api/v10"

LONGEST_WAIT = 30.0
"""Seconds that a request waits by itself where Discord says so; what takes longer (slow mode) is left to its caller."""

# No voice is used: that its libraries are missing is nothing for an owner to read at each start.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False


class LongtableBot(discord.AutoShardedClient):
    """The bot. Also with one shard the auto-sharded client: only that one survives an unreachable gateway at start."""

    def __init__(
        self,
        *,
        shard_count: int | None = None,
        shard_ids: Sequence[int] = (),
        ready_seconds: float = 2.0,
        connector: aiohttp.BaseConnector | None = None,
        connection: DiscordConnection | None = None,
    ) -> None:
        """Want servers and nothing else: slash commands, buttons and forms need no more.

        ``connector``: how connections to Discord are made, instead of the usual way. ``connection`` is told of them.
        """
        use_single_workers()
        super().__init__(
            intents=discord.Intents(guilds=True),
            shard_count=shard_count,
            shard_ids=list(shard_ids) or None,  # type: ignore[arg-type]  # None means all
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=ready_seconds,
            connector=connector,
            max_ratelimit_timeout=LONGEST_WAIT,
            http_trace=aiohttp.TraceConfig() if connection is None else connection.trace,
        )
        self.connection = connection
        self.tree = LongtableTree(self)
        self.responder: Responder | None = None
        self.games: tuple[str, ...] = ()
        self.changed: Callable[[GuildId], Awaitable[None]] | None = None
        """Told of servers in which rights or channels have changed: what could not be posted there may be now."""
        self.membership: Membership | None = None
        """Told of servers that add or remove the bot."""
        self.admit: Callable[[Interaction], Awaitable[bool]] = _admit_all
        """Whether this process answers an interaction; another one may."""
        self.identify: Callable[[int], Awaitable[None]] = _identify_at_once
        """Returns when a shard may identify; other processes have shards, too."""
        self.owns: Callable[[GuildId | None], bool] = lambda guild: True
        """Whether a server is this process's."""
        self._unreached: set[int] = set()
        """Servers that are unavailable."""
        self._before: dict[int, dict[int, discord.Guild]] = {}
        """The servers of a shard that has lost its connection."""
        self._unnamed: set[int] = set()
        """Servers that Discord didn't name at the last connection of their shard."""

    def furnish(self, responder: Responder) -> None:
        """Take the responder, and make the commands of its games."""
        self.responder = responder
        self.games = tuple(responder.games)
        self.tree.clear_commands(guild=None)
        own: tuple[Command | app_commands.Group, ...] = (
            *Play(responder).commands(),
            *Turns(responder).commands(),
            *Puzzles(responder).commands(),
            match_group(responder),
            my_group(responder),
            find_group(responder),
            watch_group(responder),
            privacy_group(responder),
            ratings_group(responder),
            tournament_group(responder),
            *ReviewCommand(responder).commands(),
            *ServerSettings(responder).commands(),
            *Setup(responder).commands(),
            staff_group(responder),
            *Help(responder).commands(),
        )
        for built in own:
            self.tree.add_command(with_reach(built, REACH[built.name]))
        for game in responder.games.values():
            self.tree.add_command(with_reach(game_group(responder, game), OF_A_GAME))
        for menu in MENUS:
            self.tree.add_command(with_reach(build_menu(responder, menu), menu.reach))

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time.

        A gateway that hangs up before HELLO while a shard comes back would end the client: discord.py forgets that case
        in one of two places. It's a lost connection like others.
        """
        await super().launch_shard(gateway, shard_id, initial=initial)
        launched = self.shards[shard_id]._parent
        if discord.gateway.ReconnectWebSocket not in launched._handled_exceptions:
            launched._handled_exceptions += (discord.gateway.ReconnectWebSocket,)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait as discord.py does for the shards of this process, then for those of others."""
        await super().before_identify_hook(shard_id, initial=initial)
        await self.identify(shard_id or 0)

    async def on_shard_connect(self, shard: int) -> None:
        """A shard is connected anew: Discord has named all its servers."""
        before = self._before.pop(shard, {})
        # discord.py makes each server anew that Discord names, and keeps those that it doesn't name any more.
        named = {guild.id for guild in self._of_shard(shard) if before.get(guild.id) is not guild}
        self._unnamed = (self._unnamed | before.keys()) - named
        self._note_seen(shard)
        await self.on_shard_resumed(shard)

    def note_servers(self) -> None:
        """Tell of all servers at once: nobody was to be told while another process served them."""
        for shard in self.shards:
            self._note_seen(shard)

    def _note_seen(self, shard: int) -> None:
        """Tell which servers of a shard there are."""
        if self.connection is not None and self.membership is not None:
            named = (GuildId(guild.id) for guild in self._of_shard(shard) if guild.id not in self._unnamed)
            self.membership.note_seen(Shard(shard, self.shard_count or 1), named)

    async def on_shard_resumed(self, shard: int) -> None:
        """A shard is connected again."""
        self._before.pop(shard, None)
        if self.connection is not None:
            self.connection.note_connected(shard, self.shard_count)

    async def on_shard_disconnect(self, shard: int) -> None:
        """A shard has lost its connection."""
        self._before[shard] = {guild.id: guild for guild in self._of_shard(shard)}
        if self.connection is not None:
            self.connection.note_disconnected(shard)

    async def on_shard_ready(self, shard: int) -> None:
        """Discord has told all it knows of a shard's servers."""
        self._unreached.update(guild.id for guild in self._of_shard(shard) if guild.unavailable)

    def _of_shard(self, shard: int) -> list[discord.Guild]:
        return [guild for guild in self.guilds if guild.shard_id == shard]

    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Rights may have come back."""
        if (before.permissions, before.position) != (after.permissions, after.position):
            await self._has_changed(after.guild.id)

    async def on_guild_channel_update(self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Rights in a channel may have come back."""
        if before.overwrites != after.overwrites:
            await self._has_changed(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """A thread may have been unlocked."""
        await self._has_changed(payload.guild_id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread is gone: a match may have waited in it for players."""
        if self.responder is not None and self.owns(GuildId(payload.guild_id)):
            await self.responder.services.lost_posts.note_deleted(ChannelId(payload.thread_id))

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added, perhaps again."""
        await self._has_come(guild)
        if self.responder is not None and self.owns(GuildId(guild.id)):
            await greet(self, self.responder.services, guild)

    async def _has_come(self, guild: discord.Guild) -> None:
        """Take a server that can be served from now on."""
        self._unreached.discard(guild.id)
        self._unnamed.discard(guild.id)
        if self.membership is not None:
            self.membership.note_joined(GuildId(guild.id))
        await self._has_changed(guild.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed."""
        self._unreached.discard(guild.id)
        if self.membership is not None:
            self.membership.note_left(GuildId(guild.id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Discord can't serve a server just now; the bot stays a member."""
        self._unreached.add(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is there; at a start that is said of each, and what could not be posted is tried anyway."""
        is_known = self.membership is None or self.membership.is_member(GuildId(guild.id))
        if guild.id in self._unreached or not is_known:
            await self._has_come(guild)

    async def _has_changed(self, guild: int) -> None:
        if self.changed is not None:
            await self.changed(GuildId(guild))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer buttons, selects and forms: none is bound to a view of ours, so that all outlive a restart."""
        kinds = (discord.InteractionType.component, discord.InteractionType.modal_submit)
        if self.responder is not None and interaction.type in kinds and await self.admit(interaction):
            await answer_interaction(self.responder, interaction)


async def _admit_all(_: Interaction) -> bool:
    return True


async def _identify_at_once(_: int) -> None:
    pass


def point_at(base: str) -> None:
    """Send everything to the REST interface at ``base`` and the gateway beside it: for stand-ins of Discord only.

    discord.py documents no setting for this; both attributes have been what they are for years; a test watches them.
    """
    if base.rstrip("/") == DISCORD:
        return
    address = yarl.URL(base)
    http.Route.BASE = base.rstrip("/")
    scheme = "wss" if address.scheme == "https" else "ws"
    gateway.DiscordWebSocket.DEFAULT_GATEWAY = address.with_scheme(scheme).with_path("/gateway/")
