"""What is measured: served at ``/metrics`` where METRICS_PORT is set (``docs/operating.md`` lists the names)."""

from prometheus_client import Counter, Histogram

REQUESTS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10)
"""Bounds in seconds for what a person waits for; Discord gives up on an interaction after three."""

WORK = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60, 300)
"""Bounds in seconds for what takes longer."""

ACKNOWLEDGING = Histogram(
    "longtable_acknowledge_seconds",
    "From an interaction's arrival until Discord has its acknowledgement",
    buckets=REQUESTS,
)
ANSWERING = Histogram(
    "longtable_answer_seconds", "From an interaction's arrival until its answer is shown", buckets=WORK
)
POSTING = Histogram(
    "longtable_post_seconds", "From the turn that calls for it until a row of the outbox is delivered", buckets=WORK
)
DRAWING = Histogram("longtable_drawing_seconds", "Time for one picture, without waiting for a process", buckets=WORK)
THINKING = Histogram("longtable_thinking_seconds", "Time for one turn of a computer player", buckets=WORK)
STORAGE_ERRORS = Counter("longtable_storage_errors", "Units of work that the database refused", ["error"])
FAILURES = Counter("longtable_failures", "Failures that nobody foresaw, by worker", ["worker"])
