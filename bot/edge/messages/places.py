"""The way to a channel, as whoever reads it can follow it: a mention in its own server, a link everywhere else.

In direct messages, group messages and other servers some clients show a mention as “#unknown” or “No Access”.
"""

from contextvars import ContextVar

from bot.app.match.records import MatchLine, MessageRef, Place

_server: ContextVar[int | None] = ContextVar("server", default=None)
"""In which server the message being made is read; None: in none."""


def read_in(guild: int | None) -> None:
    """Note for the rest of the current task in which server the message being made is read (None: in none)."""
    _server.set(guild)


def url_of(place: Place, message: MessageRef | None = None) -> str:
    """Return the address of a channel, or of a message of its server."""
    server = "@me" if place.guild is None else str(place.guild)
    where = str(place.channel) if message is None else f"{message.channel}/{message.message}"
    return f"https://discord.com/channels/{server}/{where}"


def way_to(place: Place, name: str) -> str:
    """Return a channel: its mention or, read elsewhere, a link called ``name`` (words of ours, without markdown)."""
    if place.guild is not None and place.guild == _server.get():
        return f"<#{place.channel}>"
    return f"[{name}]({url_of(place)})"


def name_line(name: str, line: MatchLine) -> str:
    """Return a match of a list as ``name_place`` does; for a guest, who doesn't see the place, without a link."""
    return f"**{name}**" if line.guest else name_place(name, line.place)


def name_place(name: str, place: Place) -> str:
    """Return a match by its name (words of ours) and where it is played: "**#142 Grunn** <#8>"."""
    if place.guild is not None and place.guild == _server.get():
        return f"**{name}** {way_to(place, name)}"
    return f"**{way_to(place, name)}**"
