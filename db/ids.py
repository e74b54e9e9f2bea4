"""Identities, as types of their own: a user is never mistaken for a channel."""

from typing import NewType

UserId = NewType("UserId", int)
"""A Discord user (snowflake)."""


def is_deleted(user: int | None) -> bool:
    """Return whether an id is what is left of a person whose data was deleted: no id of Discord's is negative."""
    return user is not None and user < 0


GuildId = NewType("GuildId", int)
"""A Discord server (snowflake)."""

ChannelId = NewType("ChannelId", int)
"""A Discord channel or thread (snowflake)."""

MessageId = NewType("MessageId", int)
"""A Discord message (snowflake)."""

MatchId = NewType("MatchId", int)
"""The number of a match that players see: ``#142``."""

NoticeId = NewType("NoticeId", int)
"""A row of the outbox; never used twice."""

OrderId = NewType("OrderId", int)
"""A stored order; never used twice."""

Key = NewType("Key", str)
"""Names one request (the interaction's id), so that a repeat gets the first answer."""

TournamentId = NewType("TournamentId", int)
"""The number of a tournament that players see."""

AppealId = NewType("AppealId", int)
"""The number of an appeal against a result."""

ReportId = NewType("ReportId", int)
"""The number of a report to the staff of a server."""
