"""Tournaments in words. Everything here is for markdown; names of people are made safe here."""

from collections.abc import Sequence

from bot.app.match.paces import with_late
from bot.app.match.records import Place
from bot.app.ratings.skill import write_rating
from bot.app.tournaments.formats.standings import StandRow, rule_meaning, rule_words, write_points
from bot.app.tournaments.model import OVER
from bot.app.tournaments.pairing.bracket import AGAIN, FINAL, THIRD
from bot.app.tournaments.pairing.rivals import WIN
from bot.app.tournaments.records import PairingView, TournamentView
from bot.app.tournaments.settings import LATE, TREES, Overrun, TournamentSettings
from bot.edge.messages.formatting import clock_words, late_words, moment, span, words_for
from bot.edge.messages.places import way_to
from bot.edge.tournaments.announced import pairing_facts
from bot.edge.tournaments.names import entrant_name
from bot.edge.tournaments.terms import pause_words, terms
from bot.edge.words import N_, _, escape_markdown, join_list, percent
from db.ids import GuildId
from db.ratings.records import Ended
from db.tournaments.records import EntrantStatus, Format, PairingEnd, PairingStatus, TournamentStatus, TreePart
from games.core.language.messages import write_number
from games.core.text import Arg, Text

FORMATS: dict[Format, str] = {
    Format.ROUND_ROBIN: N_("round robin in groups"),
    Format.SWISS: N_("Swiss, by rounds"),
    Format.FREE_SWISS: N_("Swiss, next free pair"),
    Format.KNOCKOUT: N_("knockout"),
    Format.DOUBLE_KNOCKOUT: N_("double elimination"),
    Format.LADDER: N_("ladder"),
    Format.TABLES: N_("tables of three to six"),
}
OVERRUNS: dict[Overrun, str] = {
    Overrun.SCORE: N_("by the current score"),
    Overrun.MOVER: N_("against the players it's waiting for"),
    Overrun.DRAW: N_("as a draw"),
}
STATES: dict[TournamentStatus, str] = {
    TournamentStatus.OPEN: N_("open for sign-up"),
    TournamentStatus.CHECK_IN: N_("check-in"),
    TournamentStatus.RUNNING: N_("running"),
    TournamentStatus.FINISHED: N_("finished"),
    TournamentStatus.CANCELLED: N_("canceled"),
}
STATUSES: dict[EntrantStatus, str] = {
    EntrantStatus.RESERVE: N_("in reserve"),
    EntrantStatus.PRESENT: N_("checked in"),
    EntrantStatus.OUT: N_("eliminated"),
    EntrantStatus.DROPPED: N_("withdrew"),
}
CAME: dict[str, str] = {
    Ended.RESIGNED: N_("by resignation"),
    Ended.LATE: N_("time ran out"),
    Ended.AGREED: N_("ended by agreement"),
    Ended.ADJUDICATED: N_("took too long"),
    Ended.STAFF: N_("by a ruling"),
    PairingEnd.ANNULLED: N_("annulled by a ruling"),
    PairingEnd.WALKOVER: N_("both withdrew"),
}
"""How results came about, where not by the rules of the game."""
ROUNDS: dict[int, str] = {1: N_("Final"), 2: N_("Semifinals"), 4: N_("Quarterfinals")}
"""Rounds of a knockout that have a name, by their matches."""
SIGNED_UP = (EntrantStatus.SIGNED, EntrantStatus.PRESENT, EntrantStatus.RESERVE)


def sentence(text: Text) -> str:
    """Put a sentence about a tournament into words; names in it are made safe."""
    return words_for(None)(_safe(text))


def _safe(text: Text) -> Text:
    """The same sentence with names in it (arguments ``name``, ``names``, ``tournament``, …) made safe."""
    if text.id == "core.person":
        return text  # it is made safe where it is put into words
    named = ("name", "names", "other", "before", "tournament", "team", "words")
    args: dict[str, Arg] = {}
    for key, value in text.args.items():
        if isinstance(value, Text):
            args[key] = _safe(value)
        elif key in named and isinstance(value, str):
            args[key] = entrant_name(value)
        elif isinstance(value, tuple):
            args[key] = tuple(_safe_part(each, is_name=key in named) for each in value)
        else:
            args[key] = value
    return Text(text.id, args)


def _safe_part(value: int | str | Text, *, is_name: bool) -> int | str | Text:
    if isinstance(value, Text):
        return _safe(value)
    return entrant_name(value) if is_name and isinstance(value, str) else value


def tournament_heading(view: TournamentView) -> str:
    """Return how a tournament is called."""
    return _("{name} · tournament {number}", name=escape_markdown(view.record.name), number=view.record.id)


def summary(view: TournamentView) -> list[str]:
    """Return the facts that matter first to those who may sign up: what is played, how long, and who can enter."""
    settings = view.settings
    lines = [
        f"{view.title} · {_(FORMATS[view.record.format])} · {_length(view)}",
        _("Pace: {pace}", pace=clock_words(settings.pace)),
        _entrants(settings),
    ]
    team = [_("Teams of {size}", size=settings.team)] if settings.team > 1 else []
    return [*lines, *team, *_check_in(settings), *_doors(settings)]


def facts(view: TournamentView) -> list[str]:
    """Return what was announced, a line each."""
    record, settings = view.record, view.settings
    lines = [
        f"{view.title} · {_(FORMATS[record.format])}",
        _("Pace: {pace}", pace=clock_words(settings.pace)),
        *filter(None, [late_words(with_late(settings.pace, settings.time_up))]),
        _length(view),
        _entrants(settings),
    ]
    lines += pairing_facts(view)
    if settings.team > 1:
        lines.append(_("Teams of {size}", size=settings.team))
    if settings.limit_days:
        rule = _(OVERRUNS[settings.overrun])
        lines.append(
            _(
                "A match that takes longer than {time} is decided as follows: {rule}; absences stop the clocks "
                "but not this limit",
                time=span(settings.limit_days * 86400),
                rule=rule,
            )
        )
    lines += _entry(view)
    if settings.strikes:
        lines.append(_("Eliminated after losing {n, plural, one {# seat} other {# seats}} on time", n=settings.strikes))
    lines += _no_shows(view)
    if record.format in TREES or (record.format is Format.ROUND_ROBIN and settings.finals > 1):
        lines.append(_("In the knockout, the higher seed advances from a tied match"))
        lines.append(_("A ruling changes who advances, unless a later match was already played because of the result"))
    if view.standings.breaks or settings.tie_breaks(record.format):
        names = ", ".join(words_for(None)(rule_words(rule)) for rule in settings.tie_breaks(record.format))
        lines.append(_("Ties: {rules}", rules=names))
    return [*lines, *_limits(settings), *terms(view)]


def name_of(game: str, format: Format) -> str:
    """Return how a tournament of a game is called if its organizer gives it no name."""
    return f"{game} ({_(FORMATS[format])})"


def _entrants(settings: TournamentSettings) -> str:
    """How many can take part."""
    if settings.least == settings.most:
        return _("{n, plural, one {# entrant} other {# entrants}}", n=settings.most)
    return _("{least} to {most} entrants", least=settings.least, most=settings.most)


def _no_shows(view: TournamentView) -> list[str]:
    """What becomes of matches to which nobody comes, and of who never comes."""
    never = {
        Format.LADDER: _("If no one makes a move in a match, the ladder stays as it is"),
        Format.KNOCKOUT: _("If no one makes a move in a match, no one advances from it"),
        Format.DOUBLE_KNOCKOUT: _("If no one makes a move in a match, both entrants are eliminated"),
    }
    scores = _("If no one makes a move in a match, no one scores")
    if view.record.format is Format.ROUND_ROBIN and view.settings.finals > 1:
        scores = _("If no one makes a move in a match, no one scores; in the knockout, no one advances from it")
    return [never.get(view.record.format, scores), _("Entrants who withdrew or lost every match on time can't win")]


def _length(view: TournamentView) -> str:
    settings = view.settings
    match view.record.format:
        case Format.SWISS | Format.TABLES:
            return _("{n, plural, one {# round} other {# rounds}}", n=settings.rounds)
        case Format.FREE_SWISS | Format.LADDER:
            return _("{n, plural, one {# match} other {# matches}} each", n=settings.rounds)
        case Format.ROUND_ROBIN:
            if settings.finals > 1:
                return _(
                    "Groups of about {size}; the best {count} advance to a knockout",
                    size=settings.group,
                    count=settings.finals,
                )
            return _("Groups of about {size}", size=settings.group)
        case _:
            return _("Until one entrant is left")


def _entry(view: TournamentView) -> list[str]:
    """How one gets in: check-in, late entry; what a bye counts, how many matches there are at once."""
    settings = view.settings
    lines = _check_in(settings)
    if settings.late_rounds and view.record.format in LATE:
        lines.append(
            _("Open to new entrants at any time")
            if view.record.format is Format.LADDER
            else _("Open to late entrants for {n, plural, one {# round} other {# rounds}}", n=settings.late_rounds)
        )
    if view.record.format in (Format.SWISS, Format.FREE_SWISS, Format.TABLES) and settings.bye != WIN:
        lines.append(_("A bye counts as {points}", points=write_points(settings.bye)))
    if not settings.at_once:
        lines.append(_("All matches of a group start at the same time"))
    if settings.at_once > 1:
        lines.append(_("Up to {n} matches per entrant at the same time", n=settings.at_once))
    return lines


def _check_in(settings: TournamentSettings) -> list[str]:
    """When those who signed up have to say that they are there, if they have to."""
    hours = settings.check_in
    return [_("Check-in opens {time} before the start", time=span(hours * 3600))] if hours else []


def _limits(settings: TournamentSettings) -> list[str]:
    rated = _("Rated; resigning, being replaced or losing on time counts as last; a substitute can only gain")
    return [*_doors(settings), rated if settings.rated else _("Not rated")]


def _doors(settings: TournamentSettings) -> list[str]:
    """Who alone can enter."""
    lines = []
    if settings.role is not None:
        lines.append(_("For members with the role <@&{role}>", role=settings.role))
    if settings.rating_from is not None or settings.rating_to is not None:
        low, high = settings.rating_from or "…", settings.rating_to or "…"
        lines.append(_("For ratings from {low} to {high}", low=low, high=high))
    if settings.reliability:
        lines.append(_("For players who make {percent} of their turns on time", percent=percent(settings.reliability)))
    if settings.notices:
        lines.append(_("For players the bot can reach by direct message"))
    return lines


def state_words(view: TournamentView) -> str:
    """Return where the tournament stands in its life."""
    record, settings = view.record, view.settings
    if record.resumes is not None:
        return pause_words(record.resumes)
    match record.status:
        case TournamentStatus.OPEN if record.starts is not None:
            return _(
                "Sign up now. It starts {when} ({left}).", when=moment(record.starts, "f"), left=moment(record.starts)
            )
        case TournamentStatus.OPEN:
            return (
                _("Sign up now. It starts when it's full.")
                if settings.full
                else _("Sign up now. The organizer starts the tournament.")
            )
        case TournamentStatus.CHECK_IN:
            when = moment(record.starts, "R") if record.starts else ""
            return _("Check in now. It starts {when} with everyone who has.", when=when)
        case TournamentStatus.RUNNING:
            if record.format in (Format.FREE_SWISS, Format.LADDER):
                return _("Running.")
            return _round_words(view)
        case TournamentStatus.FINISHED:
            return sentence(view.end) if view.end else _("Finished.")
        case TournamentStatus.CANCELLED:
            return sentence(view.end) if view.end else _("Canceled.")


def _round_words(view: TournamentView) -> str:
    """Which round is being played: one of a knockout by its name, if it has one."""
    current = [
        each.in_round
        for each in view.pairings
        if each.in_round and (each.round == view.record.round or each.status not in OVER)
    ]
    named = {
        1: _("The final is being played."),
        2: _("The semifinals are being played."),
        4: _("The quarterfinals are being played."),
    }
    return named.get(min(current, default=0)) or _("Round {round} is being played.", round=view.record.round)


def entrant_lines(view: TournamentView) -> list[str]:
    """Return who takes part, a line each."""
    lines = []
    for entrant in view.entrants:
        if entrant.status is EntrantStatus.ABSENT:
            continue
        note = STATUSES.get(entrant.status)
        seed = " · " + _("seed {n}", n=entrant.seed) if entrant.seed else ""
        members = f" ({', '.join(map(escape_markdown, entrant.members))})" if view.settings.team > 1 else ""
        missing = view.settings.team - len(entrant.members) if entrant.status in SIGNED_UP else 0
        if missing > 0:
            members += " · " + _("{n, plural, one {# more is} other {# more are}} needed", n=missing)
        rating = write_rating(entrant.points, entrant.margin, provisional=entrant.provisional)
        lines.append(
            f"{entrant.number}\\. {entrant_name(entrant.name)}{members} · {rating}{seed}"
            + (f" · {_(note)}" if note else "")
        )
    return lines


def stand_lines(
    rows: Sequence[StandRow], *, most: int | None = None, group: str = "", is_over: bool = False
) -> list[str]:
    """Return lines of the standings with what decided between those who are even; they follow one of ``group``.

    Once all ``is_over``, a place in a knockout says enough of who was eliminated.
    """
    lines: list[str] = []
    for row in rows[:most]:
        if row.group != group:
            group = row.group
            lines.append(f"**{group_words(group)}**")
        place = "•" if row.undecided else f"{row.place}\\."
        line = f"{place} {entrant_name(row.name)} **{write_points(row.points)}** / {row.matches}"
        if row.byes:
            line += " · " + _("{n, plural, one {# bye} other {# byes}}", n=row.byes)
        note = _describe_status(row, is_over=is_over)
        lines.append(line + (f" · {note}" if note else ""))
        if row.why is not None:
            lines.append(f"-# {sentence(row.why)}")
    return lines


def _describe_status(row: StandRow, *, is_over: bool) -> str:
    """What a line of the standings says of an entrant beside place and points."""
    if row.undecided:
        return _("still in")
    told = (EntrantStatus.DROPPED,) if is_over else (EntrantStatus.DROPPED, EntrantStatus.OUT)
    return _(STATUSES[row.status]) if row.status in told else ""


def group_words(group: str) -> str:
    """Return what a group of the standings is called."""
    return _("Final") if group == "final" else _("Group {name}", name=group)


def tie_lines(view: TournamentView) -> list[str]:
    """Return what the tie-breaks mean."""
    return [f"-# {words_for(None)(rule_meaning(rule))}" for rule in view.standings.breaks]


def place_words(pairing: PairingView, *, short: bool = False) -> str:
    """Return what a pairing's place in the tournament is called; ``short``: the side of a tree is left out."""
    node = pairing.node
    if node == FINAL:
        return _("Final")
    if node == THIRD:
        return _("Match for third place")
    if node == AGAIN:
        return _("Second final")
    if node is not None:
        if node.part is TreePart.LOSERS and not short:
            return _("losers' bracket, round {round}", round=node.round)
        named = ROUNDS.get(pairing.in_round)
        return _(named) if named else _("round {round}", round=node.round)
    if pairing.group:
        return group_words(pairing.group)
    return _("round {round}", round=pairing.round)


def pairing_line(pairing: PairingView, guild: GuildId) -> str:
    """Return one pairing of a tournament of a server in a line."""
    names = " – ".join(entrant_name(name) for name in pairing.names)
    number = f" #{pairing.match}" if pairing.match else ""
    if pairing.game:
        names += " · " + _("game {n}", n=pairing.game)
    match pairing.status:
        case PairingStatus.BYE if pairing.ended == PairingEnd.REQUESTED:
            return _("{name} has a half-point bye", name=names)
        case PairingStatus.BYE:
            return _("{name} has a bye", name=names)
        case PairingStatus.WAITING:
            return _("{names} · not started yet", names=names)
        case PairingStatus.VOID:
            return _("{names} · not counted", names=f"{names}{number}") + _how(pairing)
        case PairingStatus.PLAYING:
            where = f" {way_to(Place(guild, pairing.thread), f'#{pairing.match}')}" if pairing.thread else number
            return f"{names} ·{where}{_describe_waiting(pairing)}"
        case PairingStatus.DONE:
            return f"{names}{number} · {result_words(pairing)}"


def result_words(pairing: PairingView) -> str:
    """Return how a pairing ended: totals by seat and who came first."""
    assert pairing.places is not None
    if pairing.ended == PairingEnd.ABSENT:
        return _("no one made a move, no one scores")
    if pairing.ended == PairingEnd.WALKOVER:
        return _("not played, {name} advances", name=entrant_name(pairing.names[pairing.places.index(1)]))
    totals = " : ".join(map(write_number, pairing.totals or ()))
    first = [entrant_name(name) for name, place in zip(pairing.names, pairing.places, strict=True) if place == 1]
    won = _("tie") if len(first) > 1 else _("{name} won", name=first[0])
    return f"{totals} · {won}{_how(pairing)}"


def _how(pairing: PairingView) -> str:
    """How the result came about, if it was not simply played out."""
    return f" · {_(CAME[pairing.ended])}" if pairing.ended in CAME else ""


def _describe_waiting(pairing: PairingView) -> str:
    if not pairing.waiting:
        return ""
    names = join_list(map(entrant_name, pairing.waiting))
    if pairing.since is None:
        return " · " + _("waiting for {names}", names=names)
    since = moment(pairing.since, "f")
    ends = min((each for each in (pairing.until, pairing.due) if each is not None), default=None)
    if ends is None:
        return " · " + _("waiting for {names} since {since}", names=names, since=since)
    until = moment(ends)
    return " · " + _("waiting for {names} since {since}, deadline {until}", names=names, since=since, until=until)
