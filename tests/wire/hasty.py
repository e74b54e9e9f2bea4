"""
The bot as an operator runs it, but what leases and lost connections wait for takes a fifth of the time.

``python -m tests.wire.hasty`` runs it.
"""

from __future__ import annotations

import sys
from typing import Any

from sqlalchemy import bindparam, update

from bot.__main__ import main
from bot.app.clock import leases, outages
from db.clocks.leases import LEASE, LeaseRepository
from db.clocks.schema import service
from db.engine.statements import Statement
from db.stores import postgres_pool

SHORTER = 5
CONSTANTS = ((leases, "LEASE RENEW MARGIN"), (outages, "HANDED_OVER"), (postgres_pool, "PATIENCE SILENCE"))
BY = round((LEASE - LEASE / SHORTER).total_seconds() * 1000)
_sooner = Statement(update(service).where(service.c.holder == bindparam("me")).values(expires=service.c.expires - BY))


def shorten(name: str) -> None:
    """Let what a process gets by a method of the leases end earlier."""
    method = getattr(LeaseRepository, name)

    def shortened(self: LeaseRepository, *args: Any, **more: Any) -> Any:  # noqa: ANN401  # whatever the method takes
        got = method(self, *args, **more)
        if got:
            self._change(_sooner, me=more.get("process") or args[0])
        return got

    setattr(LeaseRepository, name, shortened)


if __name__ == "__main__":
    for each in ("acquire", "renew"):
        shorten(each)
    for module, names in CONSTANTS:
        for name in names.split():
            setattr(module, name, getattr(module, name) / SHORTER)
    postgres_pool.IDLE_MILLISECONDS //= SHORTER
    sys.exit(main(["run"]))
