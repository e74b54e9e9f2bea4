"""The private panel of a turn: the preview, what was chosen, what may be chosen next, Undo step, Start over, Confirm.

What fits is shown at once; where it does not, one chooses in two steps (first what to do, or a range, then the value).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

import discord

from bot.app.match.records import Advice, Group, MatchView, Panel
from bot.app.puzzles.table import is_puzzle
from bot.edge import limits
from bot.edge.emoji import emoji_bytes, emoji_of
from bot.edge.languages import phrase
from bot.edge.messages.board import PRIVATE, orders_line, rules_buttons, show_board
from bot.edge.messages.builder import Button, MessageBuilder, Option, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import (
    ask_words,
    label_words,
    names_of,
    options_line,
    prose_of,
    title,
    told_words,
    words_of,
)
from bot.edge.panels.hints import hint_buttons, hint_lines
from bot.edge.panels.keypad import NOTHING, add_keys, keypad_of, presses_of
from bot.edge.words import _, capitalize
from games.core.game import Offer
from games.core.keypad import Keypad
from games.core.moves import STOP, Choice, Move, Value, title_of, verb_of
from games.core.words import Words
from render.core.plates import Drawing

FEW = 5
"""Up to so many values of one field stand as buttons."""
MENU_BYTES = 6500
"""What the menu may take of the 10 kB of a message."""
MOST_HEAD = 1000
"""Characters above a list: what is chosen so far of a move."""
MOST_END = 40
"""Characters of the first and the last label of a page of a long list."""
LESSON = 900
"""Characters of the lessons of a guided match."""
MOST_NEWS = 800
"""Characters of what is said on top, such as what the turn before came to."""
KEYPAD_FOOT = 3
"""Components below a keypad beside the buttons there: up to two rows, and the line of news."""
MENU_WORDS = 900
"""Characters of what stands around the menus, warnings among it."""
LEAST_BOARD, MORE_BOARD = 1500, 1300
"""Characters of the board in words, and how many more it may take where they are free."""
MENU_PARTS = 22
"""What the menu may take of the 40 components."""


@dataclass(frozen=True, slots=True)
class Focus:
    """What the reader looks at in the menu: one verb (empty: all), and the page of a long list."""

    verb: str = ""
    page: int = 0
    keys: str = ""
    """What the game's own keys look at."""


EVERYTHING = Focus()
"""Nothing in particular."""
EXTRAS = "extras"
"""Looked at in place of one verb: all choices that are seldom needed."""
FEW_EXTRAS = 2
"""Up to so many of them have a button each."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to choose, as it is shown."""

    value: str
    label: str
    note: str
    emoji: discord.PartialEmoji | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """One group of choices made ready: buttons, a list, or both (the list may end here).

    ``title`` stands on a button, ``what`` says the same in full.
    """

    tag: str
    title: str
    what: str
    asks: str
    sofar: str
    entries: tuple[Entry, ...] = ()
    bare: bool = False
    ends: bool = False
    extra: bool = False
    """Seldom needed, so that it stands behind a button."""
    pages: tuple[tuple[Entry, ...], ...] = field(default=())
    best: int | None = None
    """So many of the pages come before those of choices that stand aside; None: nothing stands aside."""

    @property
    def few(self) -> bool:
        """Whether the values stand as buttons."""
        return 0 < len(self.entries) <= FEW and all(len(_label(entry)) <= limits.BUTTON_WIDTH for entry in self.entries)

    @property
    def parts(self) -> int:
        """How many components it takes."""
        if self.bare:
            return 1
        shown = 2 + len(self.entries) if self.few else 2 + 2 * (len(self.pages) > 1)
        return shown + 2 * self.ends + 1

    @property
    def size(self) -> int:
        """How many bytes it takes, about."""
        page = max(self.pages, key=len, default=())
        each = sum(
            len(f"{entry.value}{entry.label}{entry.note}".encode()) + 75 + emoji_bytes(entry.emoji) for entry in page
        )
        return 260 + each + 120 * (len(self.pages) > 1) * len(self.pages)


def panel_post(
    panel: Panel,
    drawings: Sequence[Drawing],
    *,
    focus: Focus = EVERYTHING,
    note: str = "",
    back: Sequence[Button] = (),
) -> Post:
    """Return the panel; ``drawings`` are the preview (none: the board in words).

    ``note`` is said on top, such as what the turn before came to, with the button ``back`` that takes it back.
    """
    match_view = panel.match_view
    words = words_of(match_view)
    builder = MessageBuilder(PRIVATE)
    keypad = _keypad(panel, focus)
    news = _news(panel, note)
    if keypad is None:
        builder.say(news, most=MOST_NEWS).buttons(back)
    asks = f"**{title(match_view)}** · {_say_ask(panel)}"
    lessons, hint = _lesson_lines(panel), hint_lines(panel, drawn=bool(drawings))
    rules = options_line(match_view.options, game=match_view.game) if is_puzzle(match_view.match.id) else ""
    builder.say("\n".join(filter(None, (limits.cut_lines(asks, 700), rules, orders_line(match_view)))), most=1100)
    if panel.ask.live and not drawings:
        own = keypad.board if keypad is not None else None
        board = words(own or match_view.game.describe(match_view.view, short=True)).replace("`", "")
        builder.say(f"```\n{board}\n```", most=1500)
    else:
        said = len(news) + len(asks) + len(lessons) + len(hint)
        show_board(builder, match_view, drawings, most=_board_room(panel, said))
    if keypad is not None:
        _add_keypad(builder, panel, keypad, (lessons, hint, news or NOTHING), back)
        return builder.post()
    builder.say("\n".join(filter(None, (lessons, hint))))
    tell = told_words(match_view)
    told = [f"{number}. {capitalize(tell(text))}" for number, text in enumerate(panel.told, start=1)]
    builder.buttons(hint_buttons(panel))
    builder.say("\n".join(told), most=500)
    builder.buttons(_combinations(panel))
    _add_menu(builder, panel, [menu_of(group, match_view) for group in panel.menu.groups], focus)
    builder.say("\n".join(f"⚠️ {words(text)}" for text in panel.advice.warnings), most=600)
    builder.buttons(_controls(panel))
    if panel.line and not is_puzzle(match_view.match.id):  # what is typed goes to a match
        builder.say(f"-# `/move {panel.line.replace('`', '')}`", most=200)
    return builder.post()


def _board_room(panel: Panel, said: int) -> int:
    """How many characters the board may take in words, beside ``said`` ones: more where the menus are short."""
    menus = sum(menu_of(group, panel.match_view).size for group in panel.menu.groups)
    spare = min(MENU_BYTES - menus, limits.DISPLAY_TEXT - said - MENU_WORDS - LEAST_BOARD)
    return LEAST_BOARD + max(0, min(spare, MORE_BOARD))


def _add_keypad(
    builder: MessageBuilder, panel: Panel, keypad: Keypad, said: tuple[str, str, str], back: Sequence[Button]
) -> None:
    """Add the game's own keys with what is ``said``: lessons above; below, the hint and the news.

    What comes and goes above the keys would move them under the fingers.
    """
    lessons, hint, news = said
    head = words_of(panel.match_view)(keypad.head) if keypad.head is not None else ""
    builder.say("\n\n".join(filter(None, (lessons, limits.cut_lines(head, MOST_HEAD)))))
    add_keys(builder, panel, keypad)
    builder.say(hint)
    beside = (*rules_buttons(panel.match_view, panel.ask.id), *_other_asks(panel))
    below = [*hint_buttons(panel), *back, *beside]
    room = builder.room - KEYPAD_FOOT - len(below)
    builder.buttons([*hint_buttons(panel), *_combinations(panel)[: max(0, room)], *back, *beside])
    # Never left out, so that the message keeps its height.
    builder.say("\n".join(f"-# {line.removeprefix('-# ')}" for line in news.splitlines()), most=MOST_NEWS)


def _keypad(panel: Panel, focus: Focus) -> Keypad | None:
    """The game's own keys, unless its lists are looked at."""
    return None if focus.verb or focus.page else keypad_of(panel, focus.keys)


def _news(panel: Panel, note: str) -> str:
    """What is to be said about the press before: a refusal, or that it came too late."""
    if note:
        return note
    if panel.refused is not None:
        return f"⚠️ {prose_of(panel.match_view)(panel.refused)}"
    if panel.stale:
        return "⚠️ " + _("That button was out of date, so nothing happened. Here is how things stand now.")
    return ""


def _combinations(panel: Panel) -> list[Button]:
    """Moves that are often chosen together, at one press each, with the piece that is chosen first."""
    words, key = label_words(panel.match_view), panel.match_view.game.spec.key
    entries = [
        Entry(
            each.key,
            capitalize(words(each.label)),
            words(each.worth) if each.worth is not None else "",
            emoji_of(key, _find_piece(panel, each.draft)),
        )
        for each in panel.advice.combinations
    ]
    return [
        Button(_press(panel, ButtonAction.TAKE, entry.value), _label(entry), emoji=entry.emoji) for entry in entries
    ]


def _find_piece(panel: Panel, moves: Sequence[Move]) -> str:
    """The piece of that choice in the panel's lists with which moves go on; empty if it has none, or is of several."""
    for move in moves[len(panel.moves) :]:
        for group in panel.menu.groups:
            if isinstance(move, group.verb) and group.field is not None and not group.field.repeated:
                value = getattr(move, group.field.name)
                return next((choice.piece for choice in group.choices if choice.value == value), "")
    return ""


def _controls(panel: Panel) -> list[Button]:
    nothing = panel.length == 0
    return [
        Button(_press(panel, ButtonAction.CONFIRM), _("Confirm"), Style.GOOD, disabled=not panel.ready),
        Button(_press(panel, ButtonAction.UNDO), _("Undo step"), disabled=nothing),
        Button(_press(panel, ButtonAction.RESTART), _("Start over"), disabled=nothing),
        *rules_buttons(panel.match_view, panel.ask.id),
        *_other_asks(panel),
    ]


def _other_asks(panel: Panel) -> list[Button]:
    """The way to the panels of the seat's other asks, each called as the first thing that can be done there."""
    return [
        Button(
            Press(verb=ButtonAction.PLAY, match=panel.match_view.match.id, ask=ask.id),
            phrase(title_of(ask.verbs[0]), game=panel.match_view.game),
        )
        for ask in panel.match_view.own_asks
        if ask.id != panel.ask.id
    ]


def menu_of(group: Group, match_view: MatchView) -> Menu:
    """Return a group of choices with its labels, and what stands above them, in words."""
    words, labels = words_of(match_view), label_words(match_view)
    key, parted = match_view.game.spec.key, _paginate(group.choices)
    asides = [page[0].aside for page in parted]
    pages = tuple(
        tuple(
            replace(_begin_label(choice, entry_of(choice, labels), match_view), emoji=emoji_of(key, choice.piece))
            for choice in page
        )
        for page in parted
    )
    return Menu(
        tag=verb_of(group.verb),
        title=phrase(title_of(group.verb), game=match_view.game),
        what=words(group.what),
        asks=phrase(group.field.field.prompt, game=match_view.game) if group.field is not None else "",
        sofar=", ".join(entry_of(choice, words).label for choice in group.sofar),
        entries=tuple(chain.from_iterable(pages)),
        bare=group.field is None,
        ends=any(choice.value == STOP for choice in group.choices),
        extra=group.verb.extra or group.verb.aid,
        pages=pages,
        best=asides.index(True) if True in asides else None,
    )


def _paginate(choices: Sequence[Choice]) -> list[Sequence[Choice]]:
    """Return the pages of a list: as many as a menu holds on each, those that stand aside behind the others."""
    listed, size = [choice for choice in choices if choice.value != STOP], limits.SELECT_OPTIONS
    parted = [[each for each in listed if each.aside is aside] for aside in (False, True)]
    parts = parted if len(listed) > FEW else [listed]
    return [part[start : start + size] for part in parts for start in range(0, len(part), size)]


def _begin_label(choice: Choice, entry: Entry, match_view: MatchView) -> Entry:
    """Begin a label with a capital, unless notation or a player's name begins it."""
    code = choice.label is None and not isinstance(choice.value, bool)
    as_is = code or choice.tag or entry.label.startswith(names_of(match_view))
    return entry if as_is else replace(entry, label=capitalize(entry.label))


def entry_of(choice: Choice, words: Words) -> Entry:
    """Return how a choice is shown and what pressing it sends."""
    label = words(choice.label) if choice.label is not None else write_shown(choice.value)
    label = f"{choice.tag} · {label}" if choice.tag else label
    return Entry(write_sent(choice.value), label, words(choice.note) if choice.note is not None else "")


def write_sent(value: Value) -> str:
    """Return a value as the press sends it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def write_shown(value: Value) -> str:
    """Return a value as it stands on a button."""
    return (_("yes") if value else _("no")) if isinstance(value, bool) else str(value)


def offers_of(panel: Panel, focus: Focus = EVERYTHING) -> tuple[Offer, ...]:
    """Return the places of what the panel's lists or keys offer, each once; none while it only asks what to do."""
    return tuple(dict.fromkeys(Offer(each.spot, each.tag) for each in _find_offered(panel, focus) if each.spot))


def _find_offered(panel: Panel, focus: Focus) -> Iterator[Choice]:
    """The choices of the lists that are shown, or those that one of the keys presses."""
    keypad = _keypad(panel, focus)
    menus = [menu_of(group, panel.match_view) for group in panel.menu.groups]
    listed = {menu.tag for menu in _choose_shown(panel, menus, focus).lists}
    pressed = () if keypad is None else presses_of(keypad)
    for group in panel.menu.groups:
        verb = verb_of(group.verb)
        if keypad is not None:
            yield from (choice for choice in group.choices if (verb, choice.value) in pressed)
        elif verb in listed:
            yield from _on_page(group.choices, focus.page if verb == focus.verb else 0)


def _on_page(choices: Sequence[Choice], page: int) -> Sequence[Choice]:
    """Return those of a list that its open page shows."""
    pages = _paginate(choices)
    return pages[min(page, len(pages) - 1)] if pages else ()


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of the menu: verbs without values, lists of values, and verbs whose lists a button opens."""

    bare: list[Menu]
    lists: list[Menu]
    aims: list[Menu]
    in_full: list[str]
    extras: list[Menu]


def _room(advice: Advice) -> int:
    """How many components the menu may have beside what is offered at one press, and what is warned of."""
    taken = 2 * (advice.taking is not None) + bool(advice.warnings)
    return MENU_PARTS - taken - (1 + len(advice.combinations)) * bool(advice.combinations)


def _choose_shown(panel: Panel, menus: Sequence[Menu], focus: Focus) -> Shown:
    """All groups if they fit, else those in focus, else a button for each; what is seldom needed is behind buttons."""
    shown, extras = _keep_extras_back(panel, menus, focus)
    bare = [menu for menu in shown if menu.bare]
    lists = [menu for menu in shown if not menu.bare]
    in_full = [menu.what for menu in bare if menu.what != menu.title]
    parts = sum(menu.parts for menu in shown) + bool(in_full) + min(len(extras), FEW_EXTRAS)
    fits = sum(menu.size for menu in shown) <= MENU_BYTES and parts <= _room(panel.advice)
    whole = fits or len(lists) < 2
    return Shown(bare, lists if whole else [], [] if whole else lists, in_full, extras)


def _keep_extras_back(panel: Panel, menus: Sequence[Menu], focus: Focus) -> tuple[list[Menu], list[Menu]]:
    """Return what is shown, and what is seldom needed as long as there is something else to do, or nothing need be."""
    wanted = [menu for menu in menus if menu.tag == focus.verb or (focus.verb == EXTRAS and menu.extra)]
    if wanted:
        return wanted, []
    first = [menu for menu in menus if not menu.extra]
    if (first or panel.ready) and not panel.partial.verb:
        return first, [menu for menu in menus if menu.extra]
    return list(menus), []


def _add_menu(builder: MessageBuilder, panel: Panel, menus: Sequence[Menu], focus: Focus) -> None:
    """Add all groups if they fit, else those in focus, else a button for each."""
    shown = _choose_shown(panel, menus, focus)
    if shown.aims:
        builder.buttons([_aim(panel, menu) for menu in shown.aims])
    for menu in shown.lists:
        _add_list(builder, panel, menu, focus.page if menu.tag == focus.verb else 0)
    builder.say("\n".join(f"-# {what}" for what in shown.in_full), most=300)
    buttons = [Button(_press(panel, ButtonAction.CHOOSE, menu.tag), menu.title) for menu in shown.bare]
    if len(shown.extras) > FEW_EXTRAS:
        buttons.append(Button(_press(panel, ButtonAction.VERB, EXTRAS), _("More options")))
    else:
        buttons += [_aim(panel, menu) for menu in shown.extras]
    if any(menu.tag == focus.verb or (focus.verb == EXTRAS and menu.extra) for menu in menus) and len(menus) > 1:
        buttons.append(Button(_press(panel, ButtonAction.VERB), _("Something else")))
    builder.buttons(buttons)


def _add_list(builder: MessageBuilder, panel: Panel, menu: Menu, page: int) -> None:
    head = f"{menu.title}: {menu.sofar} …" if menu.sofar else menu.what
    if menu.few:
        unsaid = (f"{each.label}: {each.note}" for each in menu.entries if each.note and _label(each) == each.label)
        builder.say(" · ".join((f"-# {head}", menu.asks, *unsaid)), most=MOST_HEAD)
        builder.buttons(
            [
                Button(
                    _press(panel, ButtonAction.CHOOSE, f"{menu.tag}={entry.value}"), _label(entry), emoji=entry.emoji
                )
                for entry in menu.entries
            ]
        )
    elif menu.pages:
        page = min(page, len(menu.pages) - 1)
        builder.say(f"-# {head}", most=MOST_HEAD)
        if len(menu.pages) > 1:
            builder.select(_press(panel, ButtonAction.PAGE, menu.tag), list(_ranges(menu, page)), placeholder=menu.asks)
        options = [Option(entry.value, entry.label, entry.note, emoji=entry.emoji) for entry in menu.pages[page]]
        builder.select(_press(panel, ButtonAction.CHOOSE, menu.tag), options, placeholder=menu.asks)
    if menu.ends:
        builder.buttons([Button(_press(panel, ButtonAction.CHOOSE, f"{menu.tag}={STOP}"), _("Done"))])


def _ranges(menu: Menu, page: int) -> Iterator[Option]:
    """The pages of a long list: "26–50: D4 … F7", "Best 1: D4"; of many those around the one shown."""
    most = limits.SELECT_OPTIONS
    first = max(0, min(page - most // 2, len(menu.pages) - most))
    for number, entries in enumerate(menu.pages[first : first + most], first):
        before = sum(map(len, menu.pages[:number]))
        ends = [limits.cut(entry.label, MOST_END) for entry in dict.fromkeys((entries[0], entries[-1]))]
        numbers = f"{before + 1}–{before + len(entries)}" if len(entries) > 1 else str(before + 1)
        if menu.best is not None:
            is_best = number < menu.best
            numbers = _("Best {numbers}", numbers=numbers) if is_best else _("Others {numbers}", numbers=numbers)
        yield Option(str(number), f"{numbers}: {' … '.join(ends)}", chosen=number == page)


def _label(entry: Entry) -> str:
    """What stands on a button, with what follows from it where there is room."""
    whole = f"{entry.label} ({entry.note})" if entry.note else entry.label
    return whole if len(whole) <= limits.BUTTON_WIDTH else entry.label


def _press(panel: Panel, verb: ButtonAction, value: str = "") -> Press:
    return Press(verb=verb, match=panel.match_view.match.id, ask=panel.ask.id, at=panel.length, value=value)


def _aim(panel: Panel, menu: Menu) -> Button:
    return Button(_press(panel, ButtonAction.VERB, menu.tag), menu.title)


def _say_ask(panel: Panel) -> str:
    """Return what is asked, or that nothing is left to choose."""
    if panel.ready and not panel.menu.groups:
        return _("Your turn is complete. Confirm it.")
    return ask_words(panel.ask, told_words(panel.match_view), own=True)


def _lesson_lines(panel: Panel) -> str:
    """Return what a newcomer needs to know for the panel's decision; empty outside guided matches."""
    match_view = panel.match_view
    if not match_view.match.guided:
        return ""
    words = told_words(match_view)
    lessons = match_view.game.panel.lessons(match_view.view, panel.ask)
    return limits.cut_lines("\n".join(f"🎓 {words(text)}" for text in lessons), LESSON)
