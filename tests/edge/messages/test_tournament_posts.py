"""Messages about tournaments, held against Discord with the longest names and the most entrants there may be."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.tournaments.formats.brackets import count_in_round
from bot.app.tournaments.formats.round_news import MOST_PAIRS
from bot.app.tournaments.formats.standings import standings
from bot.app.tournaments.model import Tournament
from bot.app.tournaments.records import EntrantView, PairingView, TournamentLine, TournamentView
from bot.app.tournaments.settings import TournamentSettings
from bot.app.tournaments.views import find_coming
from bot.edge import limits
from bot.edge.delivery.fallbacks import without_extras
from bot.edge.imaging.render_pool import RenderPool
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.formatting import words_for
from bot.edge.tournaments.charts import charts_of
from bot.edge.tournaments.formatting import facts, pairing_line, sentence, state_words, summary
from bot.edge.tournaments.posts import (
    entrants_post,
    list_post,
    organizer_post,
    pairings_post,
    show_post,
    stand_pages,
    standings_post,
    tournament_card,
)
from bot.edge.words import escape_markdown
from db.ids import AppealId, ChannelId, GuildId, MatchId, TournamentId, UserId
from db.ratings.records import AppealRecord, AppealState
from db.tournaments.records import Format, NodeKey, PairingEnd, PairingRecord, PairingStatus, TournamentStatus, TreePart
from games.core.text import lines, say, say_name
from render.charts.drawing import draw
from render.charts.orders import Grid, Tree
from tests.app.tournaments.simulated import START, Simulation, tournament
from tests.edge.payloads import components_of, faults_of, texts

LONG = "*_`~|<@1>" * 8
"""A name of markdown, which grows when it is made safe."""


def begun(format: Format, count: int) -> TournamentView:
    """Return a knockout whose first round is paired."""
    view = looked(format, count, name="P")
    run = Simulation(tournament(format, count, view.settings))
    run.step()
    known = run.tournament.with_entrants([replace(each, name=f"P{each.number}") for each in run.tournament.entrants])
    names = {each.number: each.name for each in known.entrants}
    rows = tuple(_look(known, row, {number: names[number] for number in row.entrants}) for row in known.pairings)
    return replace(view, record=known.record, pairings=rows, coming=find_coming(known))


def looked(format: Format, count: int, *, rounds: int = 3, name: str = LONG[:32], team: int = 1) -> TournamentView:
    """Return a tournament of so many entrants with long names as it stands after its rounds, the last under way."""
    settings = TournamentSettings(
        most=500, least=2, rounds=rounds, seats=4 if format is Format.TABLES else 2, team=team
    )
    run = Simulation(tournament(format, count, settings))
    run.step()
    for _ in range(rounds - 1 if format in (Format.SWISS, Format.TABLES) else 12):
        if run.tournament.alive and run.playing():
            run.finish_some(10_000)
    known = run.tournament
    entrants = [replace(each, name=f"{name[: 32 - len(str(each.number))]}{each.number}") for each in known.entrants]
    known = known.with_entrants(entrants)
    known = replace(known, record=replace(known.record, name=LONG[:60], host=UserId(7)))
    by_number = {each.number: each for each in entrants}
    return TournamentView(
        record=known.record,
        settings=settings,
        title="Walnut Grove",
        entrants=tuple(
            EntrantView(
                number=each.number,
                name=each.name,
                status=each.status,
                points=1500,
                margin=1000,
                provisional=True,
                users=(UserId(each.number),),
                members=(each.name,) * team,
            )
            for each in entrants
        ),
        pairings=tuple(
            _look(known, row, {number: by_number[number].name for number in row.entrants}) for row in known.pairings
        ),
        standings=standings(known),
        log=tuple((START, say("app.tournament_dropped", name=LONG)) for _ in range(20)),
        appeals=tuple(_appeal(number) for number in range(1, 20)),
    )


def _look(tournament: Tournament, row: PairingRecord, names: dict[int, str]) -> PairingView:
    playing = row.status is PairingStatus.PLAYING
    by_seat = tuple(names[number] for number in row.entrants)
    return PairingView(
        number=row.number,
        board=row.board,
        round=row.round,
        group=row.group,
        node=row.node,
        entrants=row.entrants,
        names=by_seat,
        status=row.status,
        match=MatchId(10**9 + row.number),
        places=row.places,
        totals=row.totals,
        ended=row.ended or "",
        due=row.due,
        waiting=by_seat if playing else (),
        since=START + timedelta(hours=row.number) if playing else None,
        thread=ChannelId(10**18) if playing else None,
        in_round=count_in_round(tournament, row.node),
    )


def _appeal(number: int) -> AppealRecord:
    return AppealRecord(
        id=AppealId(number),
        match=MatchId(number),
        tournament=TournamentId(1),
        guild=GuildId(1),
        user=UserId(1),
        words="word " * 200,
        at=START,
        state=AppealState.OPEN,
        by=None,
        answer=None,
        closed=None,
    )


def _posts(view: TournamentView, pages: int) -> dict[str, Post]:
    drawings = [draw(chart) for chart in charts_of(view)]
    found = {
        "card": tournament_card(view, drawings, marker=10**9),
        "show": show_post(view, drawings),
        "organize": organizer_post(view, runs=True),
    }
    for page in range(pages):
        found[f"standings {page}"] = standings_post(view, drawings, page=page)
        found[f"pairings {page}"] = pairings_post(view, page=page)
        found[f"entrants {page}"] = entrants_post(view, page=page)
        found[f"organize {page}"] = organizer_post(view, runs=True, page=page)
    return found


@pytest.mark.parametrize(
    ("format", "count"),
    [
        (Format.SWISS, 500),
        (Format.TABLES, 100),
        (Format.ROUND_ROBIN, 40),
        (Format.KNOCKOUT, 64),
        (Format.DOUBLE_KNOCKOUT, 40),
        (Format.LADDER, 30),
    ],
)
def test_all_posts_of_an_event_are_taken_by_discord(format: Format, count: int) -> None:
    """With names of markdown as long as may be, in every state of a tournament."""
    view = looked(format, count)
    faults = {name: found for name, post in _posts(view, 4).items() if (found := faults_of(post))}
    states = [replace(view, record=replace(view.record, status=status)) for status in TournamentStatus]

    assert {} == faults
    assert [] == [fault for each in states for fault in faults_of(tournament_card(each, ()))]


def test_every_entrant_of_500_stands_on_one_page_of_each_list() -> None:
    """Turning the pages shows all of them, each once; nothing is cut."""
    view = looked(Format.SWISS, 500, name="Player ")
    pages = stand_pages(view)
    said = [texts(components_of(standings_post(view, (), page=page))) for page in range(len(pages))]
    names = {each.name for each in view.entrants}
    listed = "\n".join(texts(components_of(entrants_post(view, page=page))) for page in range(60))
    paired = "\n".join(texts(components_of(pairings_post(view, page=page))) for page in range(90))

    assert 500 == sum(map(len, pages))
    assert [] == [
        row.name for rows, words in zip(pages, said, strict=True) for row in rows if f". {row.name} **" not in words
    ]
    assert [] == [name for name in names if name not in listed]
    assert [] == [name for name in names if name not in paired]


def test_pictures_say_in_words_what_they_show() -> None:
    """A table for a page of the standings, a tree for each side of a knockout, in as many pictures as they take."""
    grids = charts_of(looked(Format.SWISS, 50))
    trees = charts_of(looked(Format.DOUBLE_KNOCKOUT, 16))

    assert [10, 10] == [len(grid.rows) for grid in grids if isinstance(grid, Grid)]
    assert [True, False] == [bool(grid.title) for grid in grids]
    assert all(row[1] in grid.alt for grid in grids if isinstance(grid, Grid) for row in grid.rows)
    assert all(isinstance(tree, Tree) for tree in trees)
    assert ["losers" in tree.alt for tree in trees].count(True) == 1


@pytest.mark.parametrize("count", [8, 16, 64])
@pytest.mark.parametrize("name", ["P", LONG[:32]])
def test_a_tree_has_room_in_its_pictures(count: int, name: str) -> None:
    """At most two pictures, none with more than eight places; every match stands in one of them, and in its words."""
    view = looked(Format.KNOCKOUT, count, name=name)
    trees = [tree for tree in charts_of(view) if isinstance(tree, Tree)]
    found = [box for tree in trees for boxes in tree.rounds for box in boxes]

    assert 1 <= len(trees) <= 2
    assert max(count for tree in trees for count in tree.slots) <= 8
    assert len(found) == len({(box.first, box.second) for box in found})
    assert all(box.first in tree.alt for tree in trees for boxes in tree.rounds for box in boxes)


def test_long_names_take_the_room_of_fewer_rounds() -> None:
    """Four rounds of short names stand side by side; of long ones two, in two pictures, since nothing is cut there."""
    short, long = (charts_of(looked(Format.KNOCKOUT, 16, name=name)) for name in ("P", "x" * 32))

    assert [4] == [len(tree.rounds) for tree in short if isinstance(tree, Tree)]
    assert [2, 2] == [len(tree.rounds) for tree in long if isinstance(tree, Tree)]


async def test_the_pictures_of_an_event_are_told_apart() -> None:
    """Each has a file of its own; where Discord takes no second one only the first stands there."""
    view = looked(Format.SWISS, 50)
    post = tournament_card(view, await RenderPool(0).charts(charts_of(view)))
    less = without_extras(post)

    assert ["standings-1.png", "standings-2.png"] == [each.name for each in post.attachments]
    assert less is not None
    assert ["standings-1.png"] == [each.name for each in less.attachments]


def test_a_tree_shows_what_is_still_to_come() -> None:
    """From the first round on: the boxes of later rounds, in them those who are through."""
    (tree,) = charts_of(begun(Format.KNOCKOUT, 6))
    (winners,) = charts_of(begun(Format.DOUBLE_KNOCKOUT, 4))
    assert isinstance(tree, Tree)
    assert isinstance(winners, Tree)

    assert [2, 2, 1] == [len(boxes) for boxes in tree.rounds]
    assert ("Semifinals", "Final") == tree.heads[1:]
    assert [("P1", "?"), ("P2", "?")] == [(box.first, box.second) for box in tree.rounds[1]]
    assert [("?", "?")] == [(box.first, box.second) for box in tree.rounds[2]]
    assert [2, 1, 1] == [len(boxes) for boxes in winners.rounds]


@pytest.mark.parametrize(
    ("format", "count", "now", "head"),
    [
        (Format.KNOCKOUT, 2, "The final is", "Final"),
        (Format.KNOCKOUT, 3, "The semifinals are", "Semifinals"),
        (Format.KNOCKOUT, 8, "The quarterfinals are", "Quarterfinals"),
        (Format.KNOCKOUT, 16, "Round 1 is", "Round 1"),
        (Format.DOUBLE_KNOCKOUT, 4, "Round 1 is", "Round 1"),
    ],
)
def test_the_last_rounds_of_a_knockout_have_names(format: Format, count: int, now: str, head: str) -> None:
    """On the card, in the list of pairings and above the columns of the tree."""
    view = begun(format, count)
    tree = charts_of(view)[0]
    assert isinstance(tree, Tree)

    assert state_words(view) == f"{now} being played."
    assert f"**{head}**" in texts(components_of(pairings_post(view)))
    assert head == tree.heads[0]


def test_those_still_in_a_knockout_have_no_place_yet() -> None:
    """
    The card and the standings say who is still in it and who is out. Once it is over, everybody has a place.
    """
    view = looked(Format.KNOCKOUT, 4, name="P")
    run = Simulation(tournament(Format.KNOCKOUT, 4, view.settings))
    run.step()
    run.finish_some(1)
    running = replace(view, record=run.tournament.record, standings=standings(run.tournament))
    now = texts(components_of(tournament_card(running, ())))
    over = texts(components_of(tournament_card(view, ())))

    assert (3, 1) == (now.count(" · still in"), now.count(" · eliminated"))
    assert [line[:2] for line in now.splitlines() if " · still in" in line] == ["• "] * 3
    assert r"1\." not in now
    assert (1, 1, 2) == tuple(over.count(rf"{place}\. ") for place in (1, 2, 3))
    assert "eliminated" not in over


def test_names_in_sentences_of_a_ruling_are_made_safe_once() -> None:
    """
    In the channel and in the log as in the private answer.
    """
    text = say("app.ruling_stopped", match=7, names=(say_name("**Al**"), say_name("<@1>")))

    assert (
        words_for(None)(text)
        == sentence(text)
        == f"Match #7 ({escape_markdown('**Al**')} and {escape_markdown('<@1>')}) was stopped and doesn't count."
    )


def test_a_stopped_final_is_not_in_the_tree() -> None:
    """
    After a ruling in a semifinal the place of the final is open again, for whoever goes on.
    """
    view = begun(Format.KNOCKOUT, 4)
    stopped = replace(
        view.pairings[0],
        number=3,
        node=NodeKey(TreePart.WINNERS, 2),
        status=PairingStatus.VOID,
        ended=PairingEnd.ANNULLED,
    )
    (tree,) = charts_of(replace(view, pairings=(*view.pairings, stopped)))
    assert isinstance(tree, Tree)

    assert [("?", "?")] == [(box.first, box.second) for box in tree.rounds[-1]]


def test_a_card_shows_who_takes_part_on_the_first_screen_of_a_phone() -> None:
    """
    What matters to those who may sign up takes up to six lines; the rest, such as tie-breaks, stands behind *Details*.
    """
    view = looked(Format.SWISS, 5)
    open_one = replace(view, record=replace(view.record, status=TournamentStatus.OPEN))
    components = components_of(tournament_card(open_one, ()))
    lines = texts(components).splitlines()
    buttons = [part["label"] for row in components[0]["components"] for part in row.get("components", ())]
    before = lines[: next(number for number, line in enumerate(lines) if "signed up" in line)]

    assert len(before) <= 8
    assert any(line.startswith("Pace: ") for line in before)
    assert "Ties:" not in texts(components)
    assert any(line.startswith("Ties:") for line in facts(view))
    assert {*summary(view)[1:]} <= {*facts(view)}
    assert "Details" in buttons


def test_a_card_without_entrants_says_so_and_names_one_number_once() -> None:
    """
    No “0 signed up”, and no “4 to 4 entrants”.
    """
    view = looked(Format.SWISS, 5)
    even = replace(view, settings=replace(view.settings, least=4, most=4), entrants=())
    new = texts(
        components_of(tournament_card(replace(even, record=replace(even.record, status=TournamentStatus.OPEN)), ()))
    )

    assert "No one has signed up yet." in new
    assert "0 signed up" not in new
    assert "\n4 entrants\n" in new


def test_who_sat_out_is_told_beside_the_points() -> None:
    """The points of a bye would else look like more than was played for; also how matches are rated is told."""
    view = looked(Format.SWISS, 5)
    words = texts(components_of(standings_post(view, ())))

    assert "1 bye" in words
    assert any("Rated; resigning" in line for line in facts(view))


def test_a_result_says_how_it_came_about() -> None:
    """
    If it was not simply played out; of what does not count, why.
    """
    row = looked(Format.SWISS, 4).pairings[0]
    done = replace(row, status=PairingStatus.DONE, places=(1, 2), totals=(7, 3))
    ends = {
        "played": "",
        "resigned": " · by resignation",
        "late": " · time ran out",
        "adjudicated": " · took too long",
        "staff": " · by a ruling",
    }
    for ended, words in ends.items():
        assert pairing_line(replace(done, ended=ended), GuildId(1)).endswith(
            f"7 : 3 · {escape_markdown(row.names[0])} won{words}"
        )
    void = replace(row, status=PairingStatus.VOID, ended="void")

    assert pairing_line(void, GuildId(1)).endswith(" · not counted · annulled by a ruling")


@pytest.mark.parametrize("format", [Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT, Format.SWISS])
def test_what_follows_an_even_match_of_a_tree_is_announced(format: Format) -> None:
    """
    It stands among the facts where there is a tree.
    """
    announced = [line for line in facts(looked(format, 4)) if "tied match" in line]

    assert (format is not Format.SWISS) == bool(announced)


def test_the_longest_message_of_a_round_can_be_sent() -> None:
    """
    Tables of six with the longest names: cut at the end, never refused by Discord. Names in it do nothing.
    """
    pair = say("app.tournament_table", names=("*" * 32,) * 6)
    post = plain(sentence(lines(say("app.tournament_round", tournament="*Cup*", round=1), *(pair,) * MOST_PAIRS)))

    assert [] == faults_of(post)
    assert r"\*Cup\*: round 1 is paired." in texts(components_of(post))


def test_appeals_and_the_nudge_are_for_who_runs_the_event() -> None:
    """Everybody may see who holds a round up; only the organizer and staff see what was objected to."""
    view = looked(Format.SWISS, 10)
    others, host = (organizer_post(view, runs=runs) for runs in (False, True))

    assert "Appeal 1" not in texts(components_of(others))
    assert "Appeal 1" in texts(components_of(host))
    assert "nudge" in _ids(host)
    assert "nudge" not in _ids(others)


def _ids(post: Post) -> str:
    def inner(parts: list[dict[str, Any]]) -> list[str]:
        return [found for part in parts for found in (str(part.get("custom_id")), *inner(part.get("components", [])))]

    return " ".join(inner(components_of(post)))


def test_a_list_of_events_is_taken_by_discord() -> None:
    """Twenty-five of them with the longest names."""
    line = TournamentLine(
        tournament=TournamentId(10**9),
        name=LONG[:60],
        game="grunn",
        format=Format.ROUND_ROBIN,
        status="running",
        entrants=500,
        channel=ChannelId(10**18),
    )

    assert [] == faults_of(list_post([line] * limits.CHOICES))


def test_the_card_says_that_an_event_pauses() -> None:
    """
    Until when, instead of where it stands otherwise.
    """
    view = looked(Format.SWISS, 4)
    paused = replace(view, record=replace(view.record, paused=START, resumes=START + timedelta(days=3)))

    assert "Round" in state_words(view)
    assert f"Paused until <t:{int((START + timedelta(days=3)).timestamp())}:f>" in state_words(paused)
    assert state_words(paused) in texts(components_of(tournament_card(paused, ())))


@pytest.mark.parametrize("format", Format)
def test_the_card_says_where_block_lists_change_nothing(format: Format) -> None:
    """
    In formats that leave no choice, whether anybody blocks anybody or not.
    """
    fixed = format in (Format.ROUND_ROBIN, Format.KNOCKOUT, Format.DOUBLE_KNOCKOUT)

    assert fixed == any("Block lists" in line for line in facts(looked(format, 4)))
