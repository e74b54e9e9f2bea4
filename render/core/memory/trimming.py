"""Giving back to the system what was only needed while something was drawn."""

import ctypes
from contextlib import suppress

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3
"""Numbers of glibc's `mallopt`."""
LARGE = 4 * 2**20
FREE = 16 * 2**20


def give_back_early() -> None:
    """
    Have this process give back what takes more than `LARGE` bytes at once, and more than `FREE` bytes at the end.

    By itself, glibc learns from the first large image that such memory is used again and again, and keeps it all; small
    things that stay then lie between large ones that went. Elsewhere do nothing.
    """
    with suppress(AttributeError, OSError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(M_MMAP_THRESHOLD, LARGE)
        libc.mallopt(M_TRIM_THRESHOLD, FREE)


def trim() -> None:
    """Give back memory that lies free between what is kept; elsewhere than with glibc do nothing."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
