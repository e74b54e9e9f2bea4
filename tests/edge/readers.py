"""Readers who have chosen no language of their own."""


class Unchosen:
    """In place of the service that knows the languages."""

    async def of_reader(self, user: int, locale: str) -> str:
        """Return the language of their Discord."""
        return locale


LANGUAGES = Unchosen()
