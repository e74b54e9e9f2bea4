"""What was agreed for a match: on its card, under *Details* and in ``/match show``; and the form that sets options."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.app.lobby.rule_options import terms_of
from bot.app.match.paces import Banked, Late, NoPace, PerMove
from bot.app.match.records import MatchView
from bot.edge import limits
from bot.edge.messages.builder import Post
from bot.edge.messages.card import card, show_post
from bot.edge.messages.details import details_post
from bot.edge.messages.formatting import option_value
from bot.edge.panels.lobby_forms import numbers_modal, numbers_of, setup_post, values_of
from db.records import Status, TakeBack
from games.core.contract import AnyGame
from games.core.game import Options
from games.core.input.forms import read_values, show
from games.core.moves import FieldInfo, fields_of
from games.core.options import explain_no_effect, label_of
from games.core.registry import games
from tests.edge.payloads import components_of, faults_of, faults_of_modal, texts
from tests.edge.table import Table, controls, said, sit_down
from tests.edge.views import view_of

GAMES = [pytest.param(game, id=key) for key, game in sorted(games().items())]
BANK = Banked(bank=345600, increment=43200, cap=518400, grace=60, late=Late.COMPUTER)


def other(info: FieldInfo) -> object:
    """Return a value of an option that is not its usual one: the one with the longest words."""
    unusual = [value for value in values_of(info) or (show(info.field.most),) if value != show(info.default)]
    return max(unusual, key=lambda value: len(option_value(info, value)))


def changed(game: AnyGame) -> Options:
    """Return options of which none is as usual, each with an effect if there are players enough."""
    kind = game.spec.options
    return kind(**read_values(kind, {info.name: str(other(info)) for info in fields_of(kind)}))


def views(game: AnyGame) -> Iterator[MatchView]:
    """Yield matches with every number of seats, all options changed or none, before, during and after."""
    for seats in game.spec.seats:
        for options in (game.spec.options(), changed(game)):
            for status in Status:
                shown = view_of(game, seats=seats, status=status, pace=BANK)
                match = replace(shown.match, undo=TakeBack.CONSENT, practice=True, private=True)
                yield replace(shown, options=options, match=match)


@pytest.mark.parametrize("game", GAMES)
def test_all_that_was_agreed_is_told_in_each_state_of_a_match(game: AnyGame) -> None:
    """
    *Details* and `/match show` name pace, what happens when time runs out, grace, undo and each option that has an
    effect, changed ones in bold with the usual value; nothing is cut, and Discord takes it all.
    """
    for shown in views(game):
        posts = [details_post(shown), show_post(shown, stops="⏸ " * 100), card(shown, marker=7, mention=(1, 2))]
        terms = terms_of(shown.pace, shown.match.seats, lot=shown.match.status is Status.LOBBY)
        for told in (texts(components_of(post)) for post in posts[:2]):
            lines = told.splitlines()
            for info in fields_of(game.spec.options):
                value = getattr(shown.options, info.name)
                words, usual = option_value(info, value), option_value(info, info.default)
                line = f"{label_of(info)}: {words}"
                if value != info.default:
                    line = f"{label_of(info)}: **{words}** (default: {usual})"
                elif explain_no_effect(shown.options, info, terms) is not None:
                    assert line not in lines
                    continue
                assert line in lines
            assert "Pace: 4 days in the bank, +12 hours a turn, up to 6 days, 1 minute to take a turn back" in lines
            assert "Undo: by consent only" in lines
            assert any(line.startswith("When time runs out: a computer player fills in") for line in lines)
            assert "…" not in told
            assert len(told) <= limits.DISPLAY_TEXT
        assert [[], [], []] == [faults_of(post) for post in posts]
        assert ("Details" in labels(posts[2])) == (shown.match.status is not Status.CANCELLED)
        assert "Details" not in labels(posts[0]) + labels(posts[1])


def labels(post: Post) -> list[str]:
    """Return what stands on the buttons and selects of a message."""
    return [str(part.get("label", part.get("placeholder"))) for part in controls(components_of(post))]


def test_without_a_clock_time_is_never_up() -> None:
    """
    A match without a clock says so; one by the turn says how long, and what is done at the second miss.
    """
    game = games()["greentown"]
    free = texts(components_of(details_post(view_of(game, pace=NoPace()))))
    strict = texts(components_of(details_post(view_of(game, pace=PerMove(seconds=172800, late=Late.TWICE)))))

    assert "Pace: no clock\nTime limit: none\nUndo: own last turn right away, otherwise by consent (default)" in free
    assert "Pace: 2 days a turn\nWhen time runs out: the seat is lost at the second missed turn in a row" in strict


@pytest.mark.parametrize("game", GAMES)
def test_the_form_reaches_every_option_that_has_an_effect_and_no_other(game: AnyGame) -> None:
    """
    On one of its pages, or in a form for numbers of many values; what is not offered is named with the reason.
    """
    for shown in views(game):
        if shown.match.status is not Status.LOBBY:
            continue
        terms = terms_of(shown.pace, shown.match.seats)
        infos = fields_of(game.spec.options)
        idle = [info for info in infos if explain_no_effect(shown.options, info, terms) is not None]
        pages = [setup_post(shown, page=page, note="Options changed. " * 10) for page in range(len(infos) // 10 + 1)]
        forms = [numbers_modal(shown, at) for at in range(0, len(numbers_of(shown)), limits.MODAL_ROWS)]
        reached = {str(part["custom_id"]).split("|")[-1] for page in pages for part in selects(page)}
        reached |= {str(item.component.custom_id) for form in forms for item in form.children}  # type: ignore[attr-defined]
        texts_of = "\n".join(texts(components_of(page)) for page in pages)

        usual = {info.name for info in idle if getattr(shown.options, info.name) == info.default}
        assert {info.name for info in infos} - usual == reached
        assert all(f"“{label_of(info)}”" in texts_of for info in idle)
        assert ("No effect here" in texts_of) == bool(idle)
        assert [[]] * len(pages) == [faults_of(page) for page in pages]
        assert [[]] * len(forms) == [faults_of_modal(form.to_dict()) for form in forms]


def selects(post: Post) -> list[dict[str, Any]]:
    """Return the selects of a message."""
    return [dict(part) for part in controls(components_of(post)) if "options" in part]


def test_the_options_by_the_issue_are_reached() -> None:
    """
    Walnut Grove's hours with a clock, Grumpf's seconds with live hunts: as numbers, each in its bounds.
    """
    walnut, grumpf = games()["walnut_grove"], games()["grumpf"]
    live = replace(view_of(grumpf), options=read_kind(grumpf, mode="live"))

    assert ["farm_hours", "town_hours"] == [info.name for info in numbers_of(view_of(walnut, pace=BANK))]
    assert [] == numbers_of(view_of(walnut, pace=NoPace()))
    assert ["limit", "huts_after"] == [info.name for info in numbers_of(live)][:2]
    assert "fair_window" in [info.name for info in numbers_of(live)]
    assert [] == numbers_of(view_of(grumpf))


def read_kind(game: AnyGame, **words: str) -> Options:
    """Return options by words."""
    return game.spec.options(**read_values(game.spec.options, words))


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    """A server with the bot in it and two of the games."""
    known = games()
    async with sit_down(tmp_path, games={key: known[key] for key in ("grumpf", "greentown")}) as table:
        yield table
        table.clean()


async def test_the_card_tells_it_to_everybody_before_during_and_after(table: Table) -> None:
    """
    The button stands on the card all the time, its answer is private, and `/match show` says the same.
    """
    await table.slash(0, "greentown new", seats=2, pace="slow", late="vote", map="four-hotels", money="open")
    before = said(await table.press(1, "details"))
    await table.slash(1, "match join", match="1")
    during = said(await table.press(2, "details"))
    await table.resign(1)
    after = said(await table.press(2, "details"))
    shown = await table.slash(2, "match show", match="1")

    rules = (
        "Starting map: **four hotels (easy)** (default: recommended)\n"
        "Greenies: **open** (default: secret until the end)\n"
        "Help with tours: the best tours are listed"
    )
    for told in (before, during, after, shown):
        assert rules in told
        assert "Pace: 10 days in the bank, +1 day a turn, up to 15 days" in told
        assert "When time runs out: the others vote; two time-outs are excused with the default move" in told
        assert "may be saved" not in told
    assert before == during == after
    assert not any(rules in text for text in table.texts())


async def test_what_has_no_effect_is_refused_in_words_where_it_is_typed_and_where_it_is_chosen(table: Table) -> None:
    """
    `/grumpf new` and the select of an old sheet; nothing changes. Completion offers only what has an effect.
    """
    refused = await table.slash(0, "grumpf new", seats=3, options="joker_6=yes")
    await table.slash(0, "grumpf new", seats=3, mode="live", limit="120")
    builder, beside = [(await table.press(0, "setup")).response for _ in range(2)]
    assert builder is not None
    assert beside is not None
    mode = next(str(part["custom_id"]) for part in controls(builder.components) if "|mode" in str(part["custom_id"]))
    chosen = said(await table.choose(0, builder, "async", custom_id=mode))
    stale = said(await table.members[0].click(beside, label="Set numbers"))
    typed = await table.members[0].autocomplete(
        table.channel, "match new", "options", "o", game="grumpf", seats=3, pace="none"
    )
    typed += await table.members[0].autocomplete(
        table.channel, "match new", "options", "mode=live, i", game="grumpf", seats=3
    )
    offered = {re.split("=", str(choice["value"]))[0].strip() for choice in typed}

    assert "“Joker for seat 6” only applies with 6 players, not with 3. Leave it at its default here." in refused
    assert "“Seconds a live hunt can last” has no effect now and was set back to the default." in chosen
    assert "no longer have any effect in this match" in stale
    assert {"mode", "joker_3"} <= offered
    assert not {"limit", "joker_4"} & offered
    assert "limit" not in (await table.slash(0, "match show", match="1"))
