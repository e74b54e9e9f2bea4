"""`longtable invite`: the link that adds the bot to a server."""

import asyncio
import re

from bot.config import ConfigError, Settings
from bot.edge.developer_portal import fetch_application, find_missing
from bot.edge.platform.permissions import PERMISSIONS, SCOPES, all_permissions, invite_link


def invite(settings: Settings, application: int | None) -> int:
    """Print the link, scopes and permissions; with a token also what the developer portal lacks.

    Raises ConfigError where neither an id nor a token is given, and for those that cannot be used.
    """
    missing: list[str] | None = None
    if application is None:
        application, missing = _ask(settings)
    elif not re.fullmatch(r"\d{17,19}", str(application)):
        raise ConfigError(
            f"{application} isn't the id of an application; copy it from “General Information” in the developer portal."
        )
    print(invite_link(application))
    print(f"\nScopes: {', '.join(SCOPES)}\nPermissions (number {all_permissions().value}):")
    for permission in PERMISSIONS:
        print(f"- {permission.name}: {permission.use}")
    if missing is not None:
        print("\nIn the developer portal:")
        print("\n".join(f"- {line}" for line in missing) or "- nothing is missing")
    return 0


def _ask(settings: Settings) -> tuple[int, list[str]]:
    token = settings.discord_token.get_secret_value() if settings.discord_token else ""
    if not token:
        raise ConfigError(
            "Which application is it? Pass its id with --application (“General Information” in the developer portal), "
            "or set DISCORD_TOKEN."
        )
    info = asyncio.run(fetch_application(settings.api_base, token))
    return info.id, find_missing(info)
