"""Tournaments seen through a simulated server: opened, entered by command and button, played to the end."""

from pathlib import Path

import discord
import pytest

from bot.app.match.paces import Late
from bot.edge.commands.tournament.disputes import read_places
from bot.edge.interactions.responder import Sentence
from bot.edge.tournaments.formatting import entrant_lines
from bot.edge.tournaments.wizard import Draft, wizard_post
from db.ids import TournamentId
from db.tournaments.records import EntrantStatus, Format
from tests.app.brainy import BRAINY
from tests.edge.payloads import faults_of, faults_of_modal
from tests.edge.table import NAMES, Table, controls, said, sit_down
from tests.games.tiny import TINY

GAMES = {**TINY, BRAINY.spec.key: BRAINY}


def test_the_sheet_of_a_new_event_is_taken_by_discord() -> None:
    """
    For every format; all that is chosen stands in custom ids of at most 100 characters.
    """
    for format in Format:
        draft = Draft(game="brainy").change("format", format, BRAINY).change("most", "500", BRAINY)

        assert [] == faults_of(wizard_post(draft, BRAINY))
        assert draft == Draft.read(draft.write())


def test_places_are_read() -> None:
    """
    By seat, or none.
    """
    assert (1, 2, 2) == read_places("1, 2,2")
    assert () == read_places("none")
    with pytest.raises(Sentence):
        read_places("first")


STAFF = len(NAMES)
"""The seat of a member who may manage the server."""


def _with_organizer(table: Table) -> None:
    """Let Gerda, who comes in for Anna, manage tournaments, and a seventh member the server."""
    organizers = table.guild.create_role("organizers", permissions=discord.Permissions(manage_events=True))
    table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[organizers])
    staff = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    table.members.append(table.guild.add_member(table.env.create_user("sam"), roles=[staff]))


async def test_a_tournament_from_sign_up_to_trophy(tmp_path: Path) -> None:
    """
    Opened by command, entered by the card's button and by command, played by computer players to its end.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        none = await table.slash(2, "tournament standings")
        builder = await table.slash(0, "tournament create", game="brainy")
        made = await table.slash(
            0, "tournament create", game="brainy", format="swiss", name="Cup", rounds=2, pace="none"
        )
        changed = await table.slash(0, "tournament change", ties="wins, buchholz", strikes=3, bye="draw")
        nothing = await table.slash(0, "tournament change")
        unknown = await table.slash(0, "tournament change", ties="luck")
        appeals = await table.slash(2, "tournament appeals")
        await table.press(1, "event")
        for _ in range(4):
            await table.slash(0, "tournament computer", level="easy")
        await table.slash(1, "tournament leave")
        refused = await table.slash(2, "tournament start")
        await table.slash(0, "tournament start")
        for _ in range(40):
            await table.application.services.tournament_runner.work()
            await table.work()
        shown = await table.slash(2, "tournament show")
        standings = await table.slash(2, "tournament standings", tournament="1")
        pairings = await table.slash(2, "tournament pairings", tournament="1")
        organize = await table.slash(0, "tournament organize", tournament="1")
        listed = await table.slash(2, "tournament list")
        file = await table.slash(2, "tournament export", tournament="1", form="trf")
        table.clean()

    assert "There are no tournaments here yet" in none
    assert all(words in builder for words in ("a new tournament", "-# Seeding", "-# Half-point byes"))
    assert "Cup is open" in made
    assert all(name in changed for name in ("tie-breaks", "seats lost on time", "points for a bye"))
    assert "Choose at least one option" in nothing
    assert "isn't a list of tie-breaks" in unknown
    assert "Buchholz (`buchholz`)" in unknown
    assert "manage the server" in appeals
    assert "Only the organizer" in refused
    assert "Cup is over. The winner" in shown
    assert r"1\. Computer" in standings
    assert "Round 2" in pairings
    assert "No matches are being played" in organize
    assert "Cup · Swiss, by rounds · finished" in listed
    assert "as a file" in file


async def test_an_event_says_the_days_that_follow_from_its_game_and_seats_and_what_is_usual_for_no_shows(
    tmp_path: Path,
) -> None:
    """
    By command as by the sheet, and 0 turns it off.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="brainy", format="tables", seats=3, name="Six weeks")
        usual = (await table.application.services.tournaments.view(TournamentId(1))).settings
        await table.slash(0, "tournament create", game="brainy", format="tables", seats=3, limit=0, timeup="move")
        never = (await table.application.services.tournaments.view(TournamentId(2))).settings
        clockless = await table.slash(0, "tournament create", game="brainy", format="swiss", pace="none", timeup="move")
        shown = await table.slash(0, "tournament show", tournament="1")
    builder = Draft(game="brainy").change("format", "tables", BRAINY).change("seats", "3", BRAINY).wish(BRAINY)

    assert (45, 0, 45) == (usual.limit_days, never.limit_days, builder.settings.limit_days)
    assert (Late.TWICE, Late.MOVE, Late.TWICE) == (usual.time_up, never.time_up, builder.settings.time_up)
    assert "Without a clock, no one can run out of time" in clockless
    assert "When time runs out: the seat is lost at the second missed turn in a row" in shown
    assert "If no one makes a move in a match, no one scores" in shown
    assert "Entrants who withdrew or lost every match on time can't win" in shown


async def test_results_are_set_and_events_called_off_by_who_may(tmp_path: Path) -> None:
    """
    The organizer sets a result with a reason; strangers neither appeal nor call off; what cannot be read is told.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="brainy", format="swiss", rounds=1, least=2, pace="none")
        for _ in range(2):
            await table.slash(0, "tournament computer", level="easy")
        await table.slash(0, "tournament start")
        for _ in range(20):
            await table.application.services.tournament_runner.work()
            await table.work()
        stranger = await table.slash(2, "tournament report", match="1", why="unfair")
        unread = await table.slash(0, "tournament report", match="1", why="agreed", places="first")
        ruled = await table.slash(0, "tournament report", match="1", why="agreed on a draw", places="1,1")
        too_late = await table.slash(0, "tournament extend", match="1", days=3)
        unknown_appeal = await table.slash(0, "tournament answer", appeal=9, why="no")
        not_opened = await table.slash(3, "tournament create", game="brainy", format="ladder", name="Steps")
        forbidden = await table.slash(3, "settings", tournaments="anybody")
        settings = await table.slash(STAFF, "settings", tournaments="anybody")
        await table.slash(3, "tournament create", game="brainy", format="ladder", name="Steps")
        not_yours = await table.slash(2, "tournament cancel")
        off = await table.slash(3, "tournament cancel")
        await table.work()
        posted = "\n".join(table.texts())
        table.clean()

    assert "can open a tournament here" in not_opened
    assert "Only people who can manage" in forbidden
    assert "Anyone can open tournaments." in settings
    assert "⚠️" in stranger
    assert "can't be read" in unread
    assert "#1" in ruled
    assert "⚠️" not in ruled
    assert "Match #1 is over" in too_late
    assert "⚠️" in unknown_appeal
    assert "Only the organizer" in not_yours
    assert "Steps" in off
    assert "Steps was canceled." in posted
    assert "### Brainy #1 · Brainy (Swiss, by rounds)" in posted


async def test_a_role_may_be_asked_for_and_no_longer(tmp_path: Path) -> None:
    """
    Without the role one is refused with a sentence; @everyone in its place takes the condition away.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        club = table.guild.create_role("club", permissions=discord.Permissions())
        await table.slash(0, "tournament create", game="brainy", format="ladder", name="Steps", role=club)
        refused = await table.slash(2, "tournament join")
        await table.slash(0, "tournament change", role=table.guild.default_role)
        let_in = await table.slash(2, "tournament join")
        table.clean()

    assert "⚠️" in refused
    assert "⚠️" not in let_in


async def test_a_new_event_is_opened_with_name_and_date_from_its_sheet(tmp_path: Path) -> None:
    """
    The second button of the sheet opens a form; a date that cannot be read is told, and nothing is opened.

    What opens takes the place of the sheet: nothing is left with which a second one could be opened by mistake.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        host = table.members[0]
        builder = await host.slash(table.channel, "tournament create", game="brainy")
        assert builder.response is not None
        ids = (each["custom_id"] for each in controls(builder.response.components))
        opens = next(each for each in ids if "|new-event|" in each)

        async def filled(**typed: str) -> str:
            assert builder.response is not None
            form = await host.click(builder.response, custom_id=opens)
            faults.extend(faults_of_modal(form.modal or {}))
            forms.append(str(form.modal))
            return said(await host.submit_modal(form, typed))

        faults: list[str] = []
        forms: list[str] = []
        unread = await filled(name="Winter", starts="soonish")
        odd = await filled(name="Winter", least="few")
        none = await table.slash(0, "tournament list")
        kept = said(builder)
        made = await filled(name="Winter", starts="3 days", least="2", limit="9")
        left = list(controls(builder.response.components))
        await table.work()
        facts = await table.slash(1, "tournament show")
        table.clean()

    assert [] == faults
    assert "⚠️" in unread
    assert "isn't a whole number" in odd
    assert "There are no tournaments here" in none
    assert "a new tournament" in kept
    assert "isn't a whole number" in kept
    assert "Winter is open" in made
    assert [] == left
    assert "18:00” in UTC" in forms[0]
    assert "Sign up now. It starts <t:" in facts
    assert "2 to 32 entrants" in facts
    assert "longer than 9 days" in facts


async def test_nothing_typed_for_a_tournament_is_dropped_silently(tmp_path: Path) -> None:
    """
    Beside the game alone there is a form; whatever else is typed needs a format, which is said. Names end in no colon.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        refused = await table.slash(0, "tournament create", game="brainy", name="Winter")
        timed = await table.slash(0, "tournament create", game="brainy", starts="2 hours")
        none = await table.slash(0, "tournament list")
        unnamed = await table.slash(0, "tournament create", game="brainy", format="swiss")
        table.clean()

    assert "Choose a `format:`, too" in refused
    assert "Choose a `format:`, too" in timed
    assert "There are no tournaments here" in none
    assert "Brainy (Swiss, by rounds) is open" in unnamed


async def test_a_team_is_named_in_a_form(tmp_path: Path) -> None:
    """
    The card's button asks for the name; who is still needed stands on the card.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        await table.slash(0, "tournament create", game="brainy", format="swiss", name="Crews", team=2, least=2)
        card = table.newest("event")
        form = await table.members[1].click(card, custom_id="lt|team|0||1|")
        faults = faults_of_modal(form.modal or {})
        founded = await table.members[1].submit_modal(form, {"team": "Reds"})
        await table.work()
        alone = await table.slash(2, "tournament show")
        joined = await table.slash(2, "tournament join", team="reds")
        whole = await table.slash(2, "tournament show")
        table.clean()

    assert [] == faults
    assert "The team Reds is signed up" in said(founded)
    assert "1 more is needed" in alone
    assert "You play for Reds" in joined
    assert "more is needed" not in whole


async def test_a_start_during_check_in_asks_with_buttons(tmp_path: Path) -> None:
    """
    The answer names who signed up before it and is missing; a button starts without them, once.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        _with_organizer(table)
        given = {"game": "brainy", "format": "swiss", "name": "Cup", "pace": "none", "least": 2}
        await table.slash(0, "tournament create", starts="2 hours", checkin=48, **given)
        for seat in (1, 2):
            await table.slash(seat, "tournament join")
        for _ in range(2):
            await table.slash(0, "tournament computer", level="easy")
        await table.application.services.tournament_runner.work()
        host = table.members[0]
        asked = await host.slash(table.channel, "tournament start")
        assert asked.response is not None
        ids = [each["custom_id"] for each in controls(asked.response.components)]
        begun = await host.click(asked.response, custom_id=ids[0])
        await table.work()
        again = await host.click(asked.response, custom_id=ids[1])
        view = await table.application.services.tournaments.view(TournamentId(1))

    assert "Not checked in yet for Cup: Bram. Wait until" in said(asked)
    assert 2 == len(ids)
    assert "Cup is starting" in said(begun)
    assert "already started" in said(again)
    assert [EntrantStatus.ABSENT, EntrantStatus.PLAYING] == [each.status for each in view.entrants[:2]]
    shown = [entrant for entrant in view.entrants if entrant.status is not EntrantStatus.ABSENT]
    assert [f"{each.number}\\" for each in shown] == [line.split(".")[0] for line in entrant_lines(view)]
