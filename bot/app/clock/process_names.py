"""Names of processes that share a database, by which one on the same machine tells that another is dead."""

from __future__ import annotations

import os
import re
import secrets
import socket
from hashlib import sha256
from pathlib import Path

_NAME = re.compile(r".+ (\d+) \((\w*)-\w+\)")
_OWN_IDS = Path("/proc/self/ns/pid")
_BOOT = Path("/proc/sys/kernel/random/boot_id")


def name_process() -> str:
    """Return a name for this process that none has had before: its host, its number, and where that number holds."""
    return f"{socket.gethostname() or 'a host'} {os.getpid()} ({_name_space()}-{secrets.token_hex(4)})"


def is_dead(name: str) -> bool:
    """Return whether a process is known not to run anymore; one of another machine or container never is."""
    found = _NAME.fullmatch(name)
    if found is None or not found[2] or found[2] != _name_space():
        return False
    number = int(found[1])
    return number == os.getpid() or not _is_running(number)


def _name_space() -> str:
    """Where process numbers mean the same as here, until the machine starts anew; empty if that can't be known."""
    try:
        parts = (socket.gethostname(), _BOOT.read_text("ascii").strip(), str(_OWN_IDS.readlink()))
    except OSError:
        return ""
    return sha256("\n".join(parts).encode()).hexdigest()[:12]


def _is_running(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True  # it is another user's
    return True
