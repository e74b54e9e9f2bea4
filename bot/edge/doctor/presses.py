"""Checks of answers to presses: a person presses through a private message, each step the next check.

The private message always shows what to press next, so each check answers the press that the one before asked for.
"""

import asyncio
from functools import partial
from typing import Any

import discord
from discord import ui

from bot.edge.delivery.retiring import QUIET
from bot.edge.doctor.checks import Check, refusal
from bot.edge.doctor.listening import Listener, Presses
from bot.edge.doctor.report import Outcome, Result, Skip
from bot.edge.doctor.session import Session, View, picture_file, picture_part, put_in_container
from bot.edge.interactions import Interaction
from render.core.plates import Drawing

BOARD = "board.png"
CONNECT_SECONDS = 30.0
EDITS = 35
"""Edits of a private message in a row, more than a channel takes follow-ups in a minute."""
LONG_WAIT = 5.0
"""Seconds that the limit of one token never makes an edit wait: it takes five in two seconds."""
OPTIONS = ("Take 1 pebble from the left heap", "Take 1 pebble from the right heap", "Take nothing")
"""Labels of a menu. The first two differ within their first 25 characters, as all menus of the bot do."""


def _presses(session: Session) -> Presses:
    if session.presses is None:
        raise Skip(
            "The gateway isn't connected." if session.wait else "The doctor doesn't wait for presses (--wait 0)."
        )
    return session.presses


def _panel(session: Session) -> tuple[Presses, Interaction]:
    """The presses, and the interaction whose answer is the private message; raises Skip without one."""
    presses = _presses(session)
    if presses.over:
        raise Skip(presses.over)
    if presses.panel is None:
        raise Skip("There is no private message in which to press.")
    return presses, presses.panel


# --- What the private message shows ----------------------------------------------------------------------


def _buttons(presses: Presses, **labels: str) -> "ui.ActionRow[View]":
    """Return a row of buttons, by the name that a press is told with."""
    row: ui.ActionRow[View] = ui.ActionRow()
    for name, label in labels.items():
        row.add_item(ui.Button(label=label, custom_id=presses.id(name)))
    return row


def _menu(presses: Presses, name: str) -> "ui.ActionRow[View]":
    options = [
        discord.SelectOption(label=label, value=str(number), description="What this does is explained here")
        for number, label in enumerate(OPTIONS)
    ]
    return ui.ActionRow(ui.Select(custom_id=presses.id(name), options=options, placeholder="Choose"))


def _show(
    presses: Presses, words: str, *rows: "ui.ActionRow[View]", drawing: Drawing | None = None
) -> tuple[View, list[discord.File]]:
    """Return the private message: words, a picture if one is given, and what to press."""
    picture = [] if drawing is None else [picture_part(drawing, BOARD)]
    files = [] if drawing is None else [picture_file(drawing, BOARD)]
    return put_in_container(presses.marker, ui.TextDisplay(words), *picture, *rows), files


async def _fill(
    presses: Presses, interaction: Interaction, shown: tuple[View, list[discord.File]]
) -> discord.InteractionMessage:
    view, files = shown
    made = await interaction.edit_original_response(view=view, attachments=files, allowed_mentions=QUIET)
    presses.panel = interaction
    return made


async def _update(presses: Presses, interaction: Interaction, shown: tuple[View, list[discord.File]]) -> float:
    """Answer a press with the new message (type 7); return the seconds it took."""
    view, files = shown
    seconds = await presses.acknowledge(lambda: interaction.response.edit_message(view=view, attachments=files))
    presses.panel = interaction
    return seconds


async def _connect(session: Session) -> Presses:
    """Connect to the gateway until the run ends. Raises what discord.py does, and TimeoutError."""
    place = session.place()
    count = session.shard_count or (await session.client.http.get_bot_gateway())[0]
    client = Listener(
        marker=session.marker,
        user=session.user,
        trace=session.traffic.trace,
        shard=(place.guild.id >> 22) % count,
        count=count,
    )
    await session.stack.enter_async_context(client)
    await client.login(session.client.http.token or "")
    running = asyncio.create_task(client.connect(), name="listening for presses")
    session.stack.push_async_callback(_end, running)
    ready = asyncio.create_task(client.wait_until_ready())
    try:
        await asyncio.wait({running, ready}, timeout=CONNECT_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if running.done():
            await running
        if not ready.done():
            raise TimeoutError
    finally:
        ready.cancel()
    return Presses(session.marker, session.wait, client)


async def _end(running: "asyncio.Task[None]") -> None:
    running.cancel()
    await asyncio.wait({running}, timeout=CONNECT_SECONDS)


# --- The checks, in the order of the presses -------------------------------------------------------------


async def check_connecting(session: Session) -> Outcome:
    """The gateway accepts the bot with the intents that it asks for."""
    place = session.place()
    if not session.wait:
        raise Skip("The doctor doesn't wait for presses (--wait 0).")
    session.presses = await _connect(session)
    latency = session.presses.client.latency
    shard = session.presses.client.shard_ids or [0]
    words = f"Connected as shard {shard[0]} of {session.presses.client.shard_count}"
    session.say(f"Now open #{place.name} in Discord and follow the message there.")
    session.say(f"You have {session.wait:.0f} s for each press. If the bot is running, stop it first.")
    return Outcome(
        Result.WORKS, f"{words}; latency {'not known' if latency != latency else f'{latency * 1000:.0f} ms'}."
    )


async def check_private_picture(session: Session) -> Outcome:
    """A private answer that is acknowledged first and then filled with a new picture."""
    presses = _presses(session)
    words = "**`longtable doctor`** needs a few presses. Press *Start*; then follow the private message."
    await session.post(session.place().id, session.layout(ui.TextDisplay(words), _buttons(presses, start="Start")))
    _, interaction = await presses.press("start", doing="pressed Start")
    seconds = await presses.acknowledge(lambda: interaction.response.defer(ephemeral=True, thinking=True))
    presses.panel = interaction
    session.note("the private message, which only its reader sees", presses.delete_panel)
    prompt = "**1.** This is a private answer. Press *Next*."
    following = _buttons(presses, next="Next")
    try:
        shown = await _fill(presses, interaction, _show(presses, prompt, following, drawing=session.pictures.before))
    except discord.HTTPException as error:
        await _fill(presses, interaction, _show(presses, f"{prompt} Its picture was refused.", following))
        words = f"{refusal(error)}. In words it was accepted, and the picture in a second message"
        refused = await _try_second(session, interaction)
        if refused:
            return Outcome(Result.FAILS, f"{words} was refused too ({refused}).")
        return Outcome(Result.DIFFERS, f"{words}, too.", "The bot does the same by itself; no action is needed.")
    listed = f"`attachments` of the answer lists {len(shown.attachments)}"
    return Outcome(Result.WORKS, f"Acknowledged in {seconds * 1000:.0f} ms and filled with a picture; {listed}.")


async def _try_second(session: Session, interaction: Interaction) -> str:
    """Send the picture in a second private message; return what Discord refuses that with, "" if it takes it."""
    drawing = session.pictures.before
    view = session.layout(picture_part(drawing, BOARD))
    try:
        made = await interaction.followup.send(view=view, file=picture_file(drawing, BOARD), ephemeral=True, wait=True)
    except discord.HTTPException as error:
        return f"{error.status}, {error.code}"
    session.note("a private message, which only its reader sees", made.delete)
    return ""


async def check_update(session: Session) -> Outcome:
    """A press answered by one request: the message in words (type 7)."""
    presses, _ = _panel(session)
    _, interaction = await presses.press("next", doing="pressed Next")
    words = "**2.** This answer came with one request, without a picture. Press *Next* again."
    seconds = await _update(presses, interaction, _show(presses, words, _buttons(presses, picture="Next")))
    return Outcome(Result.WORKS, f"Answered with one request in {seconds * 1000:.0f} ms.")


async def check_private_edit(session: Session) -> Outcome:
    """A press acknowledged (type 6), after which the private message gets a new picture."""
    presses, _ = _panel(session)
    _, interaction = await presses.press("picture", doing="pressed Next")
    await presses.acknowledge(interaction.response.defer)
    words = f"**3.** The menu stands below the picture. Choose “{OPTIONS[0]}”."
    try:
        await _fill(
            presses, interaction, _show(presses, words, _menu(presses, "first"), drawing=session.pictures.after)
        )
    except discord.HTTPException as error:
        await _fill(presses, interaction, _show(presses, words, _menu(presses, "first")))
        words = f"{refusal(error)}. The same answer in words was accepted."
        return Outcome(Result.DIFFERS, words, "Panels stay in words. The bot does that by itself; no action is needed.")
    return Outcome(Result.WORKS, "Acknowledged, then changed to a new picture.")


async def check_menu_kept(session: Session) -> Outcome:
    """Whether the client keeps what was chosen in a menu whose custom id it knows."""
    presses, _ = _panel(session)
    _, interaction = await presses.press("first", doing="chose from the menu")
    words = f"**4.** Choose “{OPTIONS[0]}” once more. If your Discord sends nothing, press *Nothing happens*."
    await _update(
        presses, interaction, _show(presses, words, _menu(presses, "first"), _buttons(presses, kept="Nothing happens"))
    )
    name, interaction = await presses.press("first", "kept", doing="chose from the menu")
    words = f"**5.** This menu has a new id. Choose “{OPTIONS[0]}” again. If nothing happens, press the button."
    await _update(
        presses,
        interaction,
        _show(presses, words, _menu(presses, "second"), _buttons(presses, stuck="Nothing happens")),
    )
    if name == "first":
        return Outcome(Result.WORKS, "The same choice was sent again: this client keeps nothing.")
    return Outcome(Result.WORKS, "The client keeps the choice and sends it only once, as Discord says is intended.")


async def check_menu_renewed(session: Session) -> Outcome:
    """A menu with a new custom id takes the same choice again."""
    presses, _ = _panel(session)
    name, interaction = await presses.press("second", "stuck", doing="chose from the menu")
    words = (
        "**6.** Open this menu without choosing. Can you tell its first two lines apart, and read what is below them?"
    )
    row = _buttons(presses, clear="Yes", cut="No")
    await _update(presses, interaction, _show(presses, words, _menu(presses, "shown"), row))
    if name == "stuck":
        return Outcome(Result.FAILS, "The same choice wasn't sent, though the menu has a new id.")
    return Outcome(Result.WORKS, "The same choice was sent from the menu with the new id.")


async def check_labels(session: Session) -> Outcome:
    """Whether the choices of a menu can be told apart on the person's device."""
    presses, _ = _panel(session)
    name, interaction = await presses.press("clear", "cut", doing="answered about the menu")
    await _update(
        presses,
        interaction,
        _show(presses, "**7.** Press *Form*, type a word, and send it.", _buttons(presses, form="Form")),
    )
    if name == "cut":
        return Outcome(Result.FAILS, "The person can't tell the choices apart or read their descriptions.")
    return Outcome(Result.WORKS, "The person can tell the choices apart, and reads their descriptions.")


def _form(presses: Presses) -> ui.Modal:
    """Return a form with one field."""
    form = ui.Modal(title="A form", custom_id=presses.id("sent"))
    field: ui.TextInput[Any] = ui.TextInput(custom_id="word", max_length=20)
    form.add_item(ui.Label(text="A word", component=field))
    form.stop()
    return form


async def check_form(session: Session) -> Outcome:
    """A form, and its answer in the private message."""
    presses, _ = _panel(session)
    name, interaction = await presses.press("form", doing="pressed Form")
    while name == "form":  # one who closed the form may press again
        await presses.acknowledge(partial(interaction.response.send_modal, _form(presses)))
        name, interaction = await presses.press("form", "sent", doing="sent the form")
    await presses.acknowledge(interaction.response.defer)
    words = "**8.** Look at the picture in the channel that asks whether it moves. Does it?"
    row = _buttons(presses, moves="It moves", still="It doesn't")
    await _fill(presses, interaction, _show(presses, words if session.film else "**8.** Press *It doesn't*.", row))
    return Outcome(Result.WORKS, "The form came back, and the private message was changed after it.")


async def check_film_moves(session: Session) -> Outcome:
    """Whether a film moves on the person's device."""
    presses, _ = _panel(session)
    name, interaction = await presses.press("moves", "still", doing="answered about the film")
    await _update(presses, interaction, _show(presses, "That was all, thank you. This message will be deleted."))
    if session.film is None:
        raise Skip("No film could be posted.")
    if name == "still":
        return Outcome(Result.DIFFERS, "The film doesn't move on the person's device.")
    return Outcome(Result.WORKS, "The film moves on the person's device.")


async def check_busy(session: Session) -> Outcome:
    """Whether many edits of private messages in a minute have to wait for each other."""
    presses, panel = _panel(session)
    loop = asyncio.get_running_loop()
    begun, longest = loop.time(), 0.0
    for number in range(1, EDITS + 1):
        at = loop.time()
        await _fill(presses, panel, _show(presses, f"That was all, thank you. {EDITS} edits follow: {number}"))
        longest = max(longest, loop.time() - at)
    words = f"{EDITS} edits took {loop.time() - begun:.0f} s; the longest took {longest:.1f} s."
    if longest < LONG_WAIT:
        return Outcome(Result.WORKS, words)
    return Outcome(Result.DIFFERS, f"{words} So these edits share a limit.")


CHECKS = (
    Check(
        "Connecting",
        "Connect to the gateway with the intents that the bot asks for.",
        "The bot would be offline. Check the token, and the intents under “Bot” in the developer portal.",
        check_connecting,
    ),
    Check(
        "A private answer with a picture",
        "Acknowledge a press, then fill in the private answer with a gallery and a new file.",
        "Private boards come in words, if at all; boards in channels and threads aren't affected. Turns can be typed "
        "(`/move`). Report the code.",
        check_private_picture,
        waits=True,
    ),
    Check(
        "A press in one request",
        "Answer a press with the changed message in words (type 7).",
        "Live play is slow. Report the code.",
        check_update,
        waits=True,
    ),
    Check(
        "A private message that changes",
        "Acknowledge a press (type 6), then give the private message a new picture.",
        "Panels don't change after a choice. Turns can be typed (`/move`). Report the code.",
        check_private_edit,
        waits=True,
    ),
    Check(
        "A choice kept in a menu",
        "Show a menu again with the same custom id, and choose the same.",
        "Report the code.",
        check_menu_kept,
        waits=True,
    ),
    Check(
        "A menu with a new id",
        "Show the menu with a new custom id, and choose the same.",
        "In a panel, the same choice can't be made twice. Turns can be typed (`/move`). Report the device.",
        check_menu_renewed,
        waits=True,
    ),
    Check(
        "Labels of a menu",
        "Ask the person whether the choices of a menu can be told apart. Try it on a phone.",
        "Choices can be typed with completion (`/move`) or made on a computer. Report the device.",
        check_labels,
        waits=True,
    ),
    Check(
        "A form",
        "Open a form from a press, acknowledge it, and change the private message after it.",
        "Plans and notes can't be written in forms. Report the code.",
        check_form,
        waits=True,
    ),
    Check(
        "A film that moves",
        "Ask the person whether the film moves. Try it on a phone.",
        "Open the picture in full or in the browser; `/match history` steps through the same turns.",
        check_film_moves,
        waits=True,
    ),
    Check(
        "Many edits in a minute",
        f"Edit the private message {EDITS} times as fast as Discord allows.",
        "No action needed: a press is answered in one request, which doesn't count toward this limit. Pictures in "
        "panels may be late while many people play in one channel.",
        check_busy,
        waits=True,
    ),
)
