"""What the buttons of a tournament do."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from discord import ui
from msgspec.structs import replace

from bot.app.tournaments.records import Start, TournamentReceipt, TournamentView, TournamentWish
from bot.app.tournaments.rights import organizes
from bot.app.tournaments.running.starting import QUESTIONS
from bot.edge.commands.tournament.forms import new_tournament_form, read_number
from bot.edge.interactions import Interaction
from bot.edge.interactions.button_actions import handles, handles_form, opens_form
from bot.edge.interactions.responder import Responder, Sentence, actor, key, place, roles_of, staff_of
from bot.edge.interactions.rights import access_of, find_opening
from bot.edge.messages.builder import MessageBuilder, Post, plain
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import words_for
from bot.edge.tournaments.delivery import all_drawn
from bot.edge.tournaments.formatting import facts, sentence, tournament_heading
from bot.edge.tournaments.posts import entrants_post, organizer_post, pairings_post, question_post, standings_post
from bot.edge.tournaments.wizard import Draft, wizard_post
from bot.edge.words import _, language
from db.ids import TournamentId
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.moves import Value


def receipt_words(receipt: TournamentReceipt, *, notes: Sequence[str] = ()) -> Post:
    """Return what a request came to; ``notes`` are said below."""
    return plain("\n".join([*map(sentence, receipt.told), *notes]) or _("Done."))


def runs_it(interaction: Interaction, view: TournamentView) -> bool:
    """Return whether who acts is the organizer, or staff of its server."""
    return organizes(view.record, actor(interaction).user) or view.record.guild == staff_of(interaction)


@opens_form(ButtonAction.NEW_TOURNAMENT)
async def _new_tournament_form(responder: Responder, interaction: Interaction, press: Press) -> ui.Modal:
    _read_draft(responder, press.value)  # what is handed in says the same, and must be readable
    zone = await responder.services.absences.zone(actor(interaction).user, guild=place(interaction).guild)
    return new_tournament_form(press, zone=zone)


@handles_form(ButtonAction.NEW_TOURNAMENT)
async def _new_tournament(
    responder: Responder, interaction: Interaction, press: Press, values: Mapping[str, Value]
) -> Post:
    """Open the tournament of the sheet with what was typed, in place of the sheet."""
    draft, game = _read_draft(responder, press.value)

    async def open_typed() -> Post:
        wish = draft.wish(game, name=str(values.get("name", "")))
        chosen: dict[str, object] = {
            field: read_number(str(values[name])) for name, field in TYPED.items() if name in values
        }
        if "starts" in values:
            starts = await responder.services.absences.moment(
                actor(interaction).user, str(values["starts"]), guild=place(interaction).guild, language=language()
            )
            wish = replace(wish, starts=starts)
        wish = replace(wish, settings=replace(wish.settings, **chosen))
        return await open_tournament(responder, interaction, wish)

    return await _or_sheet(responder, interaction, open_typed, draft=draft, game=game)


async def _or_sheet(
    responder: Responder, interaction: Interaction, work: Callable[[], Awaitable[Post]], *, draft: Draft, game: AnyGame
) -> Post:
    """Do what replaces the sheet; if it is refused, return the sheet as it stands, with the reason on top."""
    try:
        return await work()
    except Sentence as sentence:
        return wizard_post(draft, game, note=f"⚠️ {sentence}")
    except Refusal as refusal:
        words = await responder.refusal_words(refusal, match=None, user=actor(interaction).user)
        return wizard_post(draft, game, note=words)


TYPED: Mapping[str, str] = {"least": "least", "checkin": "check_in", "limit": "limit_days"}
"""Numbers on the form of a new tournament, by the settings they are."""


def _read_draft(responder: Responder, text: str) -> tuple[Draft, AnyGame]:
    """Read what is chosen on the sheet of a new tournament; raises Sentence if an earlier release wrote it."""
    try:
        draft = Draft.read(text)
        return draft, responder.games[draft.game]
    except (ValueError, KeyError):
        raise Sentence(_("This form is from an earlier version. Start over with `/tournament create`.")) from None


@handles(ButtonAction.TOURNAMENT)
async def _tournament(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    tournaments, tournament = responder.services.tournaments, TournamentId(press.at)
    who, name = actor(interaction), key(interaction)
    match press.value:
        case "join":
            return receipt_words(await tournaments.join(name, who, tournament=tournament, roles=roles_of(interaction)))
        case "leave":
            return receipt_words(await tournaments.leave(name, who, tournament=tournament))
        case "bye":
            return receipt_words(await responder.services.arrangements.bye(name, who, tournament=tournament))
        case "lead":
            staff = staff_of(interaction)
            organizers = responder.services.co_organizers
            return receipt_words(await organizers.take_over(name, who, tournament=tournament, staff=staff))
        case "nudge":
            staff = staff_of(interaction)
            return receipt_words(await responder.services.disputes.nudge(name, who, tournament=tournament, staff=staff))
        case value if value in STARTS:
            return await start_tournament(responder, interaction, tournament, how=STARTS[value])
        case _:
            return await show_page(responder, interaction, await tournaments.view(tournament), action=press.value)


STARTS = {f"start-{how}": how for how in (Start.WITHOUT, Start.EVERYONE)}
"""What the buttons press that start a tournament all the same."""


async def start_tournament(
    responder: Responder, interaction: Interaction, tournament: TournamentId, *, how: Start
) -> Post:
    """Start a tournament, or name who has not checked in, with buttons for what can be done."""
    try:
        return receipt_words(
            await responder.services.tournaments.start(
                key(interaction), actor(interaction), tournament=tournament, how=how, staff=staff_of(interaction)
            )
        )
    except Refusal as refusal:
        if refusal.code not in QUESTIONS:
            raise
        return question_post(tournament, words_for(None)(refusal.text), QUESTIONS[refusal.code])


async def show_page(responder: Responder, interaction: Interaction, view: TournamentView, *, action: str) -> Post:
    """Return one of the views of a tournament: ``standings``, ``pairings``, ``entrants``, ``facts``, ``organize``.

    After a colon the page may follow, counted from 0.
    """
    page_name, _colon, rest = action.partition(":")
    typed = rest.partition(":")[0]
    page = int(typed) if typed.isdecimal() else 0
    match page_name:
        case "standings":
            return standings_post(view, await all_drawn(responder.render_pool, view, page=page), page=page)
        case "pairings":
            return pairings_post(view, page=page)
        case "entrants":
            return entrants_post(view, page=page)
        case "facts":
            return MessageBuilder().say(f"### {tournament_heading(view)}").say(_lines(facts(view))).post()
        case _:
            return organizer_post(view, runs=runs_it(interaction, view), page=page)


def _lines(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


@handles(ButtonAction.SHEET)
async def _wizard(responder: Responder, interaction: Interaction, press: Press, chosen: str | None) -> Post:
    """Change a choice on the sheet, or open the tournament that stands on it."""
    field, _colon, text = press.value.partition(":")
    draft, game = _read_draft(responder, text)
    with suppress(ValueError):  # no client of Discord's sends such
        draft = draft if chosen is None else draft.change(field, chosen, game)
    if field != "open":
        return wizard_post(draft, game)

    async def open_it() -> Post:
        return await open_tournament(responder, interaction, draft.wish(game))

    return await _or_sheet(responder, interaction, open_it, draft=draft, game=game)


async def open_tournament(responder: Responder, interaction: Interaction, wish: TournamentWish) -> Post:
    """Open a tournament; who may manage the server or its tournaments always may."""
    opening = await find_opening(responder, interaction)
    receipt = await responder.services.tournaments.create(
        key(interaction),
        actor(interaction),
        place=opening.place,
        wish=wish,
        access=access_of(interaction),
    )
    return receipt_words(receipt, notes=opening.notes)
