"""One rule for all places: nothing that cannot be seen of a person's words reaches Discord, a picture or a file."""

import json
from pathlib import Path

import discord
import pytest

from db.ids import MatchId, TournamentId
from games.core.input.visible import strip_invisible
from tests.app.brainy import BRAINY
from tests.edge.table import Table, sit_down
from tests.games.tiny import TINY

UNSEEN = "\u202e\u2066\u200b\u2069\u200f"
GAMES = {**TINY, BRAINY.spec.key: BRAINY}


def _dirty(words: str) -> str:
    return f"{words[:2]}{UNSEEN}{words[2:]}{UNSEEN}"


async def test_words_of_persons_show_only_what_can_be_seen(tmp_path: Path) -> None:
    """
    Names in cards, boards, pictures and sheets; names of tournaments and teams; notes, reasons, refusals, completions.
    """
    async with sit_down(tmp_path, games=GAMES, threads=True) as table:
        staff = table.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True, manage_events=True))
        names = ("anna", "bram")
        table.members[:2] = [
            table.guild.add_member(
                table.env.create_user(f"{name}2", global_name=_dirty(name.title())), roles=[staff] if at == 0 else []
            )
            for at, name in enumerate(names)
        ]
        await _play(table)
        await _hold_an_tournament(table)
        sent = [json.dumps(entry.json, ensure_ascii=False) for entry in table.env.http_requests if entry.json]
        match = MatchId(1)
        files = [
            (await table.application.services.files.sheet(match, None)).data.decode(),
            (await table.application.services.files.match_file(match, None)).data.decode(),
        ]
        view = await table.application.services.tournaments.view(TournamentId(1))
        shown = [name for render_request in table.shots for name in render_request.names]
        table.clean()

        assert any("Anna" in text for text in sent)
        assert ("Anna", "Bram") == table.shots[0].names
        assert "Cup of all" == view.record.name
        assert not [text for text in (*sent, *files, *shown) if set(UNSEEN) & set(text)]


async def _play(table: Table) -> None:
    await table.slash(0, "match new", game="season", seats=2)
    await table.press(1, "join")
    await table.slash(0, "my notes set", text=_dirty("watch the north"), match="1")
    await table.slash(0, "my notes show", match="1")
    await table.slash(1, "move", line=_dirty("nonsense"), match="1")
    await table.slash(0, "staff pause", match="1", until=_dirty("never"))
    await table.slash(0, "match show", match=_dirty("one"))
    await table.slash(0, "match list")
    await table.slash(0, "ratings profile")
    await table.members[0].autocomplete(table.channel, "match show", "match", "")


async def _hold_an_tournament(table: Table) -> None:
    await table.slash(0, "tournament create", game="brainy", format="ladder", name=_dirty("Cup of all"))
    await table.slash(0, "tournament join")
    await table.slash(1, "tournament join")
    await table.slash(1, "tournament show", tournament="1")
    await table.slash(1, "tournament report", match="1", why=_dirty("unfair"))
    await table.slash(0, "tournament appeals")


@pytest.mark.parametrize("written", ["\u200b\u2060", "\u3164", " \u202e "])
async def test_a_name_that_cannot_be_seen_is_none(tmp_path: Path, written: str) -> None:
    """
    Its owner goes by the name of the account.
    """
    async with sit_down(tmp_path, games=GAMES) as table:
        table.members[0] = table.guild.add_member(table.env.create_user("gerda", global_name=written))
        await table.slash(0, "match new", game="season", seats=2)

        assert strip_invisible(written).strip() == ""
        assert "gerda" in table.texts()[-1]
