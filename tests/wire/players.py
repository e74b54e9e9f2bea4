"""
Players who know no game: they press what the panel shows and type what completion offers.

A player acts for one user in one match. Every way of playing returns an ``Answer``: what the bot said last.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from enum import Enum, auto

from msgspec import Struct

from tests.standin.client import Control, NotPossible, Outcome, Seen
from tests.standin.wire import Obj

MADE = "Your turn was made."
SEALED = "Your turn is submitted: "
NOTATION = re.compile(r"`([^`]*)`")
WARNING = "⚠️"
MOST_PRESSES = 120
MOST_WORDS = 14
TRIES = 6
BOOLEAN = 5
MOODS = (0.0, 0.3, 0.8)
LISTS = 0.5
"""How often somebody who has picked an option's value looks whether it can be made longer."""
PAGING = 0.1
"""How often a long list is turned over, where there is one."""


class Came(Enum):
    """What a request came to."""

    PLAYED = auto()
    """The turn is part of the match, or handed in secretly."""
    ASKED_AGAIN = auto()
    """The turn is part of the match, and the player is asked again at once."""
    REFUSED = auto()
    """The bot said why not."""
    UNKNOWN = auto()
    """No answer came: the bot or the connection was gone."""


class Answer(Struct, frozen=True, kw_only=True):
    """``line`` is the turn as the bot repeats it, empty if it doesn't; ``text`` all it said; ``interaction`` its id."""

    came: Came
    interaction: str = ""
    line: str = ""
    sealed: bool = False
    """The turn is handed in, and waits for the others."""
    text: str = ""
    message: Seen | None = None


def read(outcome: Outcome) -> Answer:
    """What an outcome says about a turn that was sent."""
    message = outcome.messages[0] if outcome.messages else None
    if message is None or message.loading:
        return Answer(came=Came.UNKNOWN, interaction=outcome.interaction)
    text = message.text
    made = MADE in text or SEALED in text
    if made or WARNING not in text:
        again = is_there(message, "confirm") or (made and is_there(message, "play"))
        came = Came.ASKED_AGAIN if again else Came.PLAYED if made else Came.REFUSED
    else:
        came = Came.REFUSED
    line = _line(text)
    return Answer(
        came=came,
        interaction=outcome.interaction,
        line=line,
        sealed=SEALED in text,
        text=text,
        message=message,
    )


def _line(text: str) -> str:
    """The notation of the turn that was made; empty where it has none."""
    for words in text.splitlines():
        if (words.startswith("-# Notation: ") or SEALED in words) and (found := NOTATION.search(words)):
            return found[1].replace("\\*", "*")  # as it reads: stars are escaped for markdown
    return ""


def held(message: Seen, verb: str) -> list[Obj]:
    """The controls of a verb that are there (``lt|verb|…``), disabled ones left out."""
    return [
        part
        for part in message.controls
        if not part["disabled"] and str(part.get("custom_id", "")).startswith(f"lt|{verb}|")
    ]


def is_there(message: Seen, verb: str) -> bool:
    """Whether a message has a control of that verb, be it disabled."""
    return any(str(part.get("custom_id", "")).startswith(f"lt|{verb}|") for part in message.controls)


class Player:
    """
    One user who plays in one channel or thread. ``eager`` is how likely a turn that could end is ended, ``wait`` how
    many seconds an answer may take after the acknowledgement.
    """

    def __init__(
        self, control: Control, user: str, place: str, *, chance: random.Random, eager: float = 0.6, wait: float = 10
    ) -> None:
        self.control = control
        self.user = user
        self.place = place
        self.chance = chance
        self.eager = eager
        self.wait = wait
        self.match = ""
        """Named with each line; empty: the match of the place."""
        self._forms: dict[str, list[Obj]] = {}
        self._mood()

    def _mood(self) -> None:
        """Be terse or wordy for one try: how likely an option is left out, and a word is left as it is."""
        self._spares = self.chance.choice(MOODS)
        self._stops = self.chance.choice(MOODS) / 2

    # --- By panel ----------------------------------------------------------------------------------------------------

    async def by_panel(self, shown: Seen) -> Answer:
        """Press Play under a board (or go on in a panel), then what stands in the panel, then Confirm."""
        outcome = Outcome(interaction="", kind="update", messages=[shown])
        try:
            if not is_there(shown, "confirm"):
                outcome = await self._press(shown, held(shown, "play")[0])
        except NotPossible as why:  # a newer board has come, and this one has lost its buttons
            return Answer(came=Came.REFUSED, text=str(why))
        for _ in range(MOST_PRESSES):
            panel = outcome.messages[0] if outcome.messages else None
            if panel is None or panel.loading:
                return Answer(came=Came.UNKNOWN, interaction=outcome.interaction)
            if not is_there(panel, "confirm"):
                return read(outcome)
            part = self._chosen(panel)
            outcome = await self._press(panel, part)
            if is_of(part, "confirm"):
                answer = read(outcome)
                if answer.came is not Came.REFUSED or answer.message is None or not is_there(answer.message, "confirm"):
                    return answer
        raise AssertionError(f"no end of the turn in {MOST_PRESSES} presses: {panel.text if panel else ''}")

    def _chosen(self, panel: Seen) -> Obj:
        """What to press next: Confirm if it may be, else one of the choices, else one step back."""
        confirm = held(panel, "confirm")
        choices = held(panel, "choose") + held(panel, "verb")
        if self.chance.random() < PAGING:
            choices = held(panel, "page") or choices
        if confirm and (not choices or self.chance.random() < self.eager):
            return confirm[0]
        if choices:
            return self.chance.choice(choices)
        return (held(panel, "restart") or held(panel, "undo"))[0]

    async def _press(self, message: Seen, part: Obj) -> Outcome:
        values: Obj = {"wait_s": self.wait}
        if part.get("options"):
            fresh = [option["value"] for option in part["options"] if not option.get("default")]
            values["values"] = [self.chance.choice(fresh)]
        outcome = await self.control.press(self.user, message, str(part["custom_id"]), **values)
        return await self.settled(outcome)

    async def settled(self, outcome: Outcome) -> Outcome:
        """Wait for an answer that was deferred; one that does not come leaves the outcome as it is."""
        if outcome.kind == "failed" or (outcome.messages and not outcome.messages[0].loading):
            return outcome
        try:
            return await self.control.outcome_when(
                outcome.interaction,
                lambda now: bool(now.messages) and not now.messages[0].loading,
                seconds=self.wait,
            )
        except TimeoutError:
            return outcome

    # --- By line -----------------------------------------------------------------------------------------------------

    async def by_line(self) -> Answer:
        """``/move`` with the words that completion offers, one after the other."""
        answer = Answer(came=Came.REFUSED, text="completion offers nothing")
        for _ in range(TRIES):
            self._mood()
            named = {"match": self.match} if self.match else {}
            line = await self._typed("/move", "line", named)
            if not line:
                continue
            answer = await self._sent("/move", {"line": line, **named})
            if answer.came is not Came.REFUSED:
                return answer
        return answer

    # --- By the game's own command -----------------------------------------------------------------------------------

    async def by_command(self, game: str) -> Answer:
        """``/<game> <form>`` with options filled in from completion; forms that don't fit are passed over."""
        forms = self._forms.get(game) or await self._read_forms(game)
        answer = Answer(came=Came.REFUSED, text="no form fits")
        for _ in range(TRIES):
            self._mood()
            for form in list(forms):
                given = await self._filled(f"/{game} {form['name']}", form)
                if given is None:
                    continue
                answer = await self._sent(f"/{game} {form['name']}", given)
                if answer.message is not None and is_there(answer.message, "order"):
                    forms.remove(form)  # it stores something ahead, and answers no ask
                if answer.message is not None and not answer.line and is_there(answer.message, "confirm"):
                    return await self.by_panel(answer.message)  # without options the command opens the panel
                if answer.came is not Came.REFUSED:
                    forms.remove(form)
                    forms.insert(0, form)
                    return answer
        return answer

    async def _read_forms(self, game: str) -> list[Obj]:
        """The game's subcommands that end a turn: `new` and what merely stores something ahead left out."""
        command = next(one for one in (await self.control.world("commands"))["commands"] if one["name"] == game)
        self._forms[game] = [form for form in command["options"] if form["name"] != "new"]
        return self._forms[game]

    async def _filled(self, command: str, form: Obj) -> dict[str, str] | None:
        """Values for a form's options; None if a required one has none."""
        given: dict[str, str] = {}
        for option in form.get("options", ()):
            if option["name"] == "match":
                continue
            if not option.get("required") and self.chance.random() < self._spares:
                continue
            value = await self._value(command, option, given)
            if value:
                given[option["name"]] = value
            elif option.get("required"):
                return None
        return given

    async def _value(self, command: str, option: Obj, given: dict[str, str]) -> str:
        """A value for an option; empty if there is none."""
        if option.get("choices"):
            return str(self.chance.choice(option["choices"])["value"])
        if option.get("autocomplete"):
            return await self._typed(command, option["name"], given)
        return self.chance.choice(["true", "false"]) if option["type"] == BOOLEAN else ""

    # --- Both --------------------------------------------------------------------------------------------------------

    async def _typed(self, command: str, option: str, given: dict[str, str]) -> str:
        """Pick from completion, and pick on from what was picked; empty if nothing is offered."""
        typed = ""
        for _ in range(MOST_WORDS):
            longer = await self._longer(command, option, given, typed) or (
                typed and await self._longer(command, option, given, f"{typed} ")
            )
            if not longer or (typed and self.chance.random() < self._stops):
                break
            typed = self.chance.choice(longer)
            if option != "line" and self.chance.random() > LISTS:
                break
        return typed

    async def _longer(self, command: str, option: str, given: dict[str, str], typed: str) -> list[str]:
        offered = await self._offered(command, option, {**given, option: typed})
        return [value for value in offered if value != typed.strip() and value.startswith(typed.strip())]

    async def _offered(self, command: str, focused: str, options: dict[str, str]) -> list[str]:
        try:
            choices = await self.control.complete(self.user, self.place, command, focused=focused, options=options)
        except (TimeoutError, NotPossible):
            return []
        return [str(choice["value"]) for choice in choices if str(choice["value"]).strip()]

    async def _sent(self, command: str, options: dict[str, str]) -> Answer:
        try:
            outcome = await self.control.interact(self.user, self.place, command, options=options, wait_s=self.wait)
        except NotPossible as why:
            return Answer(came=Came.REFUSED, text=str(why))
        return read(await self.settled(outcome))


def is_of(part: Obj, verb: str) -> bool:
    """Whether a control is of that verb."""
    return str(part["custom_id"]).startswith(f"lt|{verb}|")


def lines_asked(text: str) -> Iterator[str]:
    """The lines of a board that say who is asked."""
    return (line for line in text.splitlines() if line.startswith("▸"))
