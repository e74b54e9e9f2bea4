"""Telling Discord the slash commands: when they have changed or Discord has lost them, never at the cost of matches.

The bot plays on while this goes wrong: those commands that are known already, and all buttons, work meanwhile.
"""

import asyncio
import hashlib
import json
from collections.abc import Iterable

import aiohttp
import discord
import structlog
from discord import app_commands

from bot.edge.mentions import learn
from bot.edge.platform.translator import Translator
from db.engine.errors import StoreError
from db.records import RegistrationRecord
from db.stores.store import Store

log = structlog.get_logger(__name__)

FIRST_WAIT = 5.0
"""Seconds before the second attempt; doubled each time."""
LONGEST_WAIT = 900.0


async def fingerprint(tree: app_commands.CommandTree[discord.Client]) -> str:
    """Return a hash of all commands as they are told to Discord, in every language."""
    translator = tree.translator or Translator()
    return _hash([await command.get_translated_payload(tree, translator) for command in tree.get_commands()])


def fingerprint_of_registered(found: Iterable[app_commands.AppCommand]) -> str:
    """Return a hash of commands as Discord answers them, whatever their order.

    It is compared with that of an earlier answer, never with `fingerprint`: Discord adds and leaves out defaults.
    """
    commands = sorted(found, key=lambda command: command.id)
    rights = [command.default_member_permissions for command in commands]
    return _hash(
        [[command.to_dict() for command in commands], [None if right is None else right.value for right in rights]]
    )


def _hash(what: object) -> str:
    return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()


async def register(
    tree: app_commands.CommandTree[discord.Client], store: Store, *, first_wait: float = FIRST_WAIT
) -> None:
    """Tell the commands, unless they are as told before and Discord still has them; again later if that fails.

    Returns when that is done, or when Discord says that a command is malformed (which no repetition mends).
    """
    await tree.set_translator(Translator())
    wait = first_wait
    while True:
        try:
            await _tell(tree, store)
        except (app_commands.CommandSyncFailure, discord.Forbidden) as error:
            log.error("Discord refuses the commands; players still have the old ones", why=str(error))
            return
        except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError, StoreError) as error:
            log.warning("the commands couldn't be registered; trying again", seconds=wait, why=str(error))
            await asyncio.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
        else:
            return


async def _tell(tree: app_commands.CommandTree[discord.Client], store: Store) -> None:
    application, now = tree.client.application_id or 0, await fingerprint(tree)
    known = await store.read(lambda tx: tx.facts.registration(application))
    if known is not None and known.told == now:
        registered = await tree.fetch_commands()
        if fingerprint_of_registered(registered) == known.answered:
            learn(registered)
            return
        log.info("Discord's commands differ from those registered")
    found = await tree.sync()
    learn(found)
    record = RegistrationRecord(application=application, told=now, answered=fingerprint_of_registered(found))
    await store.run(lambda tx: tx.facts.put_registration(record))
    log.info("the commands were registered", commands=len(found))
