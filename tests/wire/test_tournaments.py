"""Tournaments over the wire, one of each format from sign-up to trophy, the bot killed in the middle of all of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Mapping

import pytest
from msgspec import Struct

from db.tournaments.records import Format, TournamentStatus
from tests.standin.client import Control
from tests.wire import checks
from tests.wire.bot import Bot
from tests.wire.tournaments import Held

FORMATS: Mapping[Format, tuple[int, dict[str, str]]] = {
    Format.ROUND_ROBIN: (1, {"group": "4"}),
    Format.SWISS: (1, {"rounds": "2"}),
    Format.FREE_SWISS: (1, {"rounds": "2"}),
    Format.KNOCKOUT: (1, {}),
    Format.DOUBLE_KNOCKOUT: (1, {}),
    Format.LADDER: (1, {"rounds": "2"}),
    Format.TABLES: (3, {"rounds": "2", "seats": "3"}),
}
"""How many computer players sign up, and what is chosen."""

TURNS = 1
"""Turns that people make in a match before they give it up."""

BY_DEFAULT = "SELECT count(*) FROM entry WHERE match = ? AND cause = 'fallback'"
BESIDE = """
SELECT match FROM pairing WHERE tournament = ? AND match > 0
AND match NOT IN (SELECT match FROM seat WHERE "user" = ?) ORDER BY number
"""
SEATS = "SELECT count(*) FROM seat WHERE match = ?"
STATUS = "SELECT status FROM pairing WHERE match = ?"
PLAYED = "SELECT match FROM pairing WHERE tournament = ? AND match > 0"


class Came(Struct, frozen=True, kw_only=True):
    """What one tournament came to, as it was seen."""

    status: TournamentStatus
    no_show: bool
    replaced: bool
    dropped: bool
    annulled: bool
    one_card: bool
    pinned: bool
    trophy: bool
    threads: bool
    standings: bool
    picture: bool


WELL = Came(
    status=TournamentStatus.FINISHED,
    no_show=True,
    replaced=True,
    dropped=True,
    annulled=True,
    one_card=True,
    pinned=True,
    trophy=True,
    threads=True,
    standings=True,
    picture=True,
)


@pytest.mark.timeout(900)
async def test_one_event_of_each_format_from_sign_up_to_trophy(control: Control, bot: Bot) -> None:
    """
    Opened, entered by button and command, started; people play by line; one never comes, and loses the seat with the
    second missed turn in a row; one is taken out, one is replaced, a result is ruled and annulled; the bot is killed in
    the middle of all. Each has one card, which is pinned and edited; a thread for each match; standings in words and as
    a picture; it tells who won. The server has its other matches in the channel itself.
    """
    tournaments = [Held(control, bot, channel=format, chance=random.Random(format)) for format in Format]
    set_off = await control.interact("user1", "tables", "/settings threads:in the channel itself")
    await asyncio.gather(*(_begun(tournament, Format(tournament.channel)) for tournament in tournaments))
    cards = [(await tournament.card()).id for tournament in tournaments]
    bot.kill()
    missed = {tournament.channel: tournament.expire("user3") for tournament in tournaments}
    late = [match for found in missed.values() for match in found]
    bot.start()
    await control.until_ready(seconds=60)
    await tournaments[0].until(lambda: all(int(tournaments[0].one(BY_DEFAULT, match)) for match in late))
    came = await asyncio.gather(
        *(
            _ended(tournament, card, missed[tournament.channel][0])
            for tournament, card in zip(tournaments, cards, strict=True)
        )
    )
    wrong = await checks.wrong_requests(control)

    assert "channel itself" in (await tournaments[0].settled(set_off)).message.text
    assert len(Format) <= len(late)
    assert dict.fromkeys(Format, WELL) == dict(zip(Format, came, strict=True))
    assert all(tournament.turns for tournament in tournaments)
    assert [] == wrong


async def _begun(tournament: Held, format: Format) -> None:
    """Open a tournament, let people and computer players sign up, start it, and let a person make a turn."""
    computers, chosen = FORMATS[format]
    await tournament.control.create("channel", format, guild="Longtable")
    await tournament.create("user1", format, game="grunn", name=f"Cup {format}", pace="brisk", least="2", **chosen)
    for user in ("user2", "user3"):
        await tournament.press(user, "join")
    await tournament.say("user4", "join")
    for _ in range(computers):
        await tournament.say("user1", "computer", level="easy")
    await tournament.say("user1", "start")
    await tournament.first_turn("user2")
    await tournament.until(lambda: tournament.asked("user3"))


async def _ended(tournament: Held, first: str, missed: int) -> Came:
    """
    Annul a match, let one lose a seat, replace one, take one out, play on to the end, and look at what is seen then.

    ``first`` is the card, ``missed`` the match in which somebody missed a turn.
    """
    annulled = await _annulled(tournament, without="user3")
    no_show = await tournament.miss("user3", missed, others=("user2", "user4"))
    replaced = await tournament.say("user1", "substitute", entrant=tournament.entrant("user2"), player="user5")
    dropped = await tournament.say("user1", "drop", entrant=tournament.entrant("user3"))
    await tournament.play_out(("user4", "user5"), turns=TURNS, seconds=400)
    card = await tournament.control.until(
        tournament.channel, lambda one: one.id == first and "is over." in one.text, seconds=300
    )
    trophy = await tournament.control.until(
        tournament.channel, lambda one: one.id != first and "🏆" in one.text, seconds=300
    )
    standings = await tournament.pressed("user6", "standings")
    heading = f"tournament {tournament.number}"
    cards = [
        one
        for one in await tournament.control.messages(tournament.channel)
        if not one.ephemeral and heading in one.text
    ]
    guilds = (await tournament.control.world("guilds"))["guilds"]
    threads = [str(thread["name"]) for guild in guilds for thread in guild["threads"]]
    matches = [str(row[0]) for row in tournament.rows(PLAYED, tournament.number)]
    return Came(
        status=tournament.status(),
        no_show=no_show,
        replaced="user5" in replaced.casefold(),
        dropped="user3" in dropped.casefold(),
        annulled=annulled,
        one_card=[first] == [one.id for one in cards] and card.versions > 1,
        pinned=card.pinned,
        trophy="winner" in trophy.text,
        threads=all(1 == sum(f"#{match}:" in name for name in threads) for match in matches),
        standings=r"1\. " in standings.text,
        picture=bool(standings.attachments),
    )


async def _annulled(tournament: Held, *, without: str) -> bool:
    """Set the places of a match without somebody, and annul it; whether it counts for nothing then."""
    match = tournament.one(BESIDE, tournament.number, tournament.ids[without])
    places = ",".join(str(1 + seat) for seat in range(int(tournament.one(SEATS, match))))
    await tournament.say("user1", "report", match=match, why="The wrong start", places=places)
    await tournament.until(lambda: tournament.one(STATUS, match) == "done")
    answer = await tournament.say("user1", "report", match=match, why="They play again", places="none")
    return "annulled" in answer and tournament.one(STATUS, match) == "void"
