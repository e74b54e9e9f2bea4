"""Seats that are put up, who takes them over, and what the others decide when a player's time is up."""

from typing import Annotated

from bot.app.match.records import MatchLine
from bot.app.runtime.refusals import refuse
from bot.app.timing.timekeeping import Choice
from bot.app.views.targets import OPEN_HOST, PLAYING, SUBSTITUTE
from bot.edge.commands.builder import UNQUEUED, game_title, line_label
from bot.edge.commands.cog import Cog, Param, command
from bot.edge.commands.parameters import ChosenMatch, levels, seat_param
from bot.edge.imaging.drawing import Scene
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, read_as
from bot.edge.interactions.outside import guild_here
from bot.edge.interactions.responder import Responder, actor, key, make_sees, place
from bot.edge.interactions.turns import receipt_post
from bot.edge.messages.board import render_request, show_plates
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import late_words, name_players, names_of, pace_words, title
from bot.edge.messages.proposals import CHOICES
from bot.edge.words import _, escape_markdown
from db.ids import MatchId
from games.core.language.messages import write_number
from games.core.seats import AskId, Seat


async def _complete_open(responder: Responder, interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The matches with an open seat."""
    found = await responder.services.substitutes.list_offers(
        place(interaction), actor(interaction).user, sees=make_sees(interaction)
    )
    wanted = typed.strip().lstrip("#")
    return [(line_label(responder, line), str(line.match)) for line in found if str(line.match).startswith(wanted)]


Level = Annotated[str, Param(_("How well it plays"), choices=levels)]


class Seats(Cog):
    """Computer players, seats that are offered, who takes them over, and coming back to one's own."""

    @command(_("Add a computer player"), target=OPEN_HOST)
    async def computer(self, interaction: Interaction, *, level: Level = "easy", match: ChosenMatch) -> Post:
        """Seat one."""
        receipt = await self.services.lobby.add_computer(key(interaction), actor(interaction), match=match, level=level)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Offer your seat to a replacement, or withdraw the offer"), target=PLAYING)
    async def offer(
        self,
        interaction: Interaction,
        *,
        number: Annotated[Seat, seat_param(_("Seat number (default: your own)"))] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Offer a seat, or take the offer back."""
        receipt = await self.services.substitutes.offer(key(interaction), actor(interaction), match=match, seat=number)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("List seats open for a replacement, with the board and the current score"), handling=UNQUEUED)
    async def open(
        self,
        interaction: Interaction,
        *,
        match: Annotated[str, Param(_("Match number"), complete=_complete_open)] = "",
    ) -> Post:
        """List them, and show one: that which is named, else the first."""
        guild_here(interaction)
        found = await self.services.substitutes.list_offers(
            place(interaction), actor(interaction).user, sees=make_sees(interaction)
        )
        if not found:
            return plain(_("No seats here are open for a replacement."))
        typed = match.strip().lstrip("#")
        shown = next((line.match for line in found if str(line.match) == typed), found[0].match)
        return await _open_post(self.responder, interaction, [*found], shown)

    @command(_("Take over a seat that is open for a replacement"), target=SUBSTITUTE)
    async def replace(
        self,
        interaction: Interaction,
        *,
        number: Annotated[Seat, seat_param(_("Seat number (default: the first open one)"))] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Take a seat over."""
        receipt = await self.services.substitutes.take(key(interaction), actor(interaction), match=match, seat=number)
        return await receipt_post(self.responder, interaction, receipt)

    @command(_("Vote on what happens with a player who ran out of time"), target=PLAYING)
    async def vote(
        self,
        interaction: Interaction,
        *,
        choice: Annotated[
            Choice, Param(_("What should happen"), choices=[(_(what), one.value) for one, what in CHOICES.items()])
        ],
        number: Annotated[Seat, seat_param(_("Seat number (default: the only one)"))] | None = None,
        match: ChosenMatch,
    ) -> Post:
        """Vote about a seat."""
        receipt = await self.services.timeout_votes.vote(
            key(interaction), actor(interaction), match=match, choice=choice, seat=number
        )
        return await receipt_post(self.responder, interaction, receipt)

    @command(
        _("Return to your seat after a computer player or default moves stood in, or after you offered it"),
        target=PLAYING,
    )
    async def back(self, interaction: Interaction, *, match: ChosenMatch) -> Post:
        """Play again."""
        receipt = await self.services.timeout_votes.back(key(interaction), actor(interaction), match=match)
        return await receipt_post(self.responder, interaction, receipt)


TAKE = "take"
"""What the button carries by which a seat is taken over."""


@handles(ButtonAction.SEAT)
async def _press_seat(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Look at a match with a seat open for a replacement, or take that over."""
    guild_here(interaction)
    match, who = MatchId(press.match), actor(interaction)
    found = await responder.services.substitutes.list_offers(place(interaction), who.user, sees=make_sees(interaction))
    if all(line.match != match for line in found):
        raise refuse("NOT_OFFERED", "no_open_seat", match=match)
    if press.value != TAKE:
        return await _open_post(responder, interaction, [line for line in found if line.match == match], match)
    receipt = await responder.services.substitutes.take(key(interaction), who, match=match)
    return await receipt_post(responder, interaction, receipt)


async def _open_post(responder: Responder, interaction: Interaction, found: list[MatchLine], shown: MatchId) -> Post:
    """The list, and of one match the board and the score as it stands."""
    match_view = await responder.services.matches.view(shown, None)
    lines = [
        f"**#{line.match} {game_title(responder, line.game)}** · "
        + ", ".join(map(escape_markdown, name_players(line, line.names)))
        for line in found
    ]
    builder = MessageBuilder().say("\n".join(lines), most=2000).say(f"### {title(match_view)}")
    facts = [_("Pace: {pace}", pace=pace_words(match_view)), late_words(match_view.pace)]
    if match_view.standing is not None:
        scores = zip(names_of(match_view), match_view.standing.totals, strict=True)
        facts.append(
            _(
                "Current score: {scores}",
                scores=", ".join(f"{escape_markdown(name)} {write_number(total)}" for name, total in scores),
            )
        )
    builder.say("\n".join(filter(None, facts)), most=1200)
    show_plates(builder, match_view, await responder.picture(render_request(match_view, Scene.BOARD)))
    taking = Press(verb=ButtonAction.SEAT, match=shown, value=TAKE)
    return builder.buttons([Button(taking, _("Take over the seat"), Style.GOOD)]).post()


@handles(ButtonAction.VOTE)
async def _vote(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """A button of the card that asks the others."""
    receipt = await responder.services.timeout_votes.vote(
        key(interaction),
        actor(interaction),
        match=MatchId(press.match),
        choice=read_as(Choice, press.value),
        seat=Seat(press.at),
        ask=AskId(press.ask),
    )
    return await receipt_post(responder, interaction, receipt)
