"""In which language what is posted and what is sent in private is written."""

from __future__ import annotations

from bot.app.changes.outbox import Kind
from bot.app.notifications.languages import Languages
from bot.app.runtime.refusals import WORDS
from bot.edge.delivery.speaking import Speaker
from db.ids import GuildId, UserId
from games.core.text import say
from games.core.words import Words
from tests.edge.delivery.test_courier import Office, office, shown

__all__ = ["office"]


class Chosen(Languages):
    """A person who reads Dutch, on a server that reads German."""

    def __init__(self) -> None:
        """Need no database."""

    async def of_person(self, user: UserId) -> str:
        """Return Dutch."""
        return "nl"

    async def of_server(self, guild: GuildId) -> str:
        """Return German."""
        return "de"


async def test_a_direct_message_is_in_the_persons_language_and_a_post_in_the_servers(office: Office) -> None:
    """
    The same sentence, one after the other.
    """
    office.courier._speaker = Speaker(office.courier._client, Chosen())
    said, user = say("app.computer_removed"), UserId(office.user.id)
    await office.courier.post(office.notice(Kind.WORD, number=4, text=said, user=user))
    await office.courier.post(office.notice(Kind.WORD, number=5, text=said))
    posted, private = (office.messages(place)[0] for place in (None, office.user.user.dm_channel))
    told = [shown(message) for message in (private, posted)]
    wanted = [Words(WORDS, language=tag)(said) for tag in ("nl", "de")]

    assert [True, True] == [sentence in text for sentence, text in zip(wanted, told, strict=True)]
