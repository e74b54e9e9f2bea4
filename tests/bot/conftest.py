"""Fixtures of the command line's tests."""

from tests.bot.database import bare_environment

__all__ = ["bare_environment"]
