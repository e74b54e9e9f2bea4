"""A simulated server with the whole bot in it, workers driven by hand: what end-to-end tests sit down at."""

import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from msgspec import Struct
from simcord.backend.ops.commands import COMMAND_FIELDS
from simcord.builders import ChannelHandle
from simcord.env import Env
from simcord.results import InteractionResult, ResponseMessage

from bot.app.match.records import Actor, Panel
from bot.app.match.state import MatchState as MatchTable
from bot.app.notifications.relay import Relay
from bot.app.runtime.time_source import ManualClock
from bot.config import DATABASE_FILE, Settings
from bot.edge.application import Application, Overrides, open_application
from bot.edge.bot import LongtableBot
from bot.edge.imaging.drawing import RenderRequest
from bot.edge.interactions.responder import Responder
from db.ids import MatchId, UserId
from games.core.contract import AnyGame
from games.core.game import Ask
from games.core.input.forms import Form, FormKind, forms_of, join, show
from games.core.input.panel import Draft, is_along
from games.core.moves import STOP, FieldInfo, Move, fields_of, verb_of
from games.core.rng import Rng
from games.core.running.play import TurnContext, ends_of, fold
from games.core.running.selfplay import think
from games.core.search.enumerate import find_random_turn
from games.core.seats import TABLE
from tests.edge.payloads import check_all, texts
from tests.edge.sketcher import Sketcher, simplify
from tests.migrated import migrated

NAMES = ("anna", "bram", "cato", "dirk", "eva", "finn")


class Current:
    """Whichever responder is the current one: commands read all they need of it when they are used."""

    responder: Responder | None = None

    def __getattr__(self, name: str) -> object:
        """Read it there."""
        return getattr(self.responder, name)


class Made(Struct):
    """The commands made for some games, and as Discord holds them once they were registered."""

    games: Mapping[str, AnyGame]
    commands: tuple[app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu, ...]
    registered: tuple[dict[str, Any], ...] = ()


CURRENT = Current()
MADE: dict[tuple[tuple[str, int], ...], Made] = {}


class SimulatedBot(LongtableBot):
    """
    The bot, with commands that one table after another use: to make and register them takes longer than most tests.

    A second one at the same time makes its own.
    """

    made: Made | None = None

    def furnish(self, responder: Responder) -> None:
        """Take the responder, and the commands of its games, which are made once."""
        if CURRENT.responder is not None:
            super().furnish(responder)
            return
        CURRENT.responder = responder
        games = dict(responder.games)
        key = tuple((name, id(game)) for name, game in games.items())
        if key not in MADE:
            super().furnish(CURRENT)  # type: ignore[arg-type]  # it has all that a responder has
            MADE[key] = Made(games, tuple(self.tree.get_commands()))
        self.made = MADE[key]
        self.responder, self.games = responder, tuple(games)
        self.tree.clear_commands(guild=None)
        for command in self.made.commands:
            self.tree.add_command(command)

    async def register(self, env: Env) -> None:
        """Register the commands with the simulator, at first as the bot does."""
        if self.made is not None and self.made.registered:
            env.backend.register_commands(None, [dict(command) for command in self.made.registered])
            return
        await self.tree.sync()
        if self.made is not None:
            found = env.backend.commands[None].values()
            self.made.registered = tuple({key: each[key] for key in COMMAND_FIELDS if key in each} for each in found)

    def leave(self) -> None:
        """Let the next one have the commands."""
        if self.made is not None:
            CURRENT.responder = None


class Table:
    """The server: a channel, six members, and the bot."""

    def __init__(self, env: Env, application: Application) -> None:
        """Build it."""
        self.env = env
        self.application = application
        self.guild = env.create_guild("Longtable")
        self.channel: ChannelHandle = self.guild.create_text_channel("table")
        self.members = [self.guild.add_member(env.create_user(name, global_name=name.title())) for name in NAMES]
        self.relay = Relay(application.services.uow, application.courier, pause=0)
        self._chosen: dict[tuple[int, int, str], str] = {}

    @property
    def shots(self) -> list[RenderRequest]:
        """What was to be drawn so far."""
        render_pool = self.application.courier._render_pool
        assert isinstance(render_pool, Sketcher)
        return render_pool.shots

    async def work(self) -> None:
        """Let computer players move and everything be told."""
        while await self.application.services.computer_players.think():
            pass
        await self.relay.pump()
        responder = self.application.client.responder
        assert responder is not None
        await responder.followers.look()

    async def slash(self, seat: int, command: str, **options: Any) -> str:  # noqa: ANN401  # what a user types
        """Type a command, let everything be told, and return what the bot answered in private."""
        result = await self.members[seat].slash(self.channel, command, **options)
        await self.work()
        return said(result)

    def messages(self) -> list[discord.Message]:
        """Return what everybody sees in the channel, oldest first."""
        return sorted(self.channel.history(), key=lambda message: message.id)

    def texts(self) -> list[str]:
        """Return the words of the messages in the channel."""
        return [words_in(message) for message in self.messages()]

    def newest(self, verb: str) -> discord.Message:
        """Return the newest message that has a button of that verb."""
        return next(message for message in reversed(self.messages()) if button(message, verb) is not None)

    async def press(self, seat: int, verb: str, message: discord.Message | None = None) -> InteractionResult:
        """Press the button of a verb on the newest message that has it, and let everything be told."""
        message = message or self.newest(verb)
        custom_id = button(message, verb)
        assert custom_id is not None, f"no button {verb!r} on the message"
        result = await self.members[seat].click(message, custom_id=custom_id)
        await self.work()
        return result

    async def choose(
        self, seat: int, message: discord.Message | ResponseMessage, value: str, *, custom_id: str
    ) -> InteractionResult:
        """Choose from a select as a client does: it keeps the choice for a custom id, and does not send it twice."""
        key = (seat, message.id, custom_id)
        assert self._chosen.get(key) != value, f"{value!r} is chosen already in {custom_id!r}: nothing is sent"
        self._chosen[key] = value
        return await self.members[seat].select(message, [value], custom_id=custom_id)

    async def resign(self, seat: int, match: int = 1) -> str:
        """Give a match up: the command, then the button of its answer; return what the answer became."""
        asked = await self.members[seat].slash(self.channel, "match resign", match=str(match))
        assert asked.response is not None, "the bot answered"
        pressed = next(part["custom_id"] for part in controls(asked.response.components))
        result = await self.members[seat].click(asked.response, custom_id=pressed)
        await self.work()
        return said(result)

    async def match(self, number: int = 1) -> MatchTable:
        """Read a match."""
        return await self.application.services.uow.read(MatchId(number))

    def stop_clock(self, **later: float) -> ManualClock:
        """Give the bot a clock that stands, so many days, hours, minutes or seconds from now; it can be pushed on."""
        clock = ManualClock(datetime.now(UTC), monotonic=time.monotonic())
        clock.forward(**later)
        self.application.services.uow.clock = clock
        return clock

    def clean(self) -> None:
        """Hold everything the bot sent against Discord, and nothing it did may have failed."""
        assert [] == check_all(self.env)
        assert [] == self.env.errors


@asynccontextmanager
async def sit_down(
    folder: Path, *, games: Mapping[str, AnyGame] | None = None, threads: bool = False
) -> AsyncIterator[Table]:
    """Open the bot in a simulated server, with a database in ``folder``, an empty one if there is none."""
    settings = Settings(_env_file=None, data_dir=folder, request_burst=0, piece_emoji=False, thinking_pause=0)
    database = folder / DATABASE_FILE
    if not database.exists():
        database.write_bytes(migrated())
    client = SimulatedBot(shard_count=1, ready_seconds=0)
    application = await open_application(settings, client, Overrides(games=games, threads=threads, drawing=0))
    simplify(application)
    env = Env(client, check_errors=False, settle_timeout=20)
    try:
        await env.start()
        await client.register(env)
        try:
            yield Table(env, application)
        finally:
            await env.shutdown()
    finally:
        client.leave()
        await application.close()


# --- Reading messages --------------------------------------------------------------------------------------


def said(result: InteractionResult) -> str:
    """Return the words of a private answer."""
    assert result.response is not None, "the bot answered"
    assert result.response.ephemeral, "the answer is private"
    return texts(result.response.components)


def words_in(message: discord.Message) -> str:
    """Return the words of a message of components."""
    parts = discord.ui.LayoutView.from_message(message).walk_children()
    return "\n".join(part.content for part in parts if isinstance(part, discord.ui.TextDisplay))


def button(message: discord.Message, verb: str) -> str | None:
    """Return the custom id of the message's button of a verb."""
    for part in discord.ui.LayoutView.from_message(message).walk_children():
        if isinstance(part, discord.ui.Button) and (part.custom_id or "").startswith(f"lt|{verb}|"):
            return part.custom_id
    return None


def controls(parts: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Yield all buttons and selects of a message, also nested ones."""
    for part in parts:
        if "custom_id" in part and not part.get("disabled"):
            yield part
        yield from controls(part.get("components", ()))
        yield from controls([part["accessory"]] if part.get("accessory") else ())


# --- Playing -----------------------------------------------------------------------------------------------


def asked(table: MatchTable) -> list[Ask]:
    """Return the asks that the match waits for."""
    position = table.require_position()
    asks = table.game.asks(position.state)
    return [ask for ask in asks if ask.seat != TABLE and ask.waits and ask.id not in position.sealed]


def thought(table: MatchTable, ask: Ask, level: str = "easy") -> tuple[Move, ...]:
    """Return a whole turn as a computer player would make it, or by chance where the game has none."""
    rng = Rng(f"{table.match.ply}".encode())
    brain = table.game.bots.players().get(level)
    if brain is not None:
        return think(table.game, table.require_position().state, ask, brain, rng)
    found = find_random_turn(TurnContext(table.game, table.require_position().state, ask.seat, ask.id), rng)
    assert found is not None, "a seat that is asked can play"
    return found


def line_of(table: MatchTable, ask: Ask, turn: Sequence[Move]) -> str:
    """Return the turn in the game's notation."""
    return table.game.notation.write(table.game.view(table.require_position().state, ask.seat), turn)


def typed_options(table: MatchTable, ask: Ask, turn: Sequence[Move]) -> tuple[str, dict[str, str]]:
    """Return the form that takes this turn, and its options as a player types them."""
    game, state = table.game, table.require_position().state
    form = next(form for form in forms_of(game) if form.kind is not FormKind.ORDER and _takes(form, turn[0]))
    if form.turn is None:
        infos = fields_of(type(turn[0]))
        return form.name, {info.name: _typed(info, getattr(turn[0], info.name)) for info in infos}
    options: dict[str, str] = {}
    for move in turn:
        free = (part for part in form.turn.parts if part.name not in options)
        part = next((part for part in free if isinstance(move, part.verbs)), None)
        if part is not None:
            before = [named for named in form.turn.parts if named.group == part.group and part.group]
            if before and not any(named.name in options for named in before) and before[0] is not part:
                options["order"] = f"{part.name} first"
            options[part.name] = game.notation.word(game.view(state, ask.seat), move)
        state = fold(game, state, ask.seat, ask.id, (move,)).state
    return form.name, options


def _takes(form: Form, move: Move) -> bool:
    if form.turn is not None:
        return any(isinstance(move, part.verbs) for part in form.turn.parts)
    return form.verb is not None and isinstance(move, form.verb)


def _typed(info: FieldInfo, value: Any) -> str:  # noqa: ANN401  # whatever the field holds
    return join(info, map(show, value)) if info.repeated else show(value)


class PanelPlayer:
    """Puts a turn together by pressing what stands in the private panel."""

    def __init__(self, table: Table, seat: int, panel: ResponseMessage) -> None:
        """Take the panel that *Play* opened."""
        self._table = table
        self._seat = seat
        self._member = table.members[seat]
        self.panel = panel
        self.taps = 0
        """So far: a button is one, a menu and the choice in it two."""

    async def play(self, match: MatchTable, turn: Sequence[Move]) -> InteractionResult:
        """Press all choices of a turn, then Confirm."""
        if not await self.put_together(match, turn):
            return await self.confirm()
        await self._table.work()
        return self._last

    async def confirm(self) -> InteractionResult:
        """Press Confirm, and let everything be told."""
        await self._press("lt|confirm|")
        await self._table.work()
        return self._last

    async def combines(self, match: MatchTable, turn: Sequence[Move]) -> str:
        """Return the key of the first combination that leads to a turn; empty if there is none."""
        offered = (await self._open(match)).advice.combinations
        return next((each.key for each in offered if is_along(Draft(each.draft), turn)), "")

    async def combine(self, match: MatchTable, turn: Sequence[Move]) -> None:
        """Press it."""
        await self._press("lt|take|", end=f"|{await self.combines(match, turn)}")

    async def start_over(self) -> None:
        """Press Start over."""
        await self._press("lt|restart|")

    async def put_together(self, match: MatchTable, turn: Sequence[Move]) -> bool:
        """Press all choices of a turn; return whether an instant one has played it."""
        ends = tuple(ends_of(match.game))
        last = max(at for at, move in enumerate(turn) if not isinstance(move, ends) or not at)
        for at, move in enumerate(turn):
            if move.instant and not fields_of(type(move)):
                await self._press_bare(verb_of(move))
                return True
            while not isinstance(move, ends) and await self._wants(match, turn, at, last=at == last):
                pass
        return False

    async def _open(self, match: MatchTable) -> Panel:
        """Return what the panel shows."""
        actor = Actor(UserId(self._member.id), self._member.name)
        return await self._table.application.services.drafts.open(actor, match=match.match.id)

    async def _wants(self, match: MatchTable, turn: Sequence[Move], at: int, *, last: bool) -> bool:
        """Press what move number ``at`` still wants.

        False if it stands in the draft, what is forced included, or if Confirm says the end of the ``last`` one.
        """
        panel, move = await self._open(match), turn[at]
        if len(panel.moves) > at:
            return False
        verb = verb_of(move)
        group = next(group for group in panel.menu.groups if verb_of(group.verb) == verb)
        if group.field is None:
            await self._press_bare(verb)
            return True
        value = getattr(move, group.field.name)
        if not group.field.repeated:
            await self._take(verb, show(value))
            return True
        done = len(group.sofar) - sum(_length(getattr(move, info.name)) for info in _before(move, group.field))
        if done < len(value):
            await self._take(verb, show(value[done]))
            return True
        if last and self._ends_by_confirm(verb):
            return False
        if not await self._begins_next(verb, turn[at + 1 :]):
            await self._take(verb, STOP)
        return True

    async def _begins_next(self, verb: str, following: Sequence[Move]) -> bool:
        """Press a key that ends a move and begins the next one, if there is one."""
        if not following or verb_of(following[0]) != verb:
            return False
        first = getattr(following[0], fields_of(type(following[0]))[0].name)
        wanted = f"{verb}={STOP};{verb}={show(first[0])}"
        for part in controls(self.panel.components):
            if part["custom_id"].split("|", 5)[5] == wanted:
                await self._click(part["custom_id"])
                return True
        return False

    def _ends_by_confirm(self, verb: str) -> bool:
        ids = (part["custom_id"].split("|", 5) for part in controls(self.panel.components))
        return any(words[1] == "confirm" and words[5] == f"{verb}={STOP}" for words in ids)

    async def _take(self, verb: str, value: str) -> None:
        """Press one value, going to the right verb and page first."""
        for _ in range(30):
            for part in controls(self.panel.components):
                words = part["custom_id"].split("|", 5)
                if words[1] == "choose" and words[5] == f"{verb}={value}":
                    await self._click(part["custom_id"])
                    return
                if words[1] == "choose" and words[5] == verb and value in _values(part):
                    await self._choose(part["custom_id"], value)
                    return
            await self._turn(verb)
        raise AssertionError(f"{verb} {value} stands nowhere in the panel")

    async def _turn(self, verb: str) -> None:
        """Go to the verb, or to the next page of its values."""
        for part in controls(self.panel.components):
            words = part["custom_id"].split("|", 5)
            if words[1] == "page" and words[5] == verb:
                at = next((int(option["value"]) for option in part["options"] if option.get("default")), 0)
                page = str((at + 1) % len(part["options"]))
                await self._choose(part["custom_id"], page)
                return
            if words[1] == "verb" and words[5] == verb:
                await self._click(part["custom_id"])
                return
        there = [part["custom_id"] for part in controls(self.panel.components)]
        extras = next((custom_id for custom_id in there if custom_id.split("|", 5)[1::4] == ["verb", "extras"]), None)
        assert extras is not None, f"nothing leads to {verb}: {there}"
        await self._click(extras)

    async def _press_bare(self, verb: str) -> None:
        for part in controls(self.panel.components):
            words = part["custom_id"].split("|", 5)
            if words[1] == "choose" and words[5] == verb and part["type"] == 2:
                await self._click(part["custom_id"])
                return
        raise AssertionError(f"no button {verb}")

    async def _press(self, start: str, end: str = "") -> InteractionResult:
        for part in controls(self.panel.components):
            if part["custom_id"].startswith(start) and part["custom_id"].endswith(end):
                return await self._click(part["custom_id"])
        raise AssertionError(f"no button {start}")

    async def _choose(self, custom_id: str, value: str) -> None:
        self.taps += 2
        self._last = await self._table.choose(self._seat, self.panel, value, custom_id=custom_id)

    async def _click(self, custom_id: str) -> InteractionResult:
        self.taps += 1
        self._last = await self._member.click(self.panel, custom_id=custom_id)
        return self._last


def _before(move: Move, field: FieldInfo) -> list[FieldInfo]:
    infos = list(fields_of(type(move)))
    return infos[: infos.index(field)]


def _length(value: object) -> int:
    return len(value) if isinstance(value, tuple) else 1


def _values(part: Mapping[str, Any]) -> set[str]:
    return {option["value"] for option in part.get("options", ())}
