"""Giving back to the system what was only needed while something was drawn."""

import ctypes
from contextlib import suppress


def trim() -> None:
    """Give back memory that lies free between what is kept, which glibc does only at the end; elsewhere do nothing."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
