"""The names by which people go."""

from datetime import datetime

from bot.app.records import Actor
from db.tx import Tx


def note_name(tx: Tx, actor: Actor, *, at: datetime) -> None:
    """Note the name that a person shows now, on the server where they were seen."""
    tx.people.meet(actor.user, actor.name, at=at, guild=actor.guild, account=actor.account)
