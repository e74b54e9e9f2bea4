"""What organizers and players settle about pairings, by command and button."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import discord
import pytest
from msgspec.structs import replace

from bot.app.tournaments.settings import Seeding
from bot.edge.commands.tournament.arrange import read_order
from bot.edge.interactions.responder import Sentence
from bot.edge.messages.custom_ids import revision
from bot.edge.tournaments.announced import CHOICES, write_value
from bot.edge.tournaments.formatting import facts
from bot.edge.tournaments.wizard import Draft, wizard_post
from db.tournaments.records import Format
from tests.app.brainy import BRAINY
from tests.edge.messages.test_tournament_posts import looked
from tests.edge.payloads import faults_of
from tests.edge.table import sit_down
from tests.games.tiny import TINY

GAMES = {**TINY, BRAINY.spec.key: BRAINY}


def test_an_order_is_read() -> None:
    """
    Numbers by commas or spaces; anything else gets a sentence.
    """
    assert (3, 1, 7) == read_order("3, 1 7,")
    for typed in ("", "first", "3;1", "1" * 7):
        with pytest.raises(Sentence):
            read_order(typed)


def test_the_sheet_offers_what_a_format_has_a_place_for() -> None:
    """
    A choice is kept from format to format as long as it fits, and dropped where it does not.
    """
    draft = Draft(game="brainy").change("half_byes", "2", BRAINY).change("seeding", "random", BRAINY)
    tree = draft.change("format", "knockout", BRAINY)
    free = draft.change("format", "free-swiss", BRAINY)

    assert (2, Seeding.RANDOM) == (draft.wish(BRAINY).settings.half_byes, draft.wish(BRAINY).settings.seeding)
    assert (0, Seeding.RANDOM) == (tree.half_byes, tree.seeding)
    assert Seeding.RATING is free.seeding


@pytest.mark.parametrize("format", Format)
def test_the_longest_sheet_has_room_in_its_custom_ids(format: Format) -> None:
    """
    With the longest name of a game, every choice at its longest, in the answer to an interaction of years to come.
    """
    game = SimpleNamespace(spec=replace(BRAINY.spec, key="walnut_grove"), bots=BRAINY.bots)
    draft = Draft(game="walnut_grove", rounds=15, most=500, full=True).change("format", format, BRAINY)
    for _name, field, values in CHOICES:
        draft = draft.change(field, write_value([*values][-1]), BRAINY)
    token = revision.set(2**63)
    faults = faults_of(wizard_post(draft.drop_unfit(), game))  # type: ignore[arg-type]  # all that the sheet asks for
    revision.reset(token)

    assert [] == faults
    assert draft == Draft.read(draft.write())
    for damaged in ("brainy", draft.write() + ",1", draft.write().replace(",15,", ",x,"), "brainy,99,2"):
        with pytest.raises(ValueError, match=r"brainy|walnut"):
            Draft.read(damaged)


def test_each_choice_is_announced() -> None:
    """
    Every choice that is not as usual adds or changes a line of the facts.
    """
    view = looked(Format.SWISS, 4)
    for _name, field, values in CHOICES:
        settings = [replace(view.settings, **{field: value}) for value in values]
        lines = {tuple(facts(replace(view, settings=each))) for each in settings}

        assert len(values) == len(lines)


async def test_seeds_byes_and_who_is_kept_apart(tmp_path: Path) -> None:
    """
    The organizer sets seeds and keeps two apart; a player asks for a bye by the card and takes it back by command.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        organizers = table.guild.create_role("organizers", permissions=discord.Permissions(manage_events=True))
        table.members[0] = table.guild.add_member(table.env.create_user("gerda"), roles=[organizers])
        await table.slash(0, "tournament create", game="brainy", format="swiss", name="Cup", rounds=3, pace="none")
        await table.slash(0, "tournament change", setting="halfbyes", value="1")
        for seat in (1, 2):
            await table.slash(seat, "tournament join")
        await table.slash(0, "tournament computer", level="easy")
        await table.slash(0, "tournament computer", level="easy")
        seeded = await table.slash(0, "tournament seed", order="2,1")
        refused = await table.slash(1, "tournament seed", order="1")
        apart = await table.slash(0, "tournament apart", entrant="1", other="2")
        kept = await table.slash(0, "tournament show")
        await table.slash(0, "tournament apart", entrant="1", other="2", back=True)
        await table.slash(0, "tournament start")
        table.stop_clock(minutes=1)
        await table.work()
        card = table.newest("event")
        parts = discord.ui.LayoutView.from_message(card).walk_children()
        (ask,) = [
            each.custom_id for each in parts if isinstance(each, discord.ui.Button) and each.label == "Half-point bye"
        ]
        await table.members[1].click(card, custom_id=ask or "")
        asked = await table.slash(1, "tournament bye")
        back = await table.slash(1, "tournament bye", back=True, round=2)
        shown = await table.slash(1, "tournament show")
        table.clean()

    assert "seeding" in seeded
    assert "Only the organizer" in refused
    assert "aren't paired with each other unless" in apart
    assert "Kept apart unless there's no other way: " in kept
    assert "You've already asked for a bye in round 2" in asked
    assert "after all" in back
    assert "1 half-point bye each" in shown
    assert "seed 1" in shown
