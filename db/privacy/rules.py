"""For every column of every table: whether it holds a person, and what becomes of it.

A table or a column without an answer fails a test. ``deletion`` is when a person has all of their data deleted,
``purge`` when all data of a server is, ``export`` is the file with everything about a person.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class Holds(StrEnum):
    """What a column holds of a person, and by that what becomes of it when the person is deleted."""

    NOBODY = "nobody"
    """Nothing of anybody: it stays."""
    PERSON = "person"
    """Somebody's id: it becomes a number that leads nowhere."""
    OWNER = "owner"
    """The id of the person whom alone the row is about: the row is deleted."""
    HASHED = "hashed"
    """A hash of somebody's id, made with a key: it stays, so that what it stands for outlasts the person's deletion."""
    PEOPLE = "people"
    """Several ids: the person's is taken out."""
    NAME = "name"
    """The name of the person in the row: it becomes that of a deleted player."""
    SAID = "said"
    """JSON in which the bot names people: names and ids become those of a deleted player."""
    LOG = "log"
    """A packed log, in which the bot names people: the same."""
    WRITTEN = "written"
    """What the person in the row has written: it is emptied; in words of others their name is replaced."""


class Purge(StrEnum):
    """How a server's rows are found when they are purged."""

    GUILD = "guild"
    """They name it."""
    MATCH = "match"
    """They go with their match."""
    TOURNAMENT = "tournament"
    """They go with their tournament."""
    FACT = "fact"
    """Their key ends in it."""
    KEPT = "kept"
    """They belong to no server."""


class Where(StrEnum):
    """In which rows a person may be named; the value is the column that finds them."""

    MATCH = "match"
    """Those of matches with which the person had to do."""
    TOURNAMENT = "tournament"
    """Those of tournaments with which the person had to do."""
    GUILD = "guild"
    """Those of servers on which the person was met."""
    ALL = "all"
    """Any; a deletion looks through them beforehand (`scanning`)."""
    NOWHERE = ""
    """None, or rows that go with the person."""


class Export(StrEnum):
    """How a person's rows get into the file with everything about them."""

    ROWS = "rows"
    """Those whose column ``by`` holds them."""
    SEAT = "seat"
    """Those of their seats."""
    HASH = "hash"
    """Those with a hash of their id."""
    FILE = "file"
    """In the files of their matches, as far as they may see them."""
    NO = "no"
    """Not at all: nothing about the person, or about others alone."""


class TableRule(Struct, frozen=True, kw_only=True):
    """The answers for a table; ``nobody`` lists the columns without a person.

    ``names``: the columns with the ids of those whom names belong to, if not ``user``. ``of_seat``: rows of a person's
    seats are deleted. ``where`` rows are that name people in words; ``writers`` are the columns with the id of who has
    written others. ``secret`` columns are left out of exports. ``also``: columns that hold the person in rows that are
    others'; these are handed out, too, but for the columns named, and without those others in what the bot says.
    ``unseen``: columns that hold people to whom the rows aren't handed out.
    """

    nobody: str = ""
    held: Mapping[str, Holds] = {}
    purge: Purge
    export: Export = Export.NO
    by: str = "user"
    names: Mapping[str, str] = {}
    of_seat: bool = False
    where: Where = Where.NOWHERE
    writers: Mapping[str, str] = {}
    secret: str = ""
    also: Mapping[str, str] = {}
    unseen: str = ""

    def columns(self) -> dict[str, Holds]:
        """Return the answer for each column."""
        return {**dict.fromkeys(self.nobody.split(), Holds.NOBODY), **self.held}


_USER = {"user": Holds.PERSON}
_OWN = {"user": Holds.OWNER}

RULES: Mapping[str, TableRule] = {
    # Matches.
    "match": TableRule(
        nobody="id version game rules_number state_number status seats options pace private practice guild channel "
        "thread ply seed seed_hash outcome rematch_of created started finished moved undo guided closed packed",
        held={"host": Holds.PERSON},
        purge=Purge.GUILD,
        export=Export.ROWS,
        by="host",
        secret="seed options pace outcome",
    ),
    "seat": TableRule(
        nobody="match seat level resigned joined guest match_status", held=_USER, purge=Purge.MATCH, export=Export.ROWS
    ),
    "invite": TableRule(nobody="match kept at", held=_OWN, purge=Purge.MATCH, export=Export.ROWS),
    "entry": TableRule(
        nobody="match ply seat cause audience at",
        held={"data": Holds.SAID},
        where=Where.MATCH,
        purge=Purge.MATCH,
        export=Export.FILE,
    ),
    "packed_log": TableRule(
        nobody="match", held={"data": Holds.LOG}, where=Where.MATCH, purge=Purge.MATCH, export=Export.FILE
    ),
    "snapshot": TableRule(nobody="match ply shown data", purge=Purge.MATCH),  # a position knows seats only
    "rewind": TableRule(nobody="match ply target kind", purge=Purge.MATCH, export=Export.FILE),
    "review": TableRule(nobody="match ply data at", purge=Purge.MATCH),  # it knows seats only
    "draft": TableRule(nobody="match seat ask data changed", purge=Purge.MATCH, export=Export.SEAT, of_seat=True),
    "orders": TableRule(
        nobody="id match seat rank kind data filed created",
        held={"halted": Holds.SAID},
        where=Where.MATCH,
        purge=Purge.MATCH,
        export=Export.SEAT,
        of_seat=True,
        secret="filed",
    ),
    "pending": TableRule(
        nobody="match kind ask proposal seat sealed restart since due further", held=_OWN, purge=Purge.MATCH
    ),
    "note": TableRule(
        nobody="match at",
        held={**_OWN, "text": Holds.WRITTEN},
        where=Where.MATCH,
        purge=Purge.MATCH,
        export=Export.ROWS,
    ),
    "post": TableRule(nobody="match kind channel message ply at", purge=Purge.MATCH),
    "follow": TableRule(
        nobody="match lane feed spoilers ply due stopped at", held=_OWN, purge=Purge.MATCH, export=Export.ROWS
    ),
    # Clocks.
    "clock": TableRule(
        nobody="match seat left since excuses kept offered stand_in vacant season away",
        purge=Purge.MATCH,
        export=Export.SEAT,
    ),
    "clock_stop": TableRule(
        nobody="id match why starts ends shard shards", held=_USER, purge=Purge.MATCH, export=Export.ROWS
    ),
    "service": TableRule(nobody="shard shards process seen holder expires waiting waits", purge=Purge.KEPT),
    "proposal": TableRule(
        nobody="match kind seat mover yes at", held={"data": Holds.SAID}, where=Where.MATCH, purge=Purge.MATCH
    ),
    # Notifications.
    "outbox": TableRule(
        nobody="id guild match tournament kind ply state attempts not_before sending holder doubt created",
        held={"lane": Holds.OWNER, "data": Holds.SAID, "reason": Holds.SAID},
        where=Where.ALL,
        purge=Purge.GUILD,
        export=Export.ROWS,
        by="lane",
    ),
    "reach": TableRule(nobody="closed code day called merged digest", held=_OWN, purge=Purge.KEPT, export=Export.ROWS),
    # People and servers.
    "person": TableRule(
        nobody="zone prefs seen", held={**_OWN, "name": Holds.NAME}, purge=Purge.KEPT, export=Export.ROWS
    ),
    "nickname": TableRule(nobody="guild", held={**_OWN, "name": Holds.NAME}, purge=Purge.GUILD, export=Export.ROWS),
    "known_name": TableRule(nobody="guild", held={**_OWN, "name": Holds.NAME}, purge=Purge.GUILD, export=Export.ROWS),
    "block": TableRule(
        nobody="at",
        held={"user": Holds.OWNER, "other": Holds.OWNER},
        purge=Purge.KEPT,
        export=Export.ROWS,
        unseen="other",
    ),
    "link": TableRule(
        nobody="access refresh expires told due failures",
        held=_OWN,
        purge=Purge.KEPT,
        export=Export.ROWS,
        secret="access refresh",
    ),
    "server": TableRule(nobody="guild settings shares", purge=Purge.GUILD),
    "seen": TableRule(nobody="key at", held={"answer": Holds.SAID}, where=Where.ALL, purge=Purge.KEPT),
    "meta": TableRule(nobody="key value", purge=Purge.FACT),
    "registration": TableRule(nobody="application told answered", purge=Purge.KEPT),
    "deletion": TableRule(nobody="number at", held=_OWN, purge=Purge.KEPT),
    "departure": TableRule(nobody="guild at", purge=Purge.GUILD),
    # Tournaments.
    "tournament": TableRule(
        nobody="id version guild channel game format status round settings created starts due finished paused resumes "
        "stood summary",
        held={"host": Holds.PERSON, "organizers": Holds.PEOPLE, "name": Holds.WRITTEN},
        where=Where.TOURNAMENT,
        purge=Purge.GUILD,
        export=Export.ROWS,
        by="host",
        secret="settings",
    ),
    "entrant": TableRule(
        nobody="tournament number status strength sigma rank first last joined",
        held={"name": Holds.SAID},
        where=Where.TOURNAMENT,
        purge=Purge.TOURNAMENT,
    ),
    "member": TableRule(
        nobody="tournament entrant board tenure level joined left",
        held={**_USER, "name": Holds.NAME},
        purge=Purge.TOURNAMENT,
        export=Export.ROWS,
    ),
    "pairing": TableRule(
        nobody="tournament number board round group part part_round row entrants status match places totals ended late "
        "began done due nudged",
        purge=Purge.TOURNAMENT,
    ),
    "tournament_log": TableRule(
        nobody="tournament number at",
        held={"actor": Holds.PERSON, "text": Holds.SAID},
        where=Where.TOURNAMENT,
        purge=Purge.TOURNAMENT,
        export=Export.ROWS,
        by="actor",
    ),
    "tournament_post": TableRule(nobody="tournament kind channel message at", purge=Purge.TOURNAMENT),
    # Results and ratings.
    "reckoning": TableRule(nobody="match", purge=Purge.MATCH),
    "result": TableRule(
        nobody="match game guild seats started finished ended rated why note tournament edited", purge=Purge.MATCH
    ),
    "placing": TableRule(
        nobody="match seat tenure level place rank total turns late left guarded scores spent "
        "guild game seats finished ranked",
        held=_USER,
        purge=Purge.MATCH,
        export=Export.ROWS,
    ),
    "rating": TableRule(
        nobody="guild game level_of level mu sigma shown matches changed listed",
        held=_USER,
        purge=Purge.GUILD,
        export=Export.ROWS,
    ),
    "rating_step": TableRule(
        nobody="match guild game level_of level mu sigma at matches", held=_USER, purge=Purge.MATCH, export=Export.ROWS
    ),
    "rating_progress": TableRule(
        nobody="id finished match stale token at until until_match newest newest_match rule", purge=Purge.KEPT
    ),
    "consent": TableRule(nobody="at agreed spread", held=_OWN, purge=Purge.KEPT, export=Export.ROWS),
    "tenure": TableRule(
        nobody="match seat number level until at why", held=_USER, purge=Purge.MATCH, export=Export.ROWS
    ),
    "ruling": TableRule(
        nobody="id match at places",
        held={"by": Holds.PERSON, "why": Holds.WRITTEN},
        where=Where.MATCH,
        writers={"why": "by"},
        purge=Purge.MATCH,
        export=Export.ROWS,
        by="by",
    ),
    "appeal": TableRule(
        nobody="id match tournament guild at state closed",
        held={"user": Holds.PERSON, "words": Holds.WRITTEN, "by": Holds.PERSON, "answer": Holds.WRITTEN},
        where=Where.MATCH,
        writers={"words": "user", "answer": "by"},
        purge=Purge.MATCH,
        export=Export.ROWS,
        also={"by": "user words"},
    ),
    # Staff.
    "audit_entry": TableRule(
        nobody="id guild match at",
        held={
            **_USER,
            "subject": Holds.PERSON,
            "name": Holds.NAME,
            "what": Holds.SAID,
            "why": Holds.WRITTEN,
        },
        where=Where.GUILD,
        writers={"why": "user"},
        purge=Purge.GUILD,
        export=Export.ROWS,
        also={"subject": "user name"},
    ),
    "blocked_server": TableRule(nobody="guild reason at", purge=Purge.KEPT),
    "broadcast": TableRule(nobody="id text at", purge=Purge.KEPT),
    "broadcast_sent": TableRule(nobody="broadcast", held=_OWN, purge=Purge.KEPT, export=Export.ROWS),
    "broadcast_server": TableRule(nobody="broadcast guild", purge=Purge.GUILD),
    "regular": TableRule(nobody="match latest category every due", held=_OWN, purge=Purge.MATCH, export=Export.ROWS),
    "puzzle": TableRule(
        nobody="day game seats options position ask best points match turn made rules_number", purge=Purge.KEPT
    ),
    "puzzle_answer": TableRule(
        nobody="day guild draft tries solved shown at",
        held=_OWN,
        purge=Purge.GUILD,
        export=Export.ROWS,
    ),
    "puzzle_channel": TableRule(nobody="guild channel day told", purge=Purge.GUILD),
    "seeker": TableRule(
        nobody="guild game seats live near channel open at until",
        held=_OWN,
        purge=Purge.GUILD,
        export=Export.ROWS,
    ),
    "bar": TableRule(
        nobody="guild at until",
        held={**_OWN, "name": Holds.NAME, "by": Holds.PERSON, "by_name": Holds.NAME, "why": Holds.WRITTEN},
        names={"by_name": "by"},
        where=Where.GUILD,
        writers={"why": "by"},
        purge=Purge.GUILD,
        export=Export.ROWS,
        secret="by by_name",
        also={"by": "user name"},
    ),
    "kept_bar": TableRule(nobody="guild until", held={"digest": Holds.HASHED}, purge=Purge.GUILD, export=Export.HASH),
    "report": TableRule(
        nobody="id guild match ply topic state at closed channel message",
        held={
            "reporter": Holds.PERSON,
            "about": Holds.PERSON,
            "name": Holds.NAME,
            "words": Holds.WRITTEN,
            "claimer": Holds.PERSON,
            "claimer_name": Holds.NAME,
            "outcome": Holds.WRITTEN,
        },
        names={"name": "reporter", "claimer_name": "claimer"},
        where=Where.GUILD,
        writers={"words": "reporter", "outcome": "claimer"},
        purge=Purge.GUILD,
        export=Export.ROWS,
        by="reporter",
        secret="claimer claimer_name",
        also={"claimer": "reporter name words about"},
        unseen="about",
    ),
}
"""By table."""
