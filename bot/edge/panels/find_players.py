"""Looking for others to play with: the panel in which somebody chooses what for, and what they wait for."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.app.finding.player_search import Search, Sought
from bot.app.match.records import Place
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press, revision
from bot.edge.messages.formatting import moment
from bot.edge.messages.gallery import WELCOME
from bot.edge.messages.places import way_to
from bot.edge.words import _
from db.ids import ChannelId, GuildId, UserId
from db.seeking.records import SeekerRecord
from games.core.contract import AnyGame

HOURS = (3, 24, 72, 168)
"""How long somebody waits, at their choice."""
USUAL_HOURS = 72
START, STOP, CHANGE = "start", "stop", "change"
"""What a button of the panel does."""
FIELDS = ("seats", "live", "near", "hours")
"""What is chosen, in the order of the menus."""


class Wanted(Struct, frozen=True, kw_only=True):
    """What has been chosen so far in the panel, as its buttons carry it."""

    game: str
    seats: int
    live: bool = False
    near: bool = False
    hours: int = USUAL_HOURS

    def write(self) -> str:
        """Return it as a button carries it."""
        return f"{self.game}:{self.seats}:{int(self.live)}:{int(self.near)}:{self.hours}"

    @classmethod
    def read(cls, written: str) -> Self:
        """Read what ``write`` wrote; raises ValueError for anything else."""
        game, *numbers = written.split(":")
        seats, live, near, hours = map(int, numbers)
        if hours not in HOURS:
            raise ValueError(written)
        return cls(game=game, seats=seats, live=live > 0, near=near > 0, hours=hours)

    def choose(self, at: int, value: str) -> "Wanted":
        """Return it with a choice of the menu ``at``; raises ValueError for what is none.

        Who wants to play in one sitting usually waits for some hours only.
        """
        if FIELDS[at] == "live":
            hours = HOURS[0] if int(value) else USUAL_HOURS
            return Wanted.read(replace(self, live=int(value) > 0, hours=hours).write())
        return Wanted.read(replace(self, **{FIELDS[at]: int(value)}).write())

    def search(self) -> Search:
        """Return what is looked for."""
        return Search(game=self.game, seats=self.seats, live=self.live, near=self.near, hours=self.hours)


class Asked(Struct, frozen=True, kw_only=True):
    """Where somebody waited for players, and who."""

    guild: GuildId
    channel: ChannelId
    user: UserId

    def write(self) -> str:
        """Return it as a button carries it."""
        return f"{self.guild:x}:{self.channel:x}:{self.user:x}"

    @classmethod
    def read(cls, written: str) -> Self:
        """Read what ``write`` wrote; raises ValueError for anything else."""
        guild, channel, user = (int(part, 16) for part in written.split(":"))
        return cls(guild=GuildId(guild), channel=ChannelId(channel), user=UserId(user))


def choosing_post(game: AnyGame, wanted: Wanted, *, waiting: Sequence[Sought] = ()) -> Post:
    """Return the panel with what is chosen; ``waiting``: what the person waits for already."""
    builder = MessageBuilder(WELCOME).say(_("### Find players for {title}", title=game.spec.title))
    builder.say(
        _(
            "You wait on this server and can do other things in the meantime. When enough people want the same, the "
            "bot opens the match and tells all of you."
        )
    )
    menus: dict[str, tuple[str, list[tuple[int, str]]]] = {
        "seats": (_("Players"), [(n, _("{seats} players", seats=n)) for n in find_seats(game)]),
        "live": (
            _("Pace"),
            [
                (0, _("Over several days: 4 days in the bank")),
                (1, _("In one sitting: starts when all are ready")),
            ],
        ),
        "near": (_("Skill"), [(0, _("Anyone")), (1, _("People with a rating near mine"))]),
        "hours": (_("How long you wait"), [(hours, _wait_words(hours)) for hours in HOURS]),
    }
    for at, (name, (label, lines)) in enumerate(menus.items()):
        press = Press(verb=ButtonAction.FIND, at=at, value=f"{CHANGE}!{wanted.write()}")
        options = [Option(str(n), words, chosen=n == int(getattr(wanted, name))) for n, words in lines]
        builder.say(f"-# {label}").select(press, options, placeholder=label)
    start = f"{START}!{wanted.write()}!{revision.get():x}"
    go = Button(Press(verb=ButtonAction.FIND, value=start), _("Find players"), Style.GOOD)
    back = Button(Press(verb=ButtonAction.GALLERY, value=wanted.game), _("Back"))
    own = [each for each in waiting if each.record.game == wanted.game]
    return builder.buttons([go, *(_stop_button(each) for each in own[:1]), back]).post()


def _wait_words(hours: int) -> str:
    if hours < 48:
        return _("Up to {n, plural, one {# hour} other {# hours}}", n=hours)
    return _("Up to {n, plural, one {# day} other {# days}}", n=hours // 24)


def find_seats(game: AnyGame) -> list[int]:
    """Return with how many others can be played."""
    return [number for number in game.spec.seats if number > 1]


def waiting_post(title: str, sought: Sought) -> Post:
    """Return what comes of looking for players: they wait."""
    others = sought.waiting - 1
    builder = MessageBuilder(WELCOME).say(_("### You're waiting for {title}", title=title))
    builder.say(
        _(
            "{n, plural, =0 {No one else is} one {# other person is} other {# other people are}} waiting for it here.",
            n=others,
        )
    )
    builder.say(_describe(title, sought))
    builder.say(_("-# You're told when the match is found. `/find list` shows what you're waiting for."))
    return builder.buttons([_stop_button(sought)]).post()


def found_post(title: str, sought: Sought) -> Post:
    """Return that a match has been found at once."""
    record = sought.record
    where = way_to(Place(record.guild, record.channel), _("its channel"))
    said = _(
        "✅ Players were found: {title} #{match}, opened in {place}.", title=title, match=sought.match, place=where
    )
    return MessageBuilder(WELCOME).say(said).post()


def search_over_post(told: str, seeker: SeekerRecord, *, called: bool, marker: int) -> Post:
    """Return that nobody was found to play with, with the way to wait again; ``called``: it mentions the person."""
    wanted = Wanted(
        game=seeker.game,
        seats=seeker.seats,
        live=seeker.live,
        near=seeker.near,
        hours=min(HOURS, key=lambda hours: abs(timedelta(hours=hours) - (seeker.until - seeker.at))),
    )
    asked = Asked(guild=seeker.guild, channel=seeker.channel, user=seeker.user)
    again = Press(verb=ButtonAction.SEARCH, value=f"{wanted.write()}!{asked.write()}")
    where = way_to(Place(seeker.guild, seeker.channel), _("its server"))
    builder = MessageBuilder(WELCOME, marker=marker).say(f"<@{seeker.user}> {told}" if called else told)
    facts = _("You wanted: {wish} · {place}", wish=_name_wish(seeker), place=where)
    return builder.say(f"-# {facts}").buttons([Button(again, _("Wait again"), Style.GOOD)]).post()


def list_post(found: Sequence[tuple[str, Sought]]) -> Post:
    """Return what a person waits for, by the titles of the games, with a button to stop each."""
    if not found:
        return MessageBuilder().say(_("You aren't waiting for players. Start with `/find players`.")).post()
    builder = MessageBuilder(WELCOME).say(_("### You're waiting for"))
    for title, sought in found:
        builder.say_beside(_describe(title, sought), _stop_button(sought))
    return builder.post()


def _describe(title: str, sought: Sought) -> str:
    """What somebody waits for, in words."""
    record = sought.record
    where = way_to(Place(record.guild, record.channel), _("another server"))
    until = _("until {when}", when=moment(record.until, "f"))
    return f"**{title}** · {_name_wish(record)}\n-# {where} · {until}"


def _name_wish(record: SeekerRecord) -> str:
    facts = [
        _("{seats} players", seats=record.seats),
        _("in one sitting") if record.live else _("over several days"),
        _("near your rating") if record.near else _("any rating"),
    ]
    return " · ".join(facts)


def _stop_button(sought: Sought) -> Button:
    press = Press(verb=ButtonAction.FIND, value=f"{STOP}!{sought.record.game}:{sought.record.guild}")
    return Button(press, _("Stop waiting"))
