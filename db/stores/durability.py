"""What a commit promises on SQLite."""

from enum import StrEnum


class Durability(StrEnum):
    """How far a commit has come when it is told."""

    FULL = "full"
    """On the disk: not even a power cut loses it. Units of work that wait share one flush."""
    NORMAL = "normal"
    """With the operating system: a killed process loses nothing, a power cut may lose the last commits."""
