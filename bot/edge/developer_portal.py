"""What the developer portal says about the bot's application, and what is missing there."""

import aiohttp
import discord

from bot.config import ConfigError
from bot.edge.bot import point_at
from bot.edge.platform.permissions import COMMANDS, NAMES, SCOPES, all_permissions

TOKEN_REFUSED = "Discord refuses DISCORD_TOKEN; copy the bot's token anew from the developer portal."


async def fetch_application(api_base: str, token: str) -> discord.AppInfo:
    """Return the application of a token.

    Raises:
        ConfigError: Discord refuses the token, or cannot be reached.
    """
    point_at(api_base)
    async with discord.Client(intents=discord.Intents(guilds=True)) as client:
        try:
            await client.login(token)
            return await client.application_info()
        except discord.LoginFailure:
            raise ConfigError(TOKEN_REFUSED) from None
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as error:
            reason = str(error) or type(error).__name__
            raise ConfigError(f"Discord can't be asked for the application ({reason}); pass --application.") from None


def find_missing(info: discord.AppInfo) -> list[str]:
    """Return a line for each setting of the developer portal that keeps people from adding the bot, or limits it."""
    found = []
    if info.bot_require_code_grant:
        found.append("Bot: switch off “Requires OAuth2 Code Grant”, or the link doesn't work.")
    if not info.bot_public:
        found.append("Bot: “Public Bot” is off, so only you can add it.")
    found += _check_guild_install(info.guild_integration_config)
    found += _check_user_install(info.user_integration_config)
    if not info.privacy_policy_url:
        found.append("General Information: there is no privacy policy, which verification asks for.")
    if not info.terms_of_service_url:
        found.append("General Information: there are no terms of service, which verification asks for.")
    return found


def _check_user_install(user: discord.IntegrationTypeConfig | None) -> list[str]:
    """What keeps people from installing the app for themselves."""
    if user is None:
        return ["Installation: “User Install” is off, so people can't play where the bot isn't a member."]
    params = user.oauth2_install_params
    if params is None or COMMANDS in params.scopes:
        return []
    return [f"Installation: the default settings of “User Install” lack scope {COMMANDS}."]


def _check_guild_install(guild: discord.IntegrationTypeConfig | None) -> list[str]:
    """What the portal's own install link, on the bot's profile, lacks against the link that we print."""
    if guild is None:
        return ["Installation: “Guild Install” is off, so the bot can't be added to servers."]
    params = guild.oauth2_install_params
    if params is None:
        return ["Installation: “Guild Install” has no default settings, so the profile's button asks for nothing."]
    lacking = [f"scope {scope}" for scope in SCOPES if scope not in params.scopes]
    wanted = all_permissions() & ~params.permissions
    lacking += [f"permission {NAMES[key]}" for key, is_wanted in wanted if is_wanted]
    if not lacking:
        return []
    return [f"Installation: the default settings of “Guild Install” lack {', '.join(lacking)}."]
