"""Telling Discord which values servers can tie roles to."""

import asyncio
from typing import Any

import aiohttp
import discord
import structlog
from discord.http import Route

from bot.edge.linking.oauth import AT_LEAST, RECORDS
from bot.edge.words import languages, translations

log = structlog.get_logger(__name__)

PATH = "/applications/{application_id}/role-connections/metadata"
FIRST_WAIT, LONGEST_WAIT = 5.0, 900.0
"""Seconds before the second attempt, doubled each time, and at most."""

Record = dict[str, Any]


def list_records() -> list[Record]:
    """Return the records as Discord takes them, in all languages."""
    return [
        {
            "type": AT_LEAST,
            "key": key,
            "name": name,
            "name_localizations": _translate(name),
            "description": description,
            "description_localizations": _translate(description),
        }
        for key, name, description in RECORDS
    ]


def _translate(words: str) -> dict[str, str]:
    return dict(zip(languages()[1:], translations(words)[1:], strict=False))


async def fetch_records(client: discord.Client) -> list[Record]:
    """Return the records that Discord knows, with what they have of ours."""
    found = await client.http.request(Route("GET", PATH, application_id=client.application_id or 0))
    keys = ("type", "key", "name", "name_localizations", "description", "description_localizations")
    return [{key: each.get(key) or {} for key in keys} for each in found or ()]


async def register_records(client: discord.Client, *, first_wait: float = FIRST_WAIT) -> None:
    """Have Discord know our records; again later if that fails, unless it refuses them as they are."""
    wait = first_wait
    while True:
        try:
            if await fetch_records(client) != list_records():
                route = Route("PUT", PATH, application_id=client.application_id or 0)
                await client.http.request(route, json=list_records())
                log.info("the records of linked roles were registered")
        except (discord.Forbidden, discord.NotFound) as error:
            log.error("Discord refuses the records of linked roles", why=str(error))
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
            log.warning(
                "the records of linked roles couldn't be registered; trying again", seconds=wait, why=str(error)
            )
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
            continue
        return
