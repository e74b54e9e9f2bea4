"""Telling Discord the slash commands: only when they have changed, and never at the cost of the matches.

The bot plays on while this goes wrong: those commands that are known already, and all buttons, work meanwhile.
"""

import asyncio
import hashlib
import json

import aiohttp
import discord
import structlog
from discord import app_commands

from db.errors import StoreError
from db.store import Store

log = structlog.get_logger(__name__)

FIRST_WAIT = 5.0
"""Seconds before the second attempt; doubled each time."""
LONGEST_WAIT = 900.0


def fingerprint(tree: app_commands.CommandTree[discord.Client]) -> str:
    """Return a hash of all commands as they are told to Discord."""
    told = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()


async def register(
    tree: app_commands.CommandTree[discord.Client], store: Store, *, first_wait: float = FIRST_WAIT
) -> None:
    """Tell the commands, unless this database knows that Discord has them; again later where it does not work.

    Returns when that is done, or when Discord says that a command is malformed (which no repetition mends).
    """
    wait = first_wait
    while True:
        try:
            await _told(tree, store)
        except (app_commands.CommandSyncFailure, discord.Forbidden) as error:
            log.error("Discord refuses the commands; players have those of before", why=str(error))
            return
        except (discord.HTTPException, aiohttp.ClientError, OSError, StoreError) as error:
            log.warning("the commands could not be told; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
        else:
            return


async def _told(tree: app_commands.CommandTree[discord.Client], store: Store) -> None:
    fact, now = f"commands of {tree.client.application_id}", fingerprint(tree)
    if await store.read(lambda tx: tx.fact(fact)) == now:
        return
    found = await tree.sync()
    await store.run(lambda tx: tx.put_fact(fact, now))
    log.info("the commands were told", commands=len(found))
