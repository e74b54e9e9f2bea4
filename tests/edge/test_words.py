"""Names of users as they are shown, and cutting to Discord's limits."""

import re

import pytest

from bot.app.match.records import SeatView
from bot.app.runtime.refusals import WORDS
from bot.edge import limits, words
from bot.edge.messages.formatting import seat_name, words_for
from bot.edge.words import CATALOGUE, _
from games.core.language.catalogue import Translation
from games.core.seats import Seat
from games.core.text import phrase, say, say_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Anna", "Anna"),
        ("**boss**", r"\*\*boss\*\*"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123>"),
        ("two\nlines", "two lines"),
        ("   ", "?"),
        ("🦊", "🦊"),
        ("see https://x.y", "see https:\u200b//x.y"),
    ],
)
def test_a_name_shows_as_it_is(name: str, shown: str) -> None:
    """
    Markdown, mentions, links and line breaks in a user's name do nothing.
    """
    assert shown == words.escape_markdown(name)


def test_sentences_without_a_catalogue_are_english() -> None:
    """
    A language that has no catalogue gets the English sentence.
    """
    words.set_locale("fi")

    assert "#142 is over." == _("#{number} is over.", number=142)
    assert "2 turns" == _("{n, plural, one {# turn} other {# turns}}", n=2)


def test_a_translation_that_its_arguments_do_not_fit_is_english(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    It counts what is a name.
    """
    wrong = Translation({"Hello {name}": "Hallo {name, plural, other {#}}"})
    monkeypatch.setitem(CATALOGUE._translations, "de", wrong)
    token = words._language.set("de")
    said = _("Hello {name}", name="Ann")
    words._language.reset(token)

    assert "Hello Ann" == said


def test_emoji_are_left_out_before_a_line_is_lost() -> None:
    """
    Each takes some 45 characters, and the words beside it say the same.
    """
    words = "Ann lays the <:grunn_bog_0123abcd:1440000000000000000> bog tile.\nBen passes."

    assert words == limits.cut_lines(words, len(words))
    assert "Ann lays the bog tile.\nBen passes." == limits.cut_lines(words, len(words) - 1)


def test_cutting_keeps_the_limit_and_whole_lines() -> None:
    """
    What is cut ends with an ellipsis and is no longer than allowed.
    """
    assert "abc" == limits.cut("abc", 3)
    assert "ab…" == limits.cut("abcd", 3)
    assert "one\n…" == limits.cut_lines("one\ntwo\nthree", 8)
    assert "onlyone…" == limits.cut_lines("onlyoneline", 8)
    assert "one" == limits.cut_lines("one", 8)


def test_a_name_in_a_sentence_shows_as_it_is() -> None:
    """
    Someone without a seat may be called anything, too; a completion, which knows no markdown, shows it unchanged.
    """
    told = say("app.staff_resumed", name=say_name("**@everyone** <@1>"))

    assert "\\*\\*@\u200beveryone\\*\\*" in words_for(None)(told)
    assert "<@1>" not in words_for(None)(told)
    assert "**@everyone** <@1>" in words_for(None, plain=True)(told)


OF_DISCORD = re.compile(r"manage|server|Discord|announced start|^(Create|No )?\s?events\b", re.IGNORECASE)
"""Sentences and labels about Discord's own events, in which starts can stand."""


def test_a_tournament_is_called_so_in_every_sentence() -> None:
    """
    One word for one thing: an event is only one of the server's, which Discord calls so.
    """
    sentences = (*CATALOGUE.english.values(), *WORDS.values())
    bare = {text: re.sub(r"\{[^}]*\}|`[^`]*`|\w+:(?!\w)", "", text) for text in sentences}
    odd = [text for text, words in bare.items() if re.search(r"\bevents?\b", words, re.IGNORECASE)]

    assert [] == [text for text in odd if not OF_DISCORD.search(text)]


@pytest.mark.parametrize(
    ("tag", "shown"), [("nl", "Computer (makkelijk)"), ("de", "Computer (leicht)"), ("en", "Computer (easy)")]
)
def test_computer_players_are_called_in_the_readers_language(tag: str, shown: str) -> None:
    """
    Their level is a word of the language, too.
    """
    called = say("app.computer", level=phrase("easy"))
    seat = SeatView(seat=Seat(1), user=None, name="Computer (easy)", level="easy", called=called)
    words.set_locale(tag)

    try:
        assert shown == seat_name(seat)
    finally:
        words.set_locale("en")


def test_points_of_a_list_begin_with_a_capital_and_sentences_stay_as_they_are() -> None:
    """
    Games word a move for the middle of a sentence, too; a player's name that begins a sentence is left alone.
    """
    assert "Done.\n• Build a mill\n• E4\nbram passes." == words.capitalize_points(
        "Done.\n• build a mill\n• E4\nbram passes."
    )
    assert "" == words.capitalize("")
