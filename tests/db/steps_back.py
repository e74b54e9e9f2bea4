"""What undoes the steps of migrations, so that a step can be tried over matches that run."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable

from sqlalchemy import text

from db.stores.postgres import open_postgres
from db.stores.upgrade import sqlite_path

_STANDING = """
CREATE TABLE standing (
    match BIGINT NOT NULL REFERENCES match (id) ON DELETE CASCADE, ask VARCHAR NOT NULL, seat SMALLINT NOT NULL,
    wait VARCHAR NOT NULL, sealed SMALLINT NOT NULL, restart SMALLINT NOT NULL, since BIGINT NOT NULL, due BIGINT,
    again SMALLINT NOT NULL DEFAULT 0, PRIMARY KEY (match, ask)
);
INSERT INTO standing SELECT
    match,
    CASE kind
        WHEN 'forced' THEN '~forced:' || ask
        WHEN 'reminder' THEN '~' || ask
        WHEN 'proposal' THEN '~proposal:' || proposal
        WHEN 'ready' THEN '~ready' || "user"
        WHEN 'check' THEN '~check'
        WHEN 'start' THEN '~start'
        WHEN 'grace' THEN '~grace'
        WHEN 'expiry' THEN '~expires'
        ELSE ask
    END,
    seat, CASE WHEN kind IN ('check', 'ready') THEN 'start' ELSE kind END, sealed, restart, since, due, further
FROM pending;
DROP TABLE pending;
CREATE TABLE motion (
    match BIGINT NOT NULL REFERENCES match (id) ON DELETE CASCADE, kind VARCHAR NOT NULL, mover SMALLINT NOT NULL,
    yes VARCHAR NOT NULL, data BYTEA NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (match, kind)
);
INSERT INTO motion
SELECT match, CASE kind WHEN 'timeout' THEN 'late' || seat ELSE kind END, mover, yes, data, at FROM proposal;
DROP TABLE proposal
"""

_NAMES = """
ALTER TABLE clock_stop RENAME TO halt;
DROP INDEX ix_clock_stop_match_ends;
DROP INDEX ix_clock_stop_user_ends;
CREATE INDEX ix_halt_match_ends ON halt (match, ends);
CREATE INDEX ix_halt_user_ends ON halt ("user", ends);
ALTER TABLE tenure RENAME TO sitting;
ALTER TABLE sitting RENAME COLUMN number TO spell;
DROP INDEX ix_tenure_user;
CREATE INDEX ix_sitting_user ON sitting ("user");
ALTER TABLE "placing" RENAME COLUMN tenure TO spell;
ALTER TABLE member RENAME COLUMN tenure TO spell;
ALTER TABLE audit_entry RENAME TO deed;
DROP INDEX ix_audit_entry_guild_id;
DROP INDEX ix_audit_entry_match;
CREATE INDEX ix_deed_guild_id ON deed (guild, id);
CREATE INDEX ix_deed_match ON deed (match)
"""

_TOURNAMENTS = """
ALTER TABLE tournament RENAME TO event;
DROP INDEX ix_tournament_guild_id;
DROP INDEX ix_tournament_channel;
DROP INDEX ix_tournament_due;
CREATE INDEX ix_event_guild_id ON event (guild, id);
CREATE INDEX ix_event_channel ON event (channel);
CREATE INDEX ix_event_due ON event (due) WHERE due IS NOT NULL;
ALTER TABLE tournament_log RENAME TO event_log;
ALTER TABLE tournament_post RENAME TO event_post;
ALTER TABLE event_log RENAME COLUMN tournament TO event;
ALTER TABLE event_post RENAME COLUMN tournament TO event;
ALTER TABLE entrant RENAME COLUMN tournament TO event;
ALTER TABLE member RENAME COLUMN tournament TO event;
ALTER TABLE pairing RENAME COLUMN tournament TO event;
ALTER TABLE result RENAME COLUMN tournament TO event;
ALTER TABLE appeal RENAME COLUMN tournament TO event;
ALTER TABLE outbox RENAME COLUMN tournament TO event;
DROP INDEX ix_outbox_tournament;
CREATE INDEX ix_outbox_event ON outbox (event)
"""

_RATINGS = """
CREATE TABLE kept AS SELECT
    guild, game, "user", CASE level_of WHEN '' THEN '' ELSE level_of || ':' || level END AS level,
    mu, sigma, shown, matches, changed
FROM rating;
DROP TABLE rating;
CREATE TABLE rating (
    guild BIGINT NOT NULL, game VARCHAR NOT NULL, "user" BIGINT NOT NULL, level VARCHAR NOT NULL, mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL, shown INTEGER NOT NULL, matches INTEGER NOT NULL, changed BIGINT NOT NULL,
    CONSTRAINT pk_rating PRIMARY KEY (guild, game, "user", level)
);
INSERT INTO rating SELECT * FROM kept;
DROP TABLE kept;
CREATE INDEX ix_rating_guild_game_shown ON rating (guild, game, shown);
CREATE INDEX ix_rating_user ON rating ("user");
CREATE TABLE kept AS SELECT
    match, guild, game, "user", CASE level_of WHEN '' THEN '' ELSE level_of || ':' || level END AS level, mu, sigma, at
FROM rating_step;
DROP TABLE rating_step;
CREATE TABLE rating_step (
    match BIGINT NOT NULL CONSTRAINT fk_rating_step_match REFERENCES match (id) ON DELETE CASCADE,
    guild BIGINT NOT NULL, game VARCHAR NOT NULL, "user" BIGINT NOT NULL, level VARCHAR NOT NULL, mu INTEGER NOT NULL,
    sigma INTEGER NOT NULL, at BIGINT NOT NULL,
    CONSTRAINT pk_rating_step PRIMARY KEY (match, guild, game, "user", level)
);
INSERT INTO rating_step SELECT * FROM kept;
DROP TABLE kept;
CREATE INDEX ix_rating_step_user_guild_game_at ON rating_step ("user", guild, game, at);
INSERT INTO meta SELECT
    'reckoned', CASE stale WHEN 1 THEN 'stale' || coalesce(' ' || token, '')
    ELSE coalesce(CAST(finished AS VARCHAR) || ':' || CAST(match AS VARCHAR), '') END
FROM rating_progress;
DROP TABLE rating_progress
"""

_PAIRING_PLACES = """
ALTER TABLE pairing RENAME COLUMN "group" TO "key";
UPDATE pairing SET "key" = CASE part WHEN 'final' THEN 'F' || part_round
    ELSE CASE part WHEN 'winners' THEN 'W' WHEN 'losers' THEN 'L' ELSE 'T' END || part_round || '.' || ("row" + 1) END
WHERE part IS NOT NULL;
ALTER TABLE pairing DROP COLUMN part;
ALTER TABLE pairing DROP COLUMN part_round;
ALTER TABLE pairing DROP COLUMN "row"
"""

_LOOKUPS = (
    *("match_guild_status_id", "match_channel_id", "match_channel_status_id", "match_alive", "match_rematch_of"),
    *("match_over_in_thread", "seat_user_match_status_match", "result_guild_finished_match", "result_played"),
    *("placing_user_finished_match", "placing_ranked", "placing_ranked_everywhere", "rating_listed"),
    *("outbox_parked_for", "clock_stop_removed", "tournament_alive", "audit_entry_guild_user_id", "audit_entry_at"),
)
_MARKS = ("at", "until", "until_match", "newest", "newest_match")
SINCE_RATING_RULE = (
    "ALTER TABLE puzzle_channel DROP COLUMN told",
    "DROP INDEX ix_puzzle_match",
    *(f"ALTER TABLE puzzle DROP COLUMN {name}" for name in ("match", "turn", "made", "rules_number")),
)
"""Undoes the steps after the forty-second."""

SINCE_PUZZLES = (*SINCE_RATING_RULE, "ALTER TABLE rating_progress DROP COLUMN rule")
"""Undoes the steps after the forty-first."""

SINCE_REVIEWS = (
    *SINCE_PUZZLES,
    "DROP TABLE puzzle_channel",
    "DROP TABLE puzzle_answer",
    "DROP TABLE puzzle",
)
"""Undoes the steps after the fortieth."""

SINCE_RATING_MARKS = (*SINCE_REVIEWS, "DROP TABLE review")
"""Undoes the steps after the thirty-ninth."""

SINCE_CONSENTS = (
    *SINCE_RATING_MARKS,
    "DROP INDEX ix_rating_step_of",
    "ALTER TABLE rating_step DROP COLUMN matches",
    'CREATE INDEX ix_rating_step_user_guild_game_at ON rating_step ("user", guild, game, at)',
    *(f"ALTER TABLE rating_progress DROP COLUMN {name}" for name in _MARKS),
)
"""Undoes the steps after the thirty-eighth."""

SINCE_LEASES = (
    *SINCE_CONSENTS,
    "DROP INDEX ix_consent_unspread",
    "ALTER TABLE consent DROP COLUMN agreed",
    "ALTER TABLE consent DROP COLUMN spread",
    "DROP INDEX ix_rating_user_guild",
    'CREATE INDEX ix_rating_user ON rating ("user")',
)
"""Undoes the steps after the thirty-seventh."""

SINCE_LOOKUPS = (
    *SINCE_LEASES,
    *(f"ALTER TABLE service DROP COLUMN {name}" for name in ("holder", "expires", "waiting", "waits")),
)
"""Undoes the steps after the thirty-sixth."""

SINCE_PACKED_LOGS = (
    *SINCE_LOOKUPS,
    *(f"DROP INDEX ix_{name}" for name in _LOOKUPS),
    "ALTER TABLE seat DROP COLUMN match_status",
    *(f'ALTER TABLE "placing" DROP COLUMN {name}' for name in ("guild", "game", "seats", "finished", "ranked")),
    "ALTER TABLE rating DROP COLUMN listed",
    "CREATE INDEX ix_match_channel ON match (channel)",
    'CREATE INDEX ix_seat_user ON seat ("user")',
    "CREATE INDEX ix_result_game_guild ON result (game, guild)",
    'CREATE INDEX ix_placing_user_match ON "placing" ("user", match)',
)
"""Undoes the steps after the thirty-fifth."""

SINCE_BROADCASTS = (
    *SINCE_PACKED_LOGS,
    *("DROP TABLE packed_log", "DROP INDEX ix_match_unpacked", "ALTER TABLE match DROP COLUMN packed"),
)
"""Undoes the steps after the thirty-fourth."""

SINCE_REPORT_ABOUT = (*SINCE_BROADCASTS, "DROP TABLE broadcast_server")
"""Undoes the steps after the thirty-third."""

SINCE_KEPT_BARS = (*SINCE_REPORT_ABOUT, "ALTER TABLE report DROP COLUMN about")
"""Undoes the steps after the thirty-second."""

SINCE_LINKS = (*SINCE_KEPT_BARS, "DROP TABLE kept_bar")
"""Undoes the steps after the thirty-first."""

SINCE_SHARING = (*SINCE_LINKS, "DROP TABLE link")
"""Undoes the steps after the thirtieth."""

SINCE_REGULAR = (*SINCE_SHARING, "ALTER TABLE seat DROP COLUMN guest", "ALTER TABLE server DROP COLUMN shares")
"""Undoes the steps after the twenty-ninth."""

SINCE_SEEKING = (*SINCE_REGULAR, "DROP TABLE regular")
"""Undoes the steps after the twenty-eighth."""

SINCE_OPERATIONS = (*SINCE_SEEKING, "DROP TABLE seeker")
"""Undoes the steps after the twenty-seventh."""

SINCE_PRIVACY = (
    *SINCE_OPERATIONS,
    *(f"DROP TABLE {name}" for name in ("broadcast_sent", "broadcast", "blocked_server")),
)
"""Undoes the steps after the twenty-sixth."""

SINCE_MODERATION = (
    *SINCE_PRIVACY,
    *(f"DROP TABLE {name}" for name in ("known_name", "deletion", "departure")),
)
"""Undoes the steps after the twenty-fifth."""

SINCE_WATCHING = (
    *SINCE_MODERATION,
    "DROP TABLE report",
    "DROP TABLE bar",
    "DROP INDEX ix_audit_entry_guild_subject",
    "ALTER TABLE audit_entry DROP COLUMN subject",
    "ALTER TABLE audit_entry DROP COLUMN why",
)
"""Undoes the steps after the twenty-fourth."""

SINCE_EPOCH = (*SINCE_WATCHING, "DROP TABLE follow", "ALTER TABLE match DROP COLUMN closed")
"""Undoes the steps after the twenty-third."""

SINCE_GUIDED = (*SINCE_EPOCH, "ALTER TABLE match ADD COLUMN epoch INTEGER NOT NULL DEFAULT 0")
"""Undoes the steps after the twenty-second."""

SINCE_REGISTRATION = (*SINCE_GUIDED, "ALTER TABLE match DROP COLUMN guided")
"""Undoes the steps after the twenty-first."""

SINCE_PLACES = (
    *SINCE_REGISTRATION,
    "INSERT INTO meta SELECT 'commands of ' || application, told || ' ' || answered FROM registration",
    "DROP TABLE registration",
)
"""Undoes the steps after the twentieth."""

SINCE_RATINGS = (*SINCE_PLACES, *_PAIRING_PLACES.split(";"))
"""Undoes the steps after the nineteenth."""

SINCE_PAIRING_ENDS = (*SINCE_RATINGS, *_RATINGS.split(";"))
"""Undoes the steps after the eighteenth."""

SINCE_TOURNAMENTS = (
    *SINCE_PAIRING_ENDS,
    "UPDATE pairing SET ended = ended || '/' || late WHERE late <> ''",
    "ALTER TABLE pairing DROP COLUMN late",
)
"""Undoes the steps after the seventeenth."""

SINCE_NAMES = (*SINCE_TOURNAMENTS, *_TOURNAMENTS.split(";"))
"""Undoes the steps after the sixteenth."""

SINCE_PENDING = (*SINCE_NAMES, *_NAMES.split(";"))
"""Undoes the steps after the fifteenth."""

SINCE_SUMMARIES = (*SINCE_PENDING, *_STANDING.split(";"))
"""Undoes the steps after the fourteenth."""

SINCE_DOUBTS = (
    *SINCE_SUMMARIES,
    *(f"ALTER TABLE event DROP COLUMN {name}" for name in ("organizers", "summary")),
)
"""Undoes the steps after the twelfth."""

SINCE_NICKNAMES = (
    *SINCE_DOUBTS,
    "ALTER TABLE entrant DROP COLUMN sigma",
    *(f"ALTER TABLE event DROP COLUMN {name}" for name in ("paused", "resumes", "stood")),
)
"""Undoes the steps after the tenth."""


async def set_back(url: str, statements: Iterable[str]) -> None:
    """Make the tables what they were before some steps."""
    if url.startswith("sqlite"):
        file = sqlite3.connect(sqlite_path(url))
        for statement in statements:
            file.execute(statement)
        file.commit()
        file.close()
        return
    store = open_postgres(url)
    async with store.engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))
    await store.close()
