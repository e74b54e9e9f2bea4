"""Who installed the application, and where its commands may be used: by server or by user, in which contexts."""

from __future__ import annotations

from tests.standin.model import Channel, ChannelKind, Command, Guild, Interaction, Message, User
from tests.standin.permissions import Right
from tests.standin.wire import Obj
from tests.standin.world import BOT, World

IN_GUILD, BOT_DM, PRIVATE = 0, 1, 2
"""Discord's contexts: a server, the direct messages with the bot, other direct and group messages."""
BY_GUILD, BY_USER = 0, 1
"""Discord's types of installation."""
OUTSIDE = Right.ATTACH_FILES | Right.EMBED_LINKS | Right.MENTION_EVERYONE
"""What the bot is told that it may do where only a user installed it."""


def app_types(world: World) -> list[int]:
    """The application's own setting, which a command that names none takes."""
    settings = world.settings
    return [kind for kind, on in ((BY_GUILD, settings.guild_install), (BY_USER, settings.user_install)) if on]


def context_of(channel: Channel) -> int:
    """The context of a channel."""
    if channel.guild is not None:
        return IN_GUILD
    return BOT_DM if channel.kind is ChannelKind.DM else PRIVATE


def shares_guild(world: World, user: User) -> bool:
    """Whether a user is in a guild with the bot."""
    return any(BOT in guild.members and user.id in guild.members for guild in world.guilds.values())


def owners_of(world: World, user: User, *, channel: Channel, types: list[int]) -> dict[str, str]:
    """By whose installation an interaction comes there: "0" the guild (or "0" in direct messages), "1" the user."""
    guild = world.guilds[channel.guild] if channel.guild is not None else None
    context, found = context_of(channel), dict[str, str]()
    if BY_GUILD in types:
        if guild is not None and BOT in guild.members:
            found["0"] = str(guild.id)
        if context == BOT_DM and shares_guild(world, user):
            found["0"] = "0"
    if BY_USER in types and user.installed:
        found["1"] = str(user.id)
    return found


def types_of(world: World, command: Command) -> list[int]:
    """A command's types of installation; those of one guild come with the guild's."""
    if command.guild is not None:
        return [BY_GUILD]
    types: list[int] | None = command.body.get("integration_types")
    return app_types(world) if types is None else types


def contexts_of(command: Command) -> list[int]:
    """Where a command may be used: everywhere unless it says so."""
    if command.guild is not None:
        return [IN_GUILD]
    contexts: list[int] | None = command.body.get("contexts")
    if contexts is not None:
        return contexts
    return [IN_GUILD] if command.body.get("dm_permission") is False else [IN_GUILD, BOT_DM, PRIVATE]


def offers(world: World, user: User, *, channel: Channel, command: Command) -> bool:
    """Whether the user's client offers a command there."""
    if command.guild not in (None, channel.guild) or context_of(channel) not in contexts_of(command):
        return False
    return bool(owners_of(world, user, channel=channel, types=types_of(world, command)))


def owners_by_message(world: World, user: User, *, channel: Channel, source: Message) -> dict[str, str]:
    """By whose installation a press comes: as the interaction did that made the message."""
    made_by = world.interactions.get(source.interaction) if source.interaction is not None else None
    if made_by is not None:
        return made_by.owners
    return owners_of(world, user, channel=channel, types=[BY_GUILD, BY_USER])


def by_user_alone(interaction: Interaction) -> bool:
    """Whether only the user installed the application, so that the place knows nothing of the bot."""
    return "0" not in interaction.owners


def app_permissions(world: World, interaction: Interaction, *, channel: Channel) -> int:
    """The bot's rights as an interaction tells them."""
    return int(OUTSIDE) if by_user_alone(interaction) else world.rights(BOT, channel)


def interaction_channel(shown: Obj, *, guild: Guild | None) -> Obj:
    """The channel as an interaction tells it: of a guild without the bot no more than what the client shows."""
    if guild is None or BOT in guild.members:
        return shown
    return {
        key: value
        for key, value in shown.items()
        if key not in ("permission_overwrites", "topic", "last_pin_timestamp")
    }
