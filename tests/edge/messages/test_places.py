"""The way to a match: a mention in its own server, a link in direct messages and elsewhere."""

import re
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app.changes.outbox import Kind
from bot.app.match.records import MatchLine, MessageRef, Place
from bot.app.notifications.courier import PersonNotice
from bot.app.tournaments.records import PairingView
from bot.edge import limits
from bot.edge.delivery.private import person_post
from bot.edge.messages.card import card
from bot.edge.messages.places import name_place, read_in, url_of, way_to
from bot.edge.tournaments.formatting import pairing_line
from db.ids import ChannelId, GuildId, MatchId, MessageId, NoticeId, UserId
from db.records import Status
from db.tournaments.records import PairingStatus
from games.core.registry import games
from tests.edge.payloads import components_of, texts
from tests.edge.table import Table, said, sit_down
from tests.edge.views import NOW, view_of

EDGE = Path(limits.__file__).parent
HERE = Place(GuildId(7), ChannelId(8))
OF_THIS_SERVER = {"rights.py": 3, "posts.py": 1, "session.py": 2, "declared.py": 6, "made.py": 1, "setup.py": 1}
"""Mentions that are only ever read in the server itself: what is set up and lacks, tournaments, the doctor's report."""


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it."""
    async with sit_down(tmp_path) as table:
        yield table
        table.clean()


def test_channels_are_named_by_one_helper() -> None:
    """
    Nowhere else does the edge write a mention of a channel, but where it is read in that server alone.
    """
    found = Counter(path.name for path in EDGE.rglob("*.py") for _ in re.findall(r"<#\{", path.read_text()))

    assert {"places.py": 1, **OF_THIS_SERVER} == dict(found)


def test_the_way_to_a_channel_follows_who_reads() -> None:
    """
    In the server itself a mention; in a direct message, and in another server, a link; of a match in private, too.
    """
    read_in(7)
    assert "<#8>" == way_to(HERE, "Grunn #142")
    assert "**Grunn #142** <#8>" == name_place("Grunn #142", HERE)

    for elsewhere in (None, 9):
        read_in(elsewhere)
        assert "[Grunn #142](https://discord.com/channels/7/8)" == way_to(HERE, "Grunn #142")
        assert "**[Grunn #142](https://discord.com/channels/7/8)**" == name_place("Grunn #142", HERE)

    assert "https://discord.com/channels/@me/8" == url_of(Place(None, ChannelId(8)))
    assert "https://discord.com/channels/7/9/10" == url_of(HERE, MessageRef(ChannelId(9), MessageId(10)))


def line() -> MatchLine:
    """Return a match in a list."""
    return MatchLine(
        match=MatchId(142),
        game="grunn",
        status=Status.RUNNING,
        names=("Anna", "Bram"),
        free=0,
        waiting=("Anna",),
        yours=True,
        due=NOW,
        place=HERE,
        moved=NOW,
    )


def test_what_is_sent_in_private_has_links() -> None:
    """
    The digest, a card and a pairing that are read in a direct message; in the server they have mentions.
    """
    notice = PersonNotice(
        id=NoticeId(1), nonce="o1", marker="o1", kind=Kind.DIGEST, user=UserId(3), lines=(("Grunn", line()),)
    )
    running = view_of(games()["grunn"], status=Status.RUNNING)
    running = replace(running, match=replace(running.match, thread=ChannelId(9)))
    pairing = PairingView(
        number=1,
        board=1,
        round=1,
        group="",
        node=None,
        entrants=(1, 2),
        names=("Anna", "Bram"),
        status=PairingStatus.PLAYING,
        match=MatchId(142),
        places=None,
        totals=None,
        ended="",
        due=None,
        thread=ChannelId(9),
    )
    told = {}
    for server in (None, 7):
        read_in(server)
        posts = (person_post(notice, marker=1_000_001), card(running))
        told[server] = [*(texts(components_of(post)) for post in posts), pairing_line(pairing, GuildId(7))]

    assert [True] * 3 == ["<#" in words for words in told[7]]
    assert [False] * 3 == ["<#" in words for words in told[None]]
    assert "**[#142 Grunn](https://discord.com/channels/7/8)** ▸" in told[None][0]
    assert "Played in [its thread](https://discord.com/channels/7/9)." in told[None][1]
    assert "[#142](https://discord.com/channels/7/9)" in told[None][2]


async def test_lists_asked_for_in_private_have_links(table: Table) -> None:
    """
    `/my matches` in the server names its channel; in a direct message, where that shows as unknown, it leads there.
    """
    await table.slash(0, "match new", game="grunn", seats=2)
    await table.press(1, "join")
    here = said(await table.members[0].slash(table.channel, "my matches"))
    private = said(await table.members[0].user.slash("my matches"))

    assert f"**#1 Grunn** <#{table.channel.id}>" in here
    assert f"**[#1 Grunn](https://discord.com/channels/{table.guild.id}/{table.channel.id})**" in private
