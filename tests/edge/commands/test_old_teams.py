"""A team of an earlier tournament signs up again, by buttons."""

from pathlib import Path

import discord

from tests.app.brainy import BRAINY
from tests.edge.payloads import faults_of_modal
from tests.edge.table import Table, controls, said, sit_down, words_in
from tests.games.tiny import TINY

GAMES = {**TINY, BRAINY.spec.key: BRAINY}
NAME = "Very Long Name of a Team by the Sea"


async def _play_once(table: Table) -> None:
    """Let two teams play a tournament to its end, in which the second resigns."""
    organizers = table.guild.create_role("organizers", permissions=discord.Permissions(manage_events=True))
    table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name="Gerda"), roles=[organizers])
    given = {"game": "brainy", "format": "swiss", "pace": "none", "least": 2, "team": 2}
    await table.slash(0, "tournament create", name="Crews", rounds=1, **given)
    for seat, team in ((1, NAME), (2, NAME), (3, "Blues"), (4, "Blues")):
        await table.slash(seat, "tournament join", team=team)
    await table.slash(0, "tournament start")
    for match, seat in ((1, 3), (2, 4)):
        await table.resign(seat, match)
    await table.application.services.tournament_runner.work()
    await table.work()
    await table.slash(0, "tournament create", name="Crews again", rounds=1, **given)


async def test_a_team_signs_up_again_by_buttons(tmp_path: Path) -> None:
    """
    The card offers it to who led it, with a label that is cut; the other player joins by the button of a private
    message, and who wants another team still gets the form.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        await _play_once(table)
        card = table.newest("event")
        offered = await table.members[1].click(card, custom_id="lt|team|0||2|")
        assert offered.response is not None
        parts = list(controls(offered.response.components))
        form = await table.members[1].click(offered.response, custom_id=parts[1]["custom_id"])
        founded = await table.members[1].click(offered.response, custom_id=parts[0]["custom_id"])
        await table.work()
        stranger = await table.slash(3, "tournament join", tournament="2", team=NAME)
        direct = table.members[2].user.dm_channel.history()
        notice = next(each for each in direct if "is signed up again" in words_in(each))
        joined = await table.members[2].user.click(notice, custom_id="lt|old-team|0||2|join:1")
        shown = await table.slash(2, "tournament show", tournament="2")
        table.clean()

    assert ["Sign up again: Very Long Name of…", "Another team"] == [each["label"] for each in parts]
    assert [] == faults_of_modal(form.modal or {})
    assert "is signed up again" in said(founded)
    assert "are kept for its earlier players" in stranger
    assert "Board 2 is kept for you" in words_in(notice)
    assert "on board 2" in said(joined)
    assert "more is needed" not in shown
