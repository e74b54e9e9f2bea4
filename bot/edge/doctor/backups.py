"""The check of scheduled backups, where the settings ask for them."""

import asyncio
from datetime import UTC, datetime

from bot.edge.doctor.checks import Check
from bot.edge.doctor.report import Outcome, Result
from bot.edge.doctor.session import Session


async def check_backups(session: Session) -> Outcome:
    """The newest one is there and not too old."""
    plan = session.backups
    assert plan is not None, "it is asked only where they are made"
    newest = await asyncio.to_thread(plan.find_newest)
    if newest is None:
        return Outcome(Result.DIFFERS, f"There is no backup in {plan.folder} yet.")
    age = round((datetime.now(UTC) - newest).total_seconds() / 3600)
    result = Result.DIFFERS if plan.is_late(datetime.now(UTC)) else Result.WORKS
    return Outcome(result, f"The newest backup in {plan.folder} was made {age} hours ago.")


BACKUPS = Check(
    "Backups",
    "Look for the newest backup that the bot has made by itself.",
    "`/health` and the log of the bot say why none could be made; see “Backups” in docs/deploying.md.",
    check_backups,
)
