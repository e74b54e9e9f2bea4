"""Readers who have chosen nothing of their own."""

from bot.app.notifications.languages import Reader


class Unchosen:
    """In place of the service that knows what people have chosen."""

    async def of_reader(self, user: int, locale: str) -> Reader:
        """Return the language of their Discord."""
        return Reader(locale)


LANGUAGES = Unchosen()
