"""What is settled about who plays whom: ``/tournament seed``, ``bye`` and ``apart``."""

from dataclasses import replace

from bot.edge.commands.builder import Command, Given, Option, command
from bot.edge.commands.tournament.button_actions import receipt_words
from bot.edge.commands.tournament.named import entrant_of, entrant_option, event_option, resolve_tournament
from bot.edge.interactions.responder import Interaction, Responder, Sentence, actor, key, staff_of
from bot.edge.messages.builder import Post
from bot.edge.words import _, escape_markdown


def arranging_commands(responder: Responder) -> list[Command]:
    """Return the commands."""

    async def seed(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.arrangements.seed(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            order=read_order(str(given["order"])),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    async def bye(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.arrangements.bye(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            round=given.get("round"),
            back=bool(given.get("back", False)),
        )
        return receipt_words(receipt)

    async def apart(interaction: Interaction, given: Given) -> Post:
        receipt = await responder.services.arrangements.keep_apart(
            key(interaction),
            actor(interaction),
            event=await resolve_tournament(responder, interaction, given),
            entrants=(entrant_of(given), entrant_of({"entrant": given["other"]})),
            back=bool(given.get("back", False)),
            staff=staff_of(interaction),
        )
        return receipt_words(receipt)

    order = Option(name="order", what=_("Numbers of entrants, the strongest first, like 3,1,7"), required=True)
    one = event_option(responder)
    round = Option(name="round", what=_("Which round (default: the next)"), type=int, least=1, most=30)
    back = Option(name="back", what=_("Take your bye back"), type=bool)
    who = entrant_option(responder, _("One of the two"))
    other = replace(who, name="other", what=_("The other one"))
    again = Option(name="back", what=_("Let them meet again"), type=bool)
    return [
        command(
            responder, "seed", _("Set seeds by hand, before the start"), run=seed, options=[order, one], queue=False
        ),
        command(responder, "bye", _("Ask for a half-point bye"), run=bye, options=[round, back, one], queue=False),
        command(
            responder, "apart", _("Keep two entrants apart"), run=apart, options=[who, other, again, one], queue=False
        ),
    ]


def read_order(typed: str) -> tuple[int, ...]:
    """Read numbers of entrants, separated by commas or spaces; raises Sentence for anything else."""
    words = typed.replace(",", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 7 for word in words):
        unread = _(
            "“{typed}” can't be read. List the numbers of entrants in order, like 3,1,7; the card shows them.",
            typed=escape_markdown(typed[:40]),
        )
        raise Sentence(unread)
    return tuple(map(int, words))
