"""What every game must say: boards, asks, results and refusals in words, tried on random matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from bot.conformance.matches import SEED, Match, Moment, play_random
from bot.edge.limits import ALT_TEXT, CONTENT
from bot.edge.limits import OPTION_LABEL as LABEL
from bot.edge.panels.panel import LESSON
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Outcome
from games.core.language.catalogue import ENGLISH, Catalogue
from games.core.moves import Move, fields_of
from games.core.rng import Rng
from games.core.running.guide import guide_texts, guide_view
from games.core.seats import Seat
from games.core.text import Text
from games.core.words import Words

BOARDS = 5
"""Boards looked at in each language."""
NONSENSE = ("", "?", "x y z", "1" * 40, "é:,+", "->", "a:b:c")


def test_everything_said_has_words(game: AnyGame, seats: int) -> None:
    """
    Boards, asks, events, hints and results have sentences for all they say; the short board keeps the limit of 1,024
    characters of an alternative text, every other text that of a message.
    """
    match = play_random(game, seats)
    words = match.words

    for state in match.states:
        for reader in (None, *match.seats()):
            view = game.view(state, reader)
            assert len(words(game.describe(view, short=True))) <= 1024
            assert words(game.describe(view)).strip()
        for ask in game.asks(state):
            _say(match, ask.text, ask.private)
        _say_outcome(match, game.ending.current_score(state))
    _say_outcome(match, game.outcome(match.end.state))
    for entry in match.entries:
        _say(match, *(event.text for event in entry.events))


def test_lessons_teach_the_first_decisions(game: AnyGame, seats: int) -> None:
    """
    In a guided game everyone's first decision has a lesson, and sooner or later all has been met; none is longer than a
    panel has room for, in any language. Other games have none.
    """
    match = play_random(game, seats)
    found: dict[Seat, list[int]] = {seat: [] for seat in match.seats()}
    languages = game.words.languages() if isinstance(game.words, Catalogue) else ()
    spoken = [match.words_in(language) for language in languages] or [match.words]
    for moment in match.turns():
        lessons = game.panel.lessons(game.view(moment.state, moment.ask.seat), moment.ask)
        found[moment.ask.seat].append(len(lessons))
        assert LESSON >= max(sum(len(words(text)) + 3 for text in lessons) for words in spoken), moment.ask

    asked = [counts for counts in found.values() if counts]
    assert [game.spec.guided] * len(asked) == [counts[0] > 0 for counts in asked]
    assert not asked or 0 in [counts[-1] for counts in asked]


def test_what_is_said_fits_in_every_language(game: AnyGame) -> None:
    """
    In each language that the game has a file for: short boards and captions in 1,024 characters, lines of menus in 100,
    all else in a message.
    """
    match = play_random(game, game.spec.seats[-1])
    for language in game.words.languages() if isinstance(game.words, Catalogue) else ():
        words = match.words_in(language)
        for state in match.states[:: len(match.states) // BOARDS + 1]:
            view = game.view(state, None)
            assert 0 < len(words(game.describe(view, short=True))) <= ALT_TEXT, language
            assert words(game.describe(view)).strip()
        for moment in match.moments()[::5]:
            assert [] == [each for each in _labels(match, moment, words) if not 0 < len(each) <= LABEL], language
        told = (words(event.text) for entry in match.entries for event in entry.events)
        assert [] == [each for each in told if not 0 < len(each) <= CONTENT], language


def _labels(match: Match, moment: Moment, words: Words) -> Iterator[str]:
    """Yield the lines of the menus with which a turn begins."""
    view = match.game.view(moment.state, moment.ask.seat)
    for verb in filter(fields_of, moment.ask.verbs):
        for choice in match.game.choices(view, verb, {}):
            if choice.label is not None:
                yield words(choice.label)


def _say(match: Match, *texts: Text | None) -> None:
    for text in texts:
        assert text is None or 0 < len(match.words(text)) <= 2000


def _say_outcome(match: Match, outcome: Outcome | None) -> None:
    if outcome is not None:
        rows = [row for own in outcome.scores for row in own]
        _say(match, outcome.tie, outcome.note, *(row.category for row in rows), *(row.note for row in rows))


def _spoil(match: Match, moment: Moment, rng: Rng) -> Iterator[Move]:
    """Yield the moves of a turn with one field replaced by something else of its type."""
    for move in moment.entry.moves:
        for info in fields_of(type(move)):
            odd: list[Any] = ["", "Z99", "x"] if info.type is str else [-1, 0, 99]
            value = getattr(move, info.name)
            if info.repeated:
                spoilt: list[Any] = [(), (*value, *value), (rng.pick("spoil", odd),)]
            else:
                spoilt = [not value] if info.type is bool else odd
            yield msgspec.structs.replace(move, **{info.name: rng.pick("spoil", spoilt)})


def test_refusals_have_a_code_a_clause_and_words(game: AnyGame, seats: int) -> None:
    """
    Whatever is tried by whomever at whatever time, the check either passes or refuses with code, clause and sentence.
    """
    match = play_random(game, seats)
    rng = Rng(SEED)
    refused = 0

    for moment in match.moments():
        views = [game.view(moment.state, reader) for reader in (None, *match.seats())]
        views.append(game.view(match.end.state, moment.ask.seat))
        for move in (*moment.entry.moves, *_spoil(match, moment, rng)):
            for view in views:
                refused += _refuses(match, partial(game.check, view, move))

    assert refused > 0


def _refuses(match: Match, attempt: Callable[[], object]) -> bool:
    """Whether the attempt is refused; a refusal has a code, a clause and words."""
    try:
        attempt()
    except Refusal as caught:
        refusal = caught
    else:
        return False
    assert refusal.code
    assert refusal.clause
    _say(match, refusal.text)
    return True


def test_unreadable_words_are_refused_in_words(game: AnyGame, seats: int) -> None:
    """
    Nonsense in the place of a word or of a line is refused, or read as a move; it never breaks the reader.
    """
    match = play_random(game, seats)

    for moment in match.moments()[:5]:
        view = game.view(moment.state, moment.ask.seat)
        line = moment.entry.line
        for nonsense in (*NONSENSE, line[1:], f"{line} {line}", line.replace(" ", ""), line.upper()):
            _refuses(match, partial(game.notation.read, view, nonsense))
            _refuses(match, partial(game.notation.read_word, view, nonsense, moment.ask.verbs))


def test_rules_help_fits_a_message(game: AnyGame) -> None:
    """
    Each page of rules help has a key, a title and at most 3,500 characters; title, credits and lobby facts are there.
    """
    spec = game.spec

    assert all(0 < len(topic.words) <= 3500 and topic.title and topic.key for topic in spec.topics)
    assert len({topic.key for topic in spec.topics}) == len(spec.topics) <= 25
    assert spec.title
    assert spec.seats == tuple(sorted(set(spec.seats)))
    assert spec.minutes > 0
    assert spec.about is None or 0 < len(Words(game.words, strict=True)(spec.about)) <= 150
    assert spec.suggested_hours > 0


def test_each_decision_has_its_page_of_rules_help(game: AnyGame) -> None:
    """
    Whatever can be played is explained on one page, if there are pages.
    """
    spec = game.spec
    explained = [move for topic in spec.topics for move in topic.moves]

    assert len(set(explained)) == len(explained)
    assert not spec.topics or {move for move in spec.moves if move.offered} == set(explained)


def test_the_guide_of_the_board_is_told_in_words(game: AnyGame) -> None:
    """
    The position of the guide can be read, by as many players as have names there; it explains six to nine things, each
    in a line, and all of them have room below the first page of rules help, in every language.
    """
    guide = game.spec.guide
    if guide is None:
        return
    assert guide_view(game).seat is None
    assert len(guide.names) in game.spec.seats
    assert 6 <= len(set(guide.things)) == len(guide.things) <= 9
    for language in languages_of(game):
        words = Words(game.words, guide.names, language=language, strict=True)
        lines = [words(text) for text in guide_texts(game)]

        assert [line for line in lines if not 0 < len(line) <= 150] == []
        assert len(words.phrase(game.spec.topics[0].words)) + sum(map(len, lines)) <= 3800


def languages_of(game: AnyGame) -> tuple[str, ...]:
    """Return the languages that a game's sentences are in, English first."""
    return (ENGLISH, *(game.words.languages() if isinstance(game.words, Catalogue) else ()))
