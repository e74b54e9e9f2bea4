"""A check: what is tried, what follows if it fails, and how a table of checks is gone through."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import aiohttp
import discord
import structlog

from bot.config import ConfigError
from bot.edge.doctor.report import Finding, Outcome, Result, Skip
from bot.edge.doctor.session import Session

log = structlog.get_logger(__name__)
LONGEST = 60.0
"""Seconds that a check without a person may take, waits for rate limits included."""


@dataclass(frozen=True, slots=True)
class Check:
    """One row of a table of checks. ``follows`` is shown if it doesn't work; ``waits``: it waits for a person."""

    title: str
    tried: str
    follows: str
    run: Callable[[Session], Awaitable[Outcome]]
    waits: bool = False

    def make_finding(self, outcome: Outcome) -> Finding:
        """Return the outcome as a finding of this check."""
        follows = outcome.follows
        if not follows and outcome.result in {Result.DIFFERS, Result.FAILS}:
            follows = self.follows
        return Finding(self.title, self.tried, outcome.result, outcome.words, follows, outcome.lines)


async def run_checks(session: Session, checks: Iterable[Check], show: Callable[[Finding], None]) -> list[Finding]:
    """Go through the checks in order; one that raises fails, and the next is tried.

    When the task is canceled, the rest is noted as not tried and the findings are returned: what was made has still to
    be removed. Raises ConfigError for what no check can make up for.
    """
    findings = []
    interrupted = False
    for check in checks:
        if interrupted:
            outcome = Outcome(Result.NOT_TRIED, "The run was interrupted.")
        else:
            try:
                outcome = await _outcome(session, check)
            except asyncio.CancelledError:
                interrupted = True
                outcome = Outcome(Result.NOT_TRIED, "The run was interrupted here.")
        findings.append(check.make_finding(outcome))
        show(findings[-1])
    return findings


async def _outcome(session: Session, check: Check) -> Outcome:
    try:
        async with asyncio.timeout(None if check.waits else LONGEST):
            return await check.run(session)
    except Skip as reason:
        return Outcome(Result.NOT_TRIED, str(reason))
    except discord.HTTPException as error:
        return Outcome(Result.FAILS, refusal(error))
    except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
        return Outcome(Result.FAILS, f"Discord refused it or didn't answer ({type(error).__name__}).")
    except ConfigError:
        raise
    except Exception as error:
        log.exception("a check itself failed", check=check.title)
        return Outcome(
            Result.FAILS, f"The check itself failed ({type(error).__name__}). Please report it with the log."
        )


def refusal(error: discord.HTTPException) -> str:
    """Return what Discord refused with: status, code and its own words."""
    return f"Discord refused with status {error.status}, code {error.code}: {' '.join(error.text.split())[:300]}"
