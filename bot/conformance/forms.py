"""What every game offers to type and to press, tried on the turns of random matches."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from bot.conformance.matches import SEED, Match, Moment, play_random
from games.core.contract import AnyGame
from games.core.errors import Refusal
from games.core.game import Turn
from games.core.input.complete import MOST_SUGGESTIONS, complete, complete_line
from games.core.input.forms import (
    MOST_CHOICES,
    MOST_FORMS,
    MOST_OPTIONS,
    Form,
    FormKind,
    forms_of,
    groups,
    in_order,
    options_of,
    read_parts,
    show,
)
from games.core.input.panel import Draft, menu, open_draft, press, read_partial, step_back, write_partial
from games.core.moves import FieldInfo, Move, close_tuple, fields_of, title_of, verb_of
from games.core.rng import Rng
from games.core.running.play import add_end, ends_of, find_silent_end, finish

NAME = re.compile(r"[-_a-z0-9]{1,32}")
MOST_LETTERS = 8000
LINES_TRIED, ATTEMPTS, MOST_WORDS = 6, 12, 30
MOST_TITLE = 25
"""Characters of a title: a button of one or two words."""
MOST_KEYS = 5
"""Keys of a game's own under a board: one row of buttons."""


def test_commands_keep_the_limits(game: AnyGame) -> None:
    """
    A game's commands fit Discord: names of 1 to 32 small letters, descriptions of 1 to 100 characters, up to 25
    commands, options and choices each with those of the platform, all names unique, 8,000 characters in all.
    """
    forms = forms_of(game)

    assert NAME.fullmatch(game.spec.command)
    assert len(forms) <= MOST_FORMS
    assert len({form.name for form in forms}) == len(forms)
    options = [option for form in forms for option in form.options] + list(options_of(game.spec.options))
    for form in forms:
        assert len(form.options) <= MOST_OPTIONS
        assert len({option.name for option in form.options}) == len(form.options)
    named = [(form.name, form.what) for form in forms] + [(option.name, option.what) for option in options]
    for name, what in named:
        assert NAME.fullmatch(name), name
        assert 1 <= len(what) <= 100, name
    for option in options:
        assert len(option.choices) <= MOST_CHOICES
        assert all(1 <= len(choice) <= 100 for choice in option.choices)
    choices = [choice for option in options for choice in option.choices]
    assert sum(map(len, choices)) + sum(len(name) + len(what) for name, what in named) <= MOST_LETTERS


def test_what_can_be_done_or_stored_ahead_fits_on_a_button(game: AnyGame) -> None:
    """
    Each move that is offered, and each kind of order, has a title of its own of up to 25 characters.
    """
    spec = game.spec
    titles = [title_of(kind) for kind in (*(verb for verb in spec.moves if verb.offered), *spec.orders)]

    assert [] == [title for title in titles if not 1 <= len(title) <= MOST_TITLE or title.endswith(".")]
    assert len(set(titles)) == len(titles)


def test_a_games_own_keys_fit_under_a_board(game: AnyGame, seats: int) -> None:
    """
    Up to five at once, over all that is asked; one that presses a verb without a value is the same for all.
    """
    match = play_random(game, seats)
    most = 0
    for state in match.states:
        view = game.view(state, None)
        pressed = ((ask.id, key.presses[0]) for ask in game.asks(state) for key in game.panel.openings(view, ask))
        most = max(most, len({("" if first.value is None else ask, first) for ask, first in pressed}))

    assert most <= MOST_KEYS


def test_each_offered_move_is_in_a_command(game: AnyGame) -> None:
    """
    What a player may be asked for can be typed: it is a part of a whole turn or has a command of its own.
    """
    typed = {form.verb for form in forms_of(game)}
    typed |= {verb for turn in game.spec.turns for part in turn.parts for verb in part.verbs}

    assert {verb for verb in game.spec.moves if verb.offered} <= typed | set(ends_of(game))


def _turn_words(match: Match, moment: Moment, turn: Turn) -> Mapping[str, str] | None:
    """Return the options of the command that mean the turn of this moment, or None if it is another command's."""
    words: dict[str, str] = {}
    made: list[str] = []
    if turn.begin is not None and not isinstance(moment.entry.moves[0], turn.begin):
        return None
    for at, (state, ask, move) in enumerate(match.halfway(moment)):
        if isinstance(move, ends_of(match.game)) or (at == 0 and type(move) is turn.begin):
            continue
        part = next((part for part in turn.parts if type(move) in part.verbs and part.name not in words), None)
        if part is None:
            return None
        words[part.name] = match.game.notation.word(match.game.view(state, ask.seat), move)
        made.append(part.name)
    if any(not part.optional and part.name not in words for part in turn.parts):
        return None
    for name, parts in groups(turn).items():
        members = [part.name for part in parts]
        first = next((name for name in made if name in members), members[0])
        words[name] = f"{first} first"
    order = [part.name for part in in_order(turn, words) if part.name in words]
    return words if order == made else None


def _move_words(move: Move) -> dict[str, str]:
    """Return the options of a move's own command."""
    words = {}
    for info in fields_of(type(move)):
        value = getattr(move, info.name)
        words[info.name] = " ".join(map(str, value)) if info.repeated else show(value)
    return words


def _find_typed(match: Match, moment: Moment) -> Iterator[tuple[Form, Mapping[str, str]]]:
    """Yield the commands by which the turn of a moment can be typed."""
    moves = [move for move in moment.entry.moves if not isinstance(move, ends_of(match.game))]
    for form in forms_of(match.game):
        if form.turn is not None:
            words = _turn_words(match, moment, form.turn)
            if words is not None:
                yield form, words
        elif form.verb is not None and [form.verb] == [type(move) for move in moves]:
            yield form, _move_words(moves[0])


def test_typed_commands_make_the_same_turn(game: AnyGame, seats: int) -> None:
    """
    The turns of a random match, typed as commands option by option, give the same moves; each option's completion
    offers the word that was typed.
    """
    match = play_random(game, seats)
    typed = 0

    for moment in match.moments():
        seat, ask = moment.ask.seat, moment.ask.id
        for form, words in _find_typed(match, moment):
            typed += 1
            moves = read_parts(match.turn(moment), form, words)
            assert moment.entry.moves == add_end(game, moment.state, seat, ask, moves)[0]
            for focused, word in words.items():
                _check_completion(match, moment, form, words, focused, word)

    assert typed > 0 or all(form.kind is FormKind.ORDER for form in forms_of(game))


def _check_completion(
    match: Match, moment: Moment, form: Form, words: Mapping[str, str], focused: str, word: str
) -> None:
    option = next(option for option in form.options if option.name == focused)
    if option.type is bool or not word:
        return
    found = complete(
        match.turn(moment),
        form=form,
        filled={name: other for name, other in words.items() if name != focused},
        focused=focused,
        typed=word,
        words=match.words,
    )
    offered = [suggestion.word for suggestion in found.suggestions]
    assert len(offered) <= MOST_SUGGESTIONS
    assert word in offered, (form.name, focused, word, offered, found.why and match.words(found.why))
    assert all(0 < len(match.words(suggestion.label)) for suggestion in found.suggestions)


def test_the_first_word_of_a_line_can_be_completed(game: AnyGame, seats: int) -> None:
    """
    With nothing typed yet, completion of a line offers first words, at most 25, and says how many more there are.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        found = complete_line(match.turn(moment), "", words=match.words)
        assert found.suggestions
        assert len(found.suggestions) <= MOST_SUGGESTIONS
        assert found.more >= 0


def test_a_line_put_together_by_completion_can_be_handed_in(game: AnyGame, seats: int) -> None:
    """
    Taking what is offered, with a space after it where that leads on, comes to a whole turn that reads as a line.
    """
    match = play_random(game, seats)
    moments = match.moments()

    for number, moment in enumerate(moments[:: -(-len(moments) // LINES_TRIED)]):
        rng = Rng(f"{game.spec.key} {seats} {number}".encode())
        assert any(_by_completion(match, moment, rng) for _ in range(ATTEMPTS)), moment.ask


def test_completion_leads_to_each_turn(game: AnyGame, seats: int) -> None:
    """
    Each word of a turn that was made is offered after those before it, and the line of them all makes that turn; so is
    offered the line that hands in nothing, if it is one.
    """
    match = play_random(game, seats)
    ends = ends_of(game)

    for moment in match.moments():
        seat, ask, view = moment.ask.seat, moment.ask.id, game.view(moment.state, moment.ask.seat)
        line = ""
        for state, standing, move in match.halfway(moment):
            if not isinstance(move, ends):
                line = f"{line} {game.notation.word(game.view(state, standing.seat), move)}".lstrip()
                assert line in _complete(match, moment, line)
        if line:
            assert _comes_to(match, moment, moment.entry.moves) == _comes_to(
                match, moment, game.notation.read(view, line)
            )
        nothing = game.notation.write(view, (end,)) if (end := find_silent_end(game, moment.state, seat, ask)) else ""
        if nothing:
            assert nothing in _complete(match, moment, "")
            assert nothing in _complete(match, moment, nothing)
            assert _ends(match, moment, nothing)


def _by_completion(match: Match, moment: Moment, rng: Rng) -> bool:
    """Whether a line by completion, chosen at random, came to its end."""
    line = ""
    for number in range(MOST_WORDS):
        offered = _find_longer(match, moment, f"{line} ") or _find_longer(match, moment, line)
        if not offered:
            return False
        line = offered[rng.below(f"word {number}", len(offered))]
        if _ends(match, moment, line):
            return True
    return False


def _ends(match: Match, moment: Moment, line: str) -> bool:
    """Whether a line is a whole turn."""
    seat, ask = moment.ask.seat, moment.ask.id
    with suppress(Refusal):
        finish(match.game, moment.state, seat, ask, match.game.notation.read(match.game.view(moment.state, seat), line))
        return True
    return False


def _comes_to(match: Match, moment: Moment, moves: Sequence[Move]) -> object:
    """The state that a whole turn leads to."""
    return finish(match.game, moment.state, moment.ask.seat, moment.ask.id, moves).state


def _find_longer(match: Match, moment: Moment, typed: str) -> list[str]:
    """The longer lines that completion offers."""
    return [line for line in _complete(match, moment, typed.lstrip()) if line != typed.strip()]


def _complete(match: Match, moment: Moment, typed: str) -> list[str]:
    """The lines that completion offers."""
    found = complete_line(match.turn(moment), typed, words=match.words)
    return [suggestion.word for suggestion in found.suggestions]


def _press_move(match: Match, moment: Moment, draft: Draft, move: Move) -> Draft:
    """Put a move together press by press."""
    verb = verb_of(move)
    before = len(draft.moves)
    if not fields_of(type(move)):
        return press(match.turn(moment), draft, verb)
    for info in fields_of(type(move)):
        value = getattr(move, info.name)
        for at, element in enumerate(close_tuple(info, value) if info.repeated else (value,)):
            if len(draft.moves) > before or _count_filled(draft, verb, info) > at:
                continue
            _check_menu(match, moment, draft, verb, element)
            draft = press(match.turn(moment), draft, verb, element)
            assert draft.partial == read_partial(match.game, write_partial(draft.partial))
    return draft


def _count_filled(draft: Draft, verb: str, info: FieldInfo) -> int:
    """How many values of a field are filled in; what needs no press is filled in by itself."""
    here = draft.partial.filled.get(info.name) if draft.partial.verb == verb else None
    if here is None:
        return 0
    return len(here) if isinstance(here, tuple) else 1


def _check_menu(match: Match, moment: Moment, draft: Draft, verb: str, element: object) -> None:
    found = menu(match.turn(moment), draft)
    row = next(row for row in found.rows if row.verb == verb)
    assert element in [choice.value for choice in row.choices]
    for choice in row.choices:
        assert choice.label is not None
        assert 1 <= len(match.words(choice.label)) <= 100


def test_pressed_panels_make_the_same_turn(game: AnyGame, seats: int) -> None:
    """
    The turns of a random match, pressed choice by choice, give the same moves; the menu offers each press, and says
    that the turn can be confirmed when it can.
    """
    match = play_random(game, seats)

    for moment in match.moments():
        seat, ask = moment.ask.seat, moment.ask.id
        draft = open_draft(match.turn(moment))
        for at, move in enumerate(moment.entry.moves):
            if at >= len(draft.moves) and not isinstance(move, ends_of(game)):
                draft = _press_move(match, moment, draft, move)
        assert menu(match.turn(moment), draft).finishable
        assert moment.entry.moves == add_end(game, moment.state, seat, ask, draft.moves)[0]


def test_random_presses_can_be_taken_back(game: AnyGame, seats: int) -> None:
    """
    From any draft, step by step back leads to the draft one starts with, and each draft on the way has a menu.
    """
    match = play_random(game, seats)
    rng = Rng(SEED)

    for moment in match.moments()[::5]:
        first = draft = open_draft(match.turn(moment))
        for _ in range(12):
            rows = menu(match.turn(moment), draft).rows
            if not rows:
                break
            row = rng.pick("row", rows)
            value = rng.pick("value", row.choices).value if row.choices else None
            draft = press(match.turn(moment), draft, row.verb, value)
        for _ in range(100):
            if draft == first:
                break
            draft = step_back(match.turn(moment), draft)
            menu(match.turn(moment), draft)
        assert first == draft
