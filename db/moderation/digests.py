"""Knowing a barred person again without keeping who they are."""

from __future__ import annotations

import hashlib
import hmac

from db.ids import GuildId, UserId


def digest_person(key: str, guild: GuildId, user: UserId) -> str:
    """Return a hash of a person's id that only who has the key can make; on each server it is another one."""
    return hmac.new(key.encode(), f"{guild} {user}".encode(), hashlib.sha256).hexdigest()
