"""Messages about a tournament: the pinned card, standings, pairings, entrants, and who holds a round up."""

from collections.abc import Sequence

from bot.app.tournaments.formats.standings import StandRow
from bot.app.tournaments.records import Start, TournamentLine, TournamentView
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style, page_buttons
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import moment
from bot.edge.tournaments.formatting import (
    FORMATS,
    STATES,
    entrant_lines,
    facts,
    pairing_line,
    place_words,
    sentence,
    stand_lines,
    state_words,
    summary,
    tie_lines,
    tournament_heading,
)
from bot.edge.words import _, capitalize, escape_markdown
from db.ids import TournamentId, is_deleted
from db.ratings.records import AppealRecord
from db.tournaments.records import PairingStatus, TournamentStatus
from render.core.plates import Drawing

OPEN, RUNNING, OVER = 0x3D7EA6, 0x4C8C4A, 0x8A8F98
TOP = 8
"""Lines of the standings on the card."""

MOST_ROWS = 20
"""Lines of the standings on a page, which is one picture."""

ROOM = 2700
"""Characters of a page's words."""


def press(view: TournamentView, action: str) -> Press:
    """Return what a button of a tournament presses."""
    return Press(verb=ButtonAction.TOURNAMENT, at=view.record.id, value=action)


def tournament_card(view: TournamentView, drawings: Sequence[Drawing], *, marker: int | None = None) -> Post:
    """Return the card of a tournament: what it is, how it stands, and the buttons."""
    alive = view.record.status in (TournamentStatus.OPEN, TournamentStatus.CHECK_IN)
    accent = OPEN if alive else RUNNING if view.record.status is TournamentStatus.RUNNING else OVER
    builder = MessageBuilder(accent, marker=marker).say(f"### {tournament_heading(view)}").say(state_words(view))
    if alive:
        builder.say("\n".join(summary(view)), most=1400)
        lines = entrant_lines(view)
        builder.say(_("**{n} signed up**", n=len(lines)) if lines else _("No one has signed up yet."))
        builder.say(_some(lines, most=1600), most=1610)
    else:
        builder.stack(drawings, "standings")
        builder.say("\n".join(stand_lines(view.standings.rows, most=TOP, is_over=_is_over(view))), most=1800)
        playing = view.holding_up
        if playing:
            builder.say(_("-# {n, plural, one {# match is} other {# matches are}} being played.", n=len(playing)))
    return builder.buttons(_card_buttons(view)).post()


def _is_over(view: TournamentView) -> bool:
    return view.record.status is TournamentStatus.FINISHED


def _card_buttons(view: TournamentView) -> list[Button]:
    team = Press(verb=ButtonAction.TEAM, at=view.record.id)
    signing_up = team if view.settings.team > 1 else press(view, "join")
    late = [Button(signing_up, _("Enter late"), Style.GOOD)] if view.open_late else []
    holding = [Button(press(view, "organize"), _("Current matches"))] if view.holding_up else []
    byes = [Button(press(view, "bye"), _("Half-point bye"))] if view.byes else []
    orphan = [Button(press(view, "lead"), _("Take over"), Style.GOOD)] if is_deleted(view.record.host) else []
    match view.record.status:
        case TournamentStatus.OPEN:
            return [
                Button(signing_up, _("Sign up"), Style.GOOD),
                Button(press(view, "leave"), _("Withdraw")),
                Button(press(view, "entrants"), _("Entrants")),
                Button(press(view, "facts"), _("Details")),
                *orphan,
            ]
        case TournamentStatus.CHECK_IN:
            return [
                Button(press(view, "join"), _("Check in"), Style.GOOD),
                Button(press(view, "leave"), _("Withdraw")),
                Button(press(view, "entrants"), _("Entrants")),
                Button(press(view, "facts"), _("Details")),
                *orphan,
            ]
        case TournamentStatus.RUNNING | TournamentStatus.FINISHED:
            return [
                Button(press(view, "standings"), _("Standings"), Style.MAIN),
                Button(press(view, "pairings"), _("Pairings")),
                *holding,
                Button(press(view, "facts"), _("Settings")),
                *late,
                *byes,
                *(orphan if view.record.status is TournamentStatus.RUNNING else ()),
            ]
        case TournamentStatus.CANCELLED:
            return []


def standings_post(view: TournamentView, drawings: Sequence[Drawing], *, page: int = 0) -> Post:
    """Return a page of the standings as pictures and in words, with what the tie-breaks mean."""
    builder = MessageBuilder(RUNNING).say(_("### {tournament} · standings", tournament=tournament_heading(view)))
    pages = stand_pages(view)
    if not pages:
        return builder.say(_("There are no standings yet because the tournament hasn't started.")).post()
    at = min(page, len(pages) - 1)
    builder.stack(drawings, "standings")
    builder.say("\n".join(stand_lines(pages[at], is_over=_is_over(view))), most=ROOM)
    builder.say("\n".join(tie_lines(view)), most=800)
    return builder.buttons(_page_buttons(view, "standings", at, len(pages))).post()


def pairings_post(view: TournamentView, *, page: int = 0) -> Post:
    """Return who plays whom and how it ended: what is open and the newest round first, then the rounds before."""
    builder = MessageBuilder(RUNNING).say(_("### {tournament} · pairings", tournament=tournament_heading(view)))
    open_ones = (PairingStatus.WAITING, PairingStatus.PLAYING)
    order = sorted(view.pairings, key=lambda each: (each.status not in open_ones, -each.round, each.number, each.board))
    groups: dict[str, list[str]] = {}
    for pairing in order:
        groups.setdefault(place_words(pairing), []).append(pairing_line(pairing, view.record.guild))
    if not groups:
        return builder.say(_("There are no pairings yet.")).post()
    pages = _pages([(f"**{capitalize(head)}**", line) for head, lines in groups.items() for line in lines])
    at = min(page, len(pages) - 1)
    builder.say(pages[at], most=ROOM + 400)
    return builder.buttons(_page_buttons(view, "pairings", at, len(pages))).post()


def entrants_post(view: TournamentView, *, page: int = 0) -> Post:
    """Return a page of those who take part."""
    builder = MessageBuilder(OPEN).say(_("### {tournament} · entrants", tournament=tournament_heading(view)))
    pages = _pages([("", line) for line in entrant_lines(view)])
    if not pages:
        return builder.say(_("No one has signed up yet.")).post()
    at = min(page, len(pages) - 1)
    return builder.say(pages[at], most=ROOM + 400).buttons(_page_buttons(view, "entrants", at, len(pages))).post()


def show_post(view: TournamentView, drawings: Sequence[Drawing]) -> Post:
    """Return all there is to say about a tournament.

    What was announced, who takes part, how it stands, the newest log.
    """
    builder = MessageBuilder(OPEN).say(f"### {tournament_heading(view)}").say(state_words(view))
    builder.say("\n".join(f"-# {line}" for line in facts(view)), most=1500)
    builder.stack(drawings, "standings")
    builder.say(_some(entrant_lines(view), most=1100), most=1110)
    builder.say("\n".join(f"-# {moment(at, 'd')} {sentence(text)}" for at, text in view.log[:8]), most=900)
    return builder.buttons(
        [
            Button(press(view, "entrants"), _("Entrants")),
            Button(press(view, "standings"), _("Standings"), Style.MAIN),
            Button(press(view, "pairings"), _("Pairings")),
        ]
    ).post()


def organizer_post(view: TournamentView, *, runs: bool, page: int = 0) -> Post:
    """
    Return who holds a round up, those who wait longest first; who ``runs`` it sees appeals and a button that nudges.
    """
    builder = MessageBuilder(RUNNING).say(_("### {tournament} · current matches", tournament=tournament_heading(view)))
    pages = _pages([("", pairing_line(pairing, view.record.guild)) for pairing in view.holding_up])
    at = min(page, max(0, len(pages) - 1))
    builder.say(pages[at] if pages else _("No matches are being played."), most=ROOM)
    if runs:
        builder.say("\n".join(map(_appeal_line, view.appeals)), most=800)
    buttons = _page_buttons(view, "organize", at, len(pages))
    if pages and runs:
        buttons.append(Button(press(view, "nudge"), _("Remind everyone"), Style.MAIN))
    return builder.buttons(buttons).post()


def question_post(tournament: TournamentId, words: str, ways: Sequence[Start]) -> Post:
    """Return why a tournament is not started at once, and a button for each way in which it can be."""
    buttons = [
        Button(
            Press(verb=ButtonAction.TOURNAMENT, at=tournament, value=f"start-{way}"),
            _("Start without them") if way is Start.WITHOUT else _("Start with everyone"),
            Style.BAD,
        )
        for way in ways
    ]
    return MessageBuilder().say(words).buttons(buttons).post()


def appeals_post(appeals: Sequence[AppealRecord]) -> Post:
    """Return the open appeals of a server, for staff."""
    how = _("-# To reject an appeal, or uphold it with places, use `/tournament answer`.")
    lines = [_appeal_line(each) for each in appeals]
    return (
        MessageBuilder()
        .say("\n".join(lines) or _("There are no open appeals."), most=3500)
        .say(how if lines else "")
        .post()
    )


def _appeal_line(appeal: AppealRecord) -> str:
    words = escape_markdown(appeal.words[:120])
    return _("Appeal {number} about #{match}: {words}", number=appeal.id, match=appeal.match, words=words)


def stand_pages(view: TournamentView) -> list[list[StandRow]]:
    """Return the lines of the standings, as many on a page as a picture and the words have room for."""
    pages: list[list[StandRow]] = []
    group, size = "", 0
    for row in view.standings.rows:
        if not pages or len(pages[-1]) == MOST_ROWS or size + _length(row, group) > ROOM + 1:
            pages.append([])
            group, size = "", 0
        pages[-1].append(row)
        group, size = row.group, size + _length(row, group)
    return pages


def _length(row: StandRow, group: str) -> int:
    """How many characters a row of the standings takes, with a line break each, after one of a group."""
    return sum(len(line) + 1 for line in stand_lines([row], group=group))


def _pages(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines with the head they stand under, in pages of at most ``ROOM`` characters; each page repeats its head."""
    pages: list[list[str]] = []
    under, size = "", 0
    for head, line in lines:
        if not pages or size + len(line) + len(head) + 2 > ROOM:
            pages.append([])
            under, size = "", 0
        if head != under:
            pages[-1].append(head)
            under, size = head, size + len(head) + 1
        pages[-1].append(line)
        size += len(line) + 1
    return ["\n".join(page) for page in pages]


def _some(lines: Sequence[str], *, most: int) -> str:
    """As many lines as there is room for, and how many more there are."""
    shown: list[str] = []
    for line in lines:
        if sum(map(len, shown)) + len(shown) + len(line) > most - 30:
            break
        shown.append(line)
    left = len(lines) - len(shown)
    return "\n".join(shown + ([_("… and {n} more", n=left)] if left else []))


def _page_buttons(view: TournamentView, action: str, page: int, pages: int) -> list[Button]:
    """The buttons that turn a page, where there are several."""
    back, on = max(0, page - 1), min(pages - 1, page + 1)
    return page_buttons(page, pages, back=press(view, f"{action}:{back}:back"), on=press(view, f"{action}:{on}:on"))


def list_post(found: Sequence[TournamentLine]) -> Post:
    """Return the tournaments of a server."""
    lines = [
        f"**{line.tournament}** {escape_markdown(line.name)} · {_(FORMATS[line.format])} · "
        f"{_(STATES[TournamentStatus(line.status)])} · "
        + _("{n, plural, one {# entrant} other {# entrants}}", n=line.entrants)
        + f" · <#{line.channel}>"
        for line in found
    ]
    return (
        MessageBuilder()
        .say("\n".join(lines) or _("There are no tournaments here. Open one with `/tournament create`."), most=3600)
        .post()
    )
