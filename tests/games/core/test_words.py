"""Putting texts into words."""

import json
from importlib import resources

import msgspec
import pytest

from games.core.language.former_ids import current_id
from games.core.language.messages import slots
from games.core.seats import TABLE
from games.core.text import Text, at_seconds, is_timed, lines, raw, say, since
from games.core.words import Style, Words, load

SENTENCES = {
    "t.done": "{seat} takes {n, plural, one {# pebble} other {# pebbles}}.",
    "t.given": "{from_seat} gives {what} to {to_seat}.",
    "t.red": "red",
    "t.braces": "'{'{n}'}'",
    "t.bare": "So it is.",
}


def words(*, strict: bool = True) -> Words:
    """Words for a table of two."""
    return Words(SENTENCES, ("Ann", "Bert"), strict=strict)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (say("t.done", seat=1, n=1), "Bert takes 1 pebble."),
        (say("t.done", seat=0, n=3), "Ann takes 3 pebbles."),
        (say("t.given", from_seat=0, to_seat=1, what=say("t.red")), "Ann gives red to Bert."),
        (say("t.given", from_seat=TABLE, to_seat=5, what="x"), "the table gives x to player 6."),
        (
            say("t.given", from_seat=0, to_seat=(0, 1), what=("a", say("t.red"), 3)),
            "Ann gives a, red and 3 to Ann and Bert.",
        ),
        (say("t.given", from_seat=0, to_seat=1, what=()), "Ann gives none to Bert."),
        (say("t.given", from_seat=0, to_seat=1, what=("a",)), "Ann gives a to Bert."),
        (say("t.given", from_seat=0, to_seat=1, what=True), "Ann gives yes to Bert."),
        (say("t.given", from_seat=0, to_seat=1, what=False), "Ann gives no to Bert."),
        (say("t.braces", n=2), "{2}"),
        (say("t.bare"), "So it is."),
        (raw("{as it is}"), "{as it is}"),
        (lines(say("t.bare"), raw("x")), "So it is.\nx"),
        (say("core.stale"), "That decision is closed. The current one is below."),
    ],
)
def test_a_text_becomes_a_sentence(text: Text, sentence: str) -> None:
    """
    Arguments, names, numbers of things, lists, nested texts, braces, raw words and lines find their place.
    """
    assert sentence == words()(text)


def test_missing_words_do_not_break_what_players_see() -> None:
    """
    Before players a missing sentence shows as its id and a missing argument as its place.
    """
    shown = words(strict=False)

    assert shown(say("t.nowhere", n=1)) == "t.nowhere"
    assert shown(say("t.done", seat=0)) == "Ann takes {n}."


@pytest.mark.parametrize("text", [say("t.nowhere"), say("t.done", seat=0)])
def test_missing_words_are_found_in_tests(text: Text) -> None:
    """
    Strict words raise for a missing sentence or argument.
    """
    with pytest.raises(LookupError, match=r"no sentence|no argument"):
        words()(text)


def test_a_catalogue_is_read_from_the_package() -> None:
    """
    The core's own sentences stand in its data; a language it is not translated into has none of its own.
    """
    assert load("games.core")["core.yes"] == "yes"
    assert Words({}, language="xx")(say("core.yes")) == "yes"


def test_every_own_sentence_can_be_said() -> None:
    """
    Each of the core's sentences is well formed: with its arguments given nothing of its form is left.
    """
    for id, english in load("games.core").items():
        sentence = words()(Text(id, {slot.name: 1 for slot in slots(english)}))

        assert sentence
        assert not set("{}|") & set(sentence)


def test_what_is_put_in_is_escaped_outside_code() -> None:
    """
    Notation is escaped where it stands among words, not between backquotes; sentences and names are left as they are.
    """
    sentences = {"t.move": "*{seat}* {deed} on {board}, `{deed}`.", "t.board": "*Fish*", "t.all": "{parts}"}
    shown = Words(sentences, ("A*n",), strict=True, style=Style(escape=str.upper))

    assert "*A*n* 1X*F on *Fish*, `1x*f`." == shown(say("t.move", seat=0, deed="1x*f", board=say("t.board")))
    assert "*A*n* 1X*F on *Fish*, `1x*f`." == shown(say("t.move", seat=0, deed=raw("1x*f"), board=say("t.board")))
    assert "1X*F" == shown(say("t.all", parts=("1x*f",)))
    assert "1X*F, *Fish* and 2X*F" == shown(say("t.all", parts=("1x*f", say("t.board"), raw("2x*f"))))


def test_when_something_happened_is_filled_in_wherever_it_stands() -> None:
    """
    Also in a list and in lines; what else stands there stays.
    """
    text = lines(say("t.move", seat=0, when=since()), say("t.all", parts=("K1", since())))

    assert is_timed(text)
    assert not is_timed(say("t.move", seat=0, parts=("K1", raw("2"))))
    filled = say("core.since", seconds="@14.8s")
    assert at_seconds(text, 14.8) == lines(say("t.move", seat=0, when=filled), say("t.all", parts=("K1", filled)))


def test_stored_texts_have_the_ids_of_today() -> None:
    """
    What an earlier release stored is read with the ids that its sentences have now, inside other Texts too,
    once its game is loaded.
    """
    stored = (
        b'{"id": "grumpf.log.trade", "args": {"line": {"id": "grumpf.result.no_tile"}, "round": 2,'
        b' "boards": [{"id": "walnut_grove.board.blue"}, {"id": "walnut_grove.board.year"}]}}'
    )
    for key in ("grumpf", "walnut_grove"):
        load(f"games.{key}")
    boards = (Text("walnut_grove.name.board.blue"), Text("walnut_grove.describe.year"))
    line = Text("grumpf.log.result.no_tile")

    assert say("grumpf.log.trade", line=line, round=2, boards=boards) == msgspec.json.decode(stored, type=Text)


@pytest.mark.parametrize(
    ("key", "id", "words"),
    [
        ("grunn", "grunn.no.game_over", "This match is over."),
        ("grumpf", "grumpf.no.not_a_player", "You have no seat in this match."),
        ("greentown", "greentown.refused.not_your_turn", "It's Bert's turn."),
        ("h2olland", "h2olland.no.not_your_turn", "It's Bert's turn."),
        (
            "h2olland",
            "h2olland.no.not_your_turn.handed",
            "You've submitted your order. The others are still writing theirs.",
        ),
        ("walnut_grove", "walnut_grove.no.not_your_turn", "It's Bert's turn."),
        (
            "walnut_grove",
            "walnut_grove.no.not_your_turn.waiting",
            "Your farm turn is in. The match is waiting for Bert.",
        ),
    ],
)
def test_stored_refusals_that_the_platform_now_words_have_words(key: str, id: str, words: str) -> None:
    """
    The reason of a plan that an earlier release stopped is told, also where that refusal is the platform's today.
    """
    told = Words(load(f"games.{key}"), ("Ann", "Bert"), strict=True)

    stored = msgspec.json.decode(msgspec.json.encode({"id": id, "args": {"seat": 1}}), type=Text)

    assert words == told(stored)


@pytest.mark.parametrize("key", ["grunn", "greentown", "h2olland", "grumpf", "walnut_grove"])
def test_former_ids_lead_to_sentences_that_exist(key: str) -> None:
    """
    Each former id, or its beginning, leads to a sentence or a group of today; no id of today is a former one.
    """
    data = resources.files(f"games.{key}") / "data" / "former_ids.json"
    former, said = json.loads(data.read_text(encoding="utf-8")), {**load("games.core"), **load(f"games.{key}")}

    assert [new for new in former.values() if not any(f"{id}.".startswith(f"{new}.") for id in said)] == []
    assert [id for id in said if current_id(id) != id] == []


def test_plans_that_an_earlier_release_dropped_say_why() -> None:
    """
    Their reason named the plan up to release 0.2.
    """
    told = Words(load("games.greentown"), ("Ann", "Bert"), strict=True)
    stored = b'{"id": "greentown.plan.illegal", "args": {"line": "T ~3", "why": {"id": "core.game_over"}}}'

    assert "Your plan T ~3 was dropped. This match is over." == told(msgspec.json.decode(stored, type=Text))


def test_stored_sentences_keep_what_arguments_were_called_before() -> None:
    """
    A tournament was called an event in notices and logs up to release 0.2, also within another sentence.
    """
    told = Words(load("bot.app"), strict=True)
    stored = b'{"id": "core.lines", "args": {"parts": [{"id": "app.event_over", "args": {"event": "Spring Cup"}}]}}'

    assert "Spring Cup is over." == told(msgspec.json.decode(stored, type=Text))


@pytest.mark.parametrize(("stored", "shown"), [("1", "1 pebble"), ("3", "3 pebbles"), ("1.5", "1.5 pebbles")])
def test_a_count_that_was_stored_as_digits_chooses_words(stored: str, shown: str) -> None:
    """
    Sentences that get counted forms later word what was stored before.
    """
    assert f"Bert takes {shown}." == words()(say("t.done", seat=1, n=stored))
