"""A typed command line, read as Discord's slash box would: path, options, types, choices, what is required."""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from tests.standin import installs, media, payloads
from tests.standin.command_limits import SLASH, Option
from tests.standin.media import Upload
from tests.standin.model import Channel, Command, User
from tests.standin.permissions import Right, in_guild
from tests.standin.wire import Obj, Snowflake
from tests.standin.world import World

BIGGEST_INTEGER = 2**53
_BRANCHES = (Option.SUBCOMMAND, Option.GROUP)
_TRUTH = {"true": True, "false": False}


class Refused(Exception):
    """What Discord's client wouldn't let a user do, so the bot never hears of it."""


class Typed(Struct, kw_only=True):
    """A line taken apart: the command, its subcommand words with their types, and the texts of the leaf's options."""

    command: Command
    path: list[tuple[int, str]]
    options: Sequence[Obj]
    values: dict[str, str] = field(default_factory=dict)


class Place(Struct, kw_only=True):
    """Who types where."""

    world: World
    user: User
    channel: Channel


def offered(place: Place, kind: int = SLASH) -> list[Command]:
    """The commands the user is offered there, the guild's own first."""
    found = [c for c in place.world.commands.values() if _offers(place, c) and (c.body.get("type") or SLASH) == kind]
    return sorted(found, key=lambda c: (c.guild is None, c.body["name"]))


def _offers(place: Place, command: Command) -> bool:
    world, channel = place.world, place.channel
    if not installs.offers(world, place.user, channel=channel, command=command):
        return False
    if channel.guild is None:
        return True
    guild = world.guilds[channel.guild]
    if not world.rights(place.user.id, channel) & Right.USE_APPLICATION_COMMANDS:
        return False
    needed = command.body.get("default_member_permissions")
    held = in_guild(guild, place.user.id)
    return needed is None or held & int(needed) == int(needed) != 0 or bool(held & Right.ADMINISTRATOR)


def read(place: Place, line: str, *, given: Mapping[str, str] | None = None) -> Typed:
    """
    Take a line apart; ``given`` are more option texts by name.

    Raises:
        Refused: no such command, subcommand or option
    """
    words = line.removeprefix("/").split(" ")
    name = words.pop(0)
    command = next((c for c in offered(place) if c.body["name"] == name), None)
    if command is None:
        known = ", ".join("/" + c.body["name"] for c in offered(place))
        raise Refused(f"There is no command /{name} here. There are: {known or 'none'}.")
    options: Sequence[Obj] = command.body.get("options") or ()
    path: list[tuple[int, str]] = []
    while options and options[0]["type"] in _BRANCHES:
        word = words.pop(0) if words else ""
        branch = next((o for o in options if o["name"] == word), None)
        if branch is None:
            known = ", ".join(o["name"] for o in options)
            raise Refused(f"/{name} needs a subcommand, not {word!r}. There are: {known}.")
        path.append((branch["type"], word))
        options = branch.get("options") or ()
    values = _split(" ".join(words), [o["name"] for o in options]) | dict(given or {})
    unknown = [key for key in values if key not in {o["name"] for o in options}]
    if unknown:
        raise Refused(f"/{name} has no option {unknown[0]!r}.")
    return Typed(command=command, path=path, options=options, values=values)


def _split(text: str, names: Sequence[str]) -> dict[str, str]:
    """``name:value`` pairs; a value runs to the next name of an option."""
    if not text.strip():
        return {}
    pattern = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True)) or r"(?!)"
    found = list(re.finditer(rf"(?:^|(?<=\s))({pattern}):", text))
    before = text[: found[0].start()] if found else text
    if before.strip():
        raise Refused(f"{before.strip()!r} belongs to no option. There are: {', '.join(names) or 'none'}.")
    ends = [match.start() for match in found[1:]] + [len(text)]
    pairs = [(match[1], text[match.end() : end].strip()) for match, end in zip(found, ends, strict=True)]
    if len({name for name, _ in pairs}) < len(pairs):
        raise Refused("An option is given twice.")
    return dict(pairs)


class Reader:
    """Turns option texts into typed values, collecting what they refer to."""

    def __init__(self, place: Place, files: Mapping[str, Obj] | None = None) -> None:
        self._place = place
        self._files = files or {}
        self.resolved: Obj = {}

    def data(self, typed: Typed, *, focused: str | None = None) -> Obj:
        """
        The interaction's data; with ``focused`` as for a completion, where required options may be missing.

        Raises:
            Refused: a value the client wouldn't send
        """
        options: list[Obj] = []
        for option in typed.options:
            text = typed.values.get(option["name"])
            if option["name"] == focused:
                options.append({"name": focused, "type": option["type"], "value": text or "", "focused": True})
            elif text or option["name"] in self._files:
                options.append(
                    {"name": option["name"], "type": option["type"], "value": self.value(option, text or "")}
                )
            elif text is not None and focused is None:
                raise Refused(f"{option['name']} needs a value.")
            elif option.get("required") and focused is None:
                raise Refused(f"{option['name']} is required.")
        for kind, word in reversed(typed.path):
            options = [{"name": word, "type": kind, "options": options}]
        body = typed.command.body
        data: Obj = {"id": str(typed.command.id), "name": body["name"], "type": SLASH, "options": options}
        if typed.command.guild is not None:
            data["guild_id"] = str(typed.command.guild)
        return {**data, "resolved": self.resolved} if self.resolved else data

    def value(self, option: Obj, text: str) -> object:
        """
        One value by the option's type.

        Raises:
            Refused: it doesn't fit
        """
        name, choices = option["name"], option.get("choices") or ()
        if choices:
            chosen = next((c for c in choices if text in (c["name"], str(c["value"]))), None)
            if chosen is None:
                raise Refused(f"{name} must be one of: {', '.join(c['name'] for c in choices)}.")
            return chosen["value"]
        match option["type"]:
            case Option.STRING:
                low, high = option.get("min_length") or 0, option.get("max_length") or 6000
                if not low <= len(text) <= high:
                    raise Refused(f"{name} must have {low} to {high} characters.")
                return text
            case Option.INTEGER | Option.NUMBER:
                return self._number(option, text)
            case Option.BOOLEAN:
                if text.lower() not in _TRUTH:
                    raise Refused(f"{name} must be True or False.")
                return _TRUTH[text.lower()]
            case Option.ATTACHMENT:
                return self._attachment(name)
            case _:
                found = self.entity(option["type"], text)
                kinds = option.get("channel_types")
                if kinds and int(self._place.world.channels[Snowflake(int(found))].kind) not in kinds:
                    raise Refused(f"{name} takes no such channel.")
                return found

    def _number(self, option: Obj, text: str) -> int | float:
        name = option["name"]
        try:
            number = int(text) if option["type"] == Option.INTEGER else float(text)
        except ValueError as error:
            raise Refused(f"{name} must be a number.") from error
        low = -BIGGEST_INTEGER if option.get("min_value") is None else option["min_value"]
        high = BIGGEST_INTEGER if option.get("max_value") is None else option["max_value"]
        if not low <= number <= high:
            raise Refused(f"{name} must be from {low} to {high}.")
        return number

    def _attachment(self, name: str) -> str:
        world, told = self._place.world, self._files.get(name)
        if told is None:
            raise Refused(f"{name} needs a file.")
        upload = Upload(0, told["filename"], base64.b64decode(told["data"]))
        file = media.attach(world, {}, uploads=[upload], kept=())[0]
        shown = {**payloads.attachment(world, self._place.channel.id, file=file), "ephemeral": True}
        self.resolved.setdefault("attachments", {})[str(file.id)] = shown
        return str(file.id)

    def entity(self, kind: int, text: str) -> str:
        """
        The id of a user, role, channel or either, by name, mention or id; it goes to the resolved data.

        Raises:
            Refused: there is none
        """
        plain = re.sub(r"^<?[@#]?[!&]?|>$", "", text)
        if kind in (Option.USER, Option.MENTIONABLE) and (user := self._user(plain)) is not None:
            return user
        if kind in (Option.ROLE, Option.MENTIONABLE) and (role := self._role(plain)) is not None:
            return role
        if kind == Option.CHANNEL and (channel := self._channel(plain)) is not None:
            return channel
        raise Refused(f"There is no {Option(kind).name.lower()} {text!r} here.")

    def _user(self, plain: str) -> str | None:
        world, guild = self._place.world, self._place.channel.guild
        found = next((u for u in world.users.values() if plain in (u.name, str(u.id))), None)
        if found is None:
            return None
        self.resolved.setdefault("users", {})[str(found.id)] = payloads.user(found)
        members = world.guilds[guild].members if guild is not None else {}
        if found.id in members and guild is not None:
            rights = str(in_guild(world.guilds[guild], found.id))
            shown = {**payloads.member(members[found.id], None), "permissions": rights}
            self.resolved.setdefault("members", {})[str(found.id)] = shown
        return str(found.id)

    def _role(self, plain: str) -> str | None:
        guild = self._place.channel.guild
        roles = self._place.world.guilds[guild].roles if guild is not None else {}
        found = next((r for r in roles.values() if plain in (r.name, str(r.id))), None)
        if found is None:
            return None
        self.resolved.setdefault("roles", {})[str(found.id)] = payloads.role(found)
        return str(found.id)

    def _channel(self, plain: str) -> str | None:
        world, place = self._place.world, self._place
        there = [c for c in world.channels.values() if c.guild == place.channel.guild and not c.deleted]
        found = next((c for c in there if plain in (c.name, str(c.id)) and world.sees(place.user.id, c)), None)
        if found is None:
            return None
        shown = payloads.channel(world, found, sees=place.user.id)
        self.resolved.setdefault("channels", {})[str(found.id)] = shown
        return str(found.id)


def context_data(place: Place, command: Command, *, target: str) -> Obj:
    """
    The data of a context-menu command on a user or message, given by id or name.

    Raises:
        Refused: there is no such target
    """
    kind = command.body["type"]
    data: Obj = {"id": str(command.id), "name": command.body["name"], "type": kind}
    if kind == 2:
        reader = Reader(place)
        return {**data, "target_id": reader.entity(Option.USER, target), "resolved": reader.resolved}
    message = place.world.messages.get(Snowflake(int(target))) if target.isdecimal() else None
    if message is None or message.deleted or message.channel != place.channel.id:
        raise Refused(f"There is no message {target} here.")
    shown = payloads.message(place.world, message)
    return {**data, "target_id": target, "resolved": {"messages": {target: shown}}}
