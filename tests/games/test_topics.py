"""Pages of rules help hold only what Discord shows in a message, and what fits on a phone, in every language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.edge import limits
from bot.edge.languages import phrase
from games.core.contract import AnyGame
from games.core.language.catalogue import ENGLISH, Catalogue
from games.core.registry import games
from games.core.running.guide import guide_texts
from games.core.words import Words
from tests.games.discord_markdown import faults_of


def tags_of(game: AnyGame) -> tuple[str, ...]:
    """Return the languages a game can be read in."""
    return (ENGLISH, *(game.words.languages() if isinstance(game.words, Catalogue) else ()))


def pages_of(game: AnyGame, tag: str) -> Iterator[tuple[str, str]]:
    """Yield the pages of a game by their keys, and what explains its board."""
    for topic in game.spec.topics:
        title, text = (phrase(each, tag, game=game) for each in (topic.title, topic.words))
        yield topic.key, f"### {game.spec.title}: {title}\n{text}"
    words = Words(game.words, (), language=tag)
    yield "guide", "\n".join(f"`{at}` {words(text)}" for at, text in enumerate(guide_texts(game), start=1))


PAGES = [
    pytest.param(page, id=f"{key}-{topic}-{tag}")
    for key, game in sorted(games().items())
    for tag in tags_of(game)
    for topic, page in pages_of(game, tag)
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_holds_only_what_discord_shows(page: str) -> None:
    """
    Read as Discord reads it, all becomes something that its client knows, and no signs are left over; no line of code
    would be broken by a phone.
    """
    assert [] == faults_of(page)


@pytest.mark.parametrize("key", sorted(games()))
def test_the_first_page_has_room_for_the_board_explained(key: str) -> None:
    """
    Page and legend are shown whole in one message, in every language.
    """
    game = games()[key]
    sizes = {}
    for tag in tags_of(game):
        pages = dict(pages_of(game, tag))
        sizes[tag] = len(pages[game.spec.topics[0].key]) + len(pages["guide"])

    assert {tag: size for tag, size in sizes.items() if size > limits.DISPLAY_TEXT} == {}


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("| Part | Form |\n|---|---|", "a table"),
        ("Part | Form\n---|---\n1 | 2", "an unknown table"),
        ("one<br>two", "HTML"),
        ("one&nbsp;two", "HTML"),
        ("![town](town.png)", "an image"),
        ("[rules](rules.md)", "a link without an address"),
        ("[rules]: https://example.org", "a link defined elsewhere"),
        ("one\n\n---\n\ntwo", "a horizontal rule"),
        ("#### Deep", "a heading deeper than the third level"),
        ("##Tight", "a heading or small text without a blank"),
        ("Title\n===", "an underlined heading"),
        ("1) One", "a list of another kind"),
        ("- [ ] To be done", "a list of another kind"),
        ("**Bold", "** that nothing closes"),
        ("*Leaning", "* that nothing closes"),
        ("a `b", "` that nothing closes"),
        ("||hidden", "|| that nothing closes"),
        ("~~gone", "~~ that nothing closes"),
        ("one\n\n    two", "indented code"),
        (f"```\n{'x' * 41}\n```", "a line of code with 41 characters"),
    ],
)
def test_what_discord_does_not_show_is_found(page: str, fault: str) -> None:
    """
    Each fault by its name.
    """
    assert fault in faults_of(page)


@pytest.mark.parametrize(
    "page",
    [
        "## Turn\n- `D4>F6` moves, `a | b` too\n  - deeper\n\n-# Rule 7\n\n```\n| 1 | 2 |\n```\n**Bold.** *3 > 2*",
        "# One\n## Two\n### Three\n1. first\n2. second\n> said\n**bold** *leaning* __under__ ~~gone~~ ||hidden||",
        "[rules](https://example.org) at <t:1700000000:R>, 4 * 5 x 6, F_4 and 2 < 3",
    ],
)
def test_what_discord_shows_is_no_fault(page: str) -> None:
    """
    Headings of three levels, small text, lists, quotes, code with signs that mean something elsewhere, all styles,
    links, times.
    """
    assert [] == faults_of(page)
