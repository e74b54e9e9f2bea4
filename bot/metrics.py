"""What is measured: served at ``/metrics`` where METRICS_PORT is set (``docs/monitoring.md`` lists the names)."""

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
"""Bounds in seconds for what a person waits for; Discord gives up on an interaction after three."""

WORK = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 300)
"""Bounds in seconds for what takes longer."""

ACKNOWLEDGING = Histogram(
    "longtable_acknowledge_seconds",
    "From the arrival of an interaction until Discord has its acknowledgement",
    buckets=REQUESTS,
)
ANSWERING = Histogram(
    "longtable_answer_seconds",
    "From the acknowledgement of an interaction (or its arrival, if that is the answer) until an answer or bar shows",
    buckets=WORK,
)
POSTING = Histogram(
    "longtable_post_seconds", "From the change that calls for a message until it is delivered", ["kind"], buckets=WORK
)
DRAWING = Histogram("longtable_drawing_seconds", "Time for one picture, without waiting for a process", buckets=WORK)
THINKING = Histogram("longtable_thinking_seconds", "Time for one turn of a computer player", buckets=WORK)
LAG = Histogram("longtable_event_loop_lag_seconds", "How late the event loop runs what is due", buckets=REQUESTS)

OUTBOX = Gauge("longtable_outbox_messages", "Messages that wait for delivery, and parked ones", ["state"])
OUTBOX_AGE = Gauge("longtable_outbox_oldest_seconds", "Age of the oldest message that could have been delivered")
QUEUE = Gauge("longtable_queue_length", "What is waiting or under way", ["queue"])
GATEWAY = Gauge("longtable_gateway_up", "Whether players of a shard can reach the bot", ["shard"])
LATENCY = Gauge("longtable_gateway_latency_seconds", "Latency of a shard's gateway", ["shard"])
LEASE = Gauge(
    "longtable_lease_seconds", "How long this process may serve a shard without renewing its lease", ["shard"]
)
HANDOVERS = Counter("longtable_lease_changes", "Shards that this process has taken, released or lost", ["how"])
WORKER_AGE = Gauge("longtable_worker_idle_seconds", "Time since a worker has finished a round", ["worker"])
FAILING = Gauge("longtable_failing_items", "Items of a worker that fail at present", ["worker", "state"])
STORAGE = Gauge("longtable_storage_up", "Whether the database answers")

STORAGE_ERRORS = Gauge(
    "longtable_storage_errors", "How often the database could not be used since the start", ["error"]
)
FAILURES = Counter("longtable_failures", "Failures that nobody foresaw, by worker", ["worker"])
BACKUP_AGE = Gauge("longtable_backup_age_seconds", "Time since the newest scheduled backup was made; -1: there is none")
BACKUP_FAILURES = Counter("longtable_backup_failures", "Scheduled backups that could not be made")

REQUESTS_DONE = Counter("longtable_requests", "Requests of people, by how they came out", ["result"])
DISCORD_REQUESTS = Counter("longtable_discord_requests", "Requests to Discord, by what it answered", ["answer"])
DATABASE = Histogram(
    "longtable_database_seconds", "Time for a unit of work, waiting included", ["kind"], buckets=REQUESTS
)
