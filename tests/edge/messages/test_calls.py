"""What calls players to a turn, and to the end of a match."""

from msgspec.structs import replace

from bot.app.changes.outbox import REMINDER, YOUR_TURN, Kind, call_text
from bot.app.match.records import MessageRef, Place
from bot.app.notifications.courier import Notice
from bot.edge.messages.board import board_post
from bot.edge.messages.calls import call_post
from db.ids import ChannelId, GuildId, MessageId, NoticeId, UserId
from db.records import Status
from games.core.game import Outcome
from games.core.registry import games
from games.core.seats import AskId, Seat
from games.core.text import Text
from tests.edge.payloads import components_of, faults_of, texts
from tests.edge.views import NOW, positions, view_of

GREENTOWN = games()["greentown"]
DUE = int(NOW.timestamp())


def notice(text: Text, **changes: object) -> Notice:
    """Return a notice that calls the first player of a match that has just begun."""
    seen = view_of(GREENTOWN, next(positions(GREENTOWN, seats=2))[0])
    base = Notice(
        id=NoticeId(1),
        nonce="o1",
        marker="n1",
        kind=Kind.WORD,
        match=seen.match.id,
        place=Place(GuildId(9), ChannelId(77)),
        match_view=seen,
        mention=(UserId(1),),
        text=text,
    )
    return replace(base, **changes)


def ask() -> tuple[Seat, AskId]:
    """Return what the match waits for."""
    first = view_of(GREENTOWN, next(positions(GREENTOWN, seats=2))[0]).asks[0]
    return first.seat, first.id


def test_a_reminder_names_match_decision_deadline_and_the_way_to_it() -> None:
    """
    Game, number, link to the board, kind of decision, the deadline in each reader's zone, and a button to play.
    """
    text = call_text(REMINDER, ask())
    called = notice(text, board=MessageRef(ChannelId(88), MessageId(5)))
    post = call_post(called, text)
    words = texts(components_of(post))
    kind = called.match_view.asks[0].text.id

    assert "<@1>, **[Green Town #142](https://discord.com/channels/9/88/5)** is still waiting for you." in words
    assert f"<t:{DUE}:f>" in words
    assert f"<t:{DUE}:R>" in words
    assert GREENTOWN.words[kind].split("{")[0] in words
    assert len(words.splitlines()) == 3
    assert "lt|play|142" in str(components_of(post))
    assert [] == faults_of(post)


def test_a_call_in_private_mentions_nobody() -> None:
    """
    In a direct message the match is named in the same way; without a board the link leads to where it is played.
    """
    text = call_text(YOUR_TURN, ask())
    words = texts(components_of(call_post(notice(text, user=UserId(1)), text)))

    assert "<@1>" not in words
    assert "it's your turn in **[Green Town #142](https://discord.com/channels/9/77)**." in words


def test_the_last_board_calls_the_players() -> None:
    """
    Whoever is called by it stands in its words: without them Discord notifies nobody.
    """
    seen = view_of(GREENTOWN, next(positions(GREENTOWN, seats=2))[0])
    over = replace(seen, match=replace(seen.match, status=Status.FINISHED), outcome=Outcome((1, 2), (5, 3)), asks=())
    words = texts(components_of(board_post(over, (), mention=(1, 2))))

    assert 1 == words.count("<@1>")
    assert "<@1> <@2>: the match is over." in words
