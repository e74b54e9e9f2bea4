"""The private panel's keys: the control panel of a live hunt (L5.3, L5.4) and the plan builder (M5).

Labels are short enough for each row to stand in one line on a phone, and whatever the position every key has a place of
its own; the head says in full what a label abbreviates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from games.core.game import Ask
from games.core.keypad import Does, Key, Keypad, Press
from games.core.moves import STOP, title_of, verb_of
from games.core.text import Text, lines, phrase, raw, say
from games.grumpf.choices import choices
from games.grumpf.components import BOARDS, CLUB, VALUES, other_face
from games.grumpf.deeds import BEST, FITS, HOLD, HUT, LAST, OR, SAFE
from games.grumpf.moves import Club, Final, Flip, Hut, Place, Ready, Step
from games.grumpf.rules.beats import drum_order
from games.grumpf.rules.planning import add_step, sketch, steps_made
from games.grumpf.state import Clan, Piece, State
from games.grumpf.view import View
from games.grumpf.words.describe import describe_hunt
from games.grumpf.words.names import board_name
from games.grumpf.words.steps import tell_failed, tell_step

ROW = 5
SPACES_ROW = 4
"""So many spaces with their numbers fit side by side on a phone."""
NONE = "––"
"""Stands on a key that does nothing now; as wide as a token, so that those beside it stay where they are."""
_SMALL = dict(zip((*"12345", CLUB), ("¹", "²", "³", "⁴", "⁵", "ˣ"), strict=True))
"""How the face that is down stands on a token's key."""


def keypad(view: View, ask: Ask, verb: str, filled: Mapping[str, Any], focus: str) -> Keypad | None:
    """Return the keys of an action in a live hunt, or of the next stroke of a plan; None at other asks."""
    if view.seat is None or not 0 <= view.seat < view.state.players:
        return None
    if Place in ask.verbs:
        return replace(_Hunt(view.state, view.seat, focus).keypad(), board=describe_hunt(view))
    if Step in ask.verbs and verb in ("", verb_of(Step)):
        return _Plan(view, filled.get("choice", ())).keypad()
    return None


def _dead(focus: str = "") -> Key:
    return _key(NONE, focus=focus, off=True)


def _key(label: Text | str, does: Does = Does.LOOK, **rest: Any) -> Key:  # noqa: ANN401 (fields of Key)
    return Key(label=raw(label) if isinstance(label, str) else label, does=does, **rest)


READY = _key(phrase(title_of(Ready)), Does.PRESS, presses=(Press(verb_of(Ready)),))
"""Under the board, before a live hunt."""


# --- The live hunt ----------------------------------------------------------------------------------------------------


class _Hunt:
    """The control panel; its focus is written ``15``, ``1x!``, ``1x*B`` or, to hit the own Grumpf, ``1x*B4``."""

    def __init__(self, state: State, seat: int, focus: str) -> None:
        self.state = state
        self.clan = state.clans[seat]
        self.tokens = state.tokens
        pressed, _, aim = focus.partition("*")
        self.best = pressed.endswith(BEST)
        self.token = self._next(pressed.removesuffix(BEST))
        self.face = self.clan.up.get(self.token, "")
        club = self.face == CLUB and self.token == pressed.removesuffix(BEST)
        self.best = self.best and club
        self.board = aim[:1] if club and aim[:1] in BOARDS else ""
        self.space = aim[1:] if self.board else ""

    def _next(self, token: str) -> str:
        """Return the token that is selected: the one pressed, or once it is placed the next one in hand (L5.4)."""
        if token not in self.tokens:
            return ""
        start = self.tokens.index(token)
        order = (*self.tokens[start:], *self.tokens[:start])
        return next((one for one in order if one in self.clan.hand), "")

    def keypad(self) -> Keypad:
        """Return the rows of L5.3: tokens, boards or the spaces of one, and what ends or helps a club."""
        tokens = [self._token(token) for token in self.tokens]
        home = _key(say("grumpf.choice.key.hut"), Does.PLAY, move=Hut(), focus=self.token)
        refresh = _key(say("grumpf.choice.key.refresh"), focus=self._focus)
        rows = [tokens[:ROW], [*tokens[ROW:], home, refresh]]
        rows += self._space_rows() if self.board else self._board_rows()
        return Keypad(tuple(map(tuple, rows)), self._head())

    def _head(self) -> Text:
        """Say in one line what comes next; there is always one, so that the keys below stay where they are."""
        if self.board:
            word = "own" if self.space else "space"
            return say(f"grumpf.choice.key.head.{word}", board=board_name(self.board), space=self.space)
        if self.best:
            return say("grumpf.choice.key.head.strongest")
        return say(f"grumpf.choice.key.head.{'club' if self.face == CLUB else 'board' if self.token else 'token'}")

    @property
    def _focus(self) -> str:
        if self.board:
            return f"{self.token}*{self.board}"
        return f"{self.token}{BEST if self.best else ''}"

    def _token(self, token: str) -> Key:
        """Show the face that is up, and small the other; the first press selects, further ones flip."""
        if token not in self.clan.hand:
            return _dead(token)
        up = self.clan.up[token]
        label = f"{up}{_SMALL[other_face(token, up)]}"
        if token != self.token:
            return _key(label, focus=token)
        return _key(label, Does.PLAY, move=Flip(token), focus=token, chosen=True)

    def _board_rows(self) -> list[list[Key]]:
        *boards, last = (self._board(code) for code in BOARDS)
        toggled = self.token if self.best else f"{self.token}{BEST}"
        club = self.face == CLUB
        strongest = _key(say("grumpf.choice.key.strongest"), focus=toggled, chosen=self.best, off=not club)
        return [boards, [last], [strongest, _key(say("grumpf.choice.key.back"), focus=self.token, off=True)]]

    def _board(self, code: str) -> Key:
        """Place what is selected, or club the strongest there, or turn to the board's spaces."""
        label = f"{code} {BOARDS[code].spaces.value - len(self.state.tracks[code])}"
        if not self.token:
            return _key(label, focus=f"*{code}", off=True)
        if self.best:
            return _key(label, Does.PLAY, move=Club(self.token, code, BEST), focus=self.token)
        if self.face == CLUB:
            return _key(label, focus=f"{self.token}*{code}")
        return _key(label, Does.PLAY, move=Place(f"{self.token}:{self.face}", code), focus=self.token)

    def _space_rows(self) -> list[list[Key]]:
        """Show the spaces of a board with clan and value in place of the boards."""
        track = self.state.tracks[self.board]
        keys = [
            self._space(str(number), track[number - 1] if number <= len(track) else None)
            for number in range(1, BOARDS[self.board].spaces.value + 1)
        ]
        best = _key(
            say("grumpf.choice.key.strongest"), Does.PLAY, move=Club(self.token, self.board, BEST), focus=self.token
        )
        back = _key(say("grumpf.choice.key.back"), focus=self.token)
        return [keys[:SPACES_ROW], keys[SPACES_ROW:] or [_dead()], [best, back]]

    def _space(self, number: str, piece: Piece | None) -> Key:
        """Club who stands there; the own Grumpf at the second press (L2.5), nobody where that can never be."""
        move = Club(self.token, self.board, number)
        if piece is None:
            return _key(say("grumpf.choice.key.free", number=number), Does.PLAY, move=move, focus=self.token)
        label = f"{number} {piece.label}"
        asking = f"{self.token}*{self.board}{number}"
        if piece.club or self.state.is_sheltered(piece.clan):
            return _key(label, focus=asking, off=True)
        if piece.clan != self.clan.code:
            return _key(label, Does.PLAY, move=move, focus=self.token)
        if self.space != number:
            return _key(label, focus=asking)
        sure = Club(self.token, self.board, number, True)
        return _key(f"{label}?", Does.PLAY, move=sure, focus=self.token, chosen=True)


# --- The plan builder -------------------------------------------------------------------------------------------------

_VERB = verb_of(Step)
_END = Press(_VERB, STOP)
SIXTH, SEVENTH = ROW, ROW + 1
"""Of the pieces that stand in rows 3 and 4."""


class _Plan:
    """The plan builder of M5: a key is live if the stroke may come next, or may begin the next step."""

    def __init__(self, view: View, strokes: Sequence[str]) -> None:
        self.view = view
        self.state = view.state
        self.seat = view.seat or 0
        self.clan = self.state.clans[self.seat]
        self.strokes = tuple(strokes)
        filled = {"choice": self.strokes} if self.strokes else {}
        self.offered = {str(choice.value) for choice in choices(view, Step, filled)}
        self.ends = STOP in self.offered
        self.following = self._find_following() if self.ends and self.strokes else frozenset()

    def _find_following(self) -> frozenset[str]:
        """Return the strokes with which the next step could begin."""
        after = add_step(self.state, self.seat, "".join(self.strokes))
        return frozenset(str(choice.value) for choice in choices(replace(self.view, state=after), Step, {}))

    def keypad(self) -> Keypad:
        """Return faces, deeds, boards (or what takes their place), and the ways to submit the plan."""
        whole = (_stroke(say("grumpf.choice.key.hut"), HUT), _stroke(say("grumpf.choice.key.hold"), HOLD))
        more = (_stroke(say("grumpf.choice.key.fits"), FITS), _stroke(say("grumpf.choice.key.or"), OR))
        rows = [
            tuple(self._live(_stroke(face, f"{face}>")) for face in VALUES),
            tuple(map(self._live, (_stroke(CLUB, f"{CLUB}*"), *whole, *more))),
            *self._middle(),
            self._last(),
        ]
        return Keypad(tuple(rows), self._head())

    def _live(self, key: Key) -> Key:
        """Return a key as it is now: where its stroke begins the next step, it ends this one first."""
        stroke = str(key.presses[0].value)
        if stroke in self.offered:
            return key
        return replace(key, presses=(_END, *key.presses), off=stroke not in self.following)

    def _middle(self) -> Iterator[tuple[Key, ...]]:
        """Yield rows 3 and 4: what may be chosen, then List (not beside seven pieces), the strongest, Undo."""
        shown = self._targets()
        listed = _key(say("grumpf.choice.key.list"), Does.LIST, presses=(Press(_VERB),))
        sixth = shown[SIXTH] if len(shown) > SIXTH else _dead()
        seventh = shown[SEVENTH] if len(shown) > SEVENTH else listed
        best = self._live(_stroke(say("grumpf.choice.key.best"), BEST))
        yield shown[:ROW] or (_dead(),)
        yield (sixth, seventh, best, _key(say("grumpf.choice.key.undo"), Does.UNDO))

    def _targets(self) -> tuple[Key, ...]:
        """Return the boards, or in their place a club's occupied spaces, clans behind ``!``, the guards of a hut."""
        if BEST in self.offered:
            track = self.state.tracks[self.strokes[-1]]
            return tuple(self._live(_stroke(piece.label, str(number))) for number, piece in enumerate(track, 1))
        if LAST in self.offered:
            return _stroke(say("grumpf.choice.key.last"), LAST), _stroke(say("grumpf.choice.key.safe"), SAFE)
        if self.strokes and self.strokes[-1] == BEST:
            return tuple(_stroke(clan, clan) for clan in self.state.names if clan in self.offered)
        return tuple(self._live(_stroke(code, code)) for code in BOARDS)

    def _last(self) -> tuple[Key, ...]:
        """Return the ways to submit the plan, final where it goes beyond this volley (A2.2), and to choose anew."""
        last = (_END,) if self.ends and self.strokes else ()
        ready = bool(last) or (bool(self.clan.plan) and not self.strokes)
        steps = len(steps_made(self.clan) if self.strokes else self.clan.plan) + bool(last)
        beyond = steps > self.state.volley[1] - self.state.beat and not self.clan.final
        keys = (
            _key(say("grumpf.choice.key.submit"), Does.CONFIRM, presses=last, off=not ready),
            _key(say("grumpf.choice.key.clear"), Does.CLEAR),
        )
        final = _key(say("grumpf.choice.key.final"), Does.CONFIRM, presses=(*last, Press(verb_of(Final))))
        return (*keys, final) if ready and beyond else keys

    def _head(self) -> Text:
        """Return the plan, a line for each beat with its drum order (M5), what Submit would leave out, the legend.

        Before anything is planned it begins with what failed of the plan before.
        """
        kept = self.clan.drafted and not self.strokes
        texts = list(self.clan.plan if kept else steps_made(self.clan))
        if self.strokes:
            texts.append("".join(self.strokes))
        new = not (self.strokes or self.clan.planned)
        failed = [say("grumpf.choice.key.failed", what=tell_failed(each)) for each in self.clan.failed if new]
        last = max(self.state.volley[1], self.state.beat + len(texts))
        told = [self._beat(beat, texts) for beat in range(self.state.beat + 1, last + 1)]
        held = tell_held(self.state, self.clan, texts) if self.ends or not self.strokes else ()
        return lines(*failed, *told, *held, say("grumpf.choice.key.legend"))

    def _beat(self, beat: int, texts: Sequence[str]) -> Text:
        """Return the line of a beat: its step in words and in notation, or that there is none yet."""
        at = beat - self.state.beat - 1
        order = raw(" ".join(self.state.clans[seat].code for seat in drum_order(self.state, beat)))
        if at >= len(texts):
            next_one = at == len(texts) and not (self.strokes and not self.ends)
            return say(f"grumpf.choice.key.beat_{'next' if next_one else 'open'}", beat=beat, order=order)
        unfinished = self.strokes and at == len(texts) - 1 and not self.ends
        what = "beat" if beat <= self.state.volley[1] else "beat_beyond"
        step = f"{texts[at]} …" if unfinished else texts[at]
        return say(f"grumpf.choice.key.{what}", beat=beat, what=tell_step(texts[at]), step=raw(step), order=order)


def tell_held(state: State, clan: Clan, texts: Sequence[str]) -> tuple[Text, ...]:
    """Return that beats of the volley without a step are held, and what that costs; () if there is none such.

    Who goes to a hut, or has no token left, holds nothing (A10.1).
    """
    first, last = state.beat + len(texts) + 1, state.volley[1]
    left = len(sketch(clan.hand, texts))
    if not texts or first > last or not left or any(text.startswith(HUT) for text in texts):
        return ()
    beats = tuple(raw(str(beat)) for beat in range(first, last + 1))
    lost = max(0, left - (state.beats - last))
    return (say(f"grumpf.choice.held{'_lost' if lost else ''}", beats=beats, count=len(beats), lost=lost),)


def _stroke(label: Text | str, stroke: str) -> Key:
    return _key(label, Does.PRESS, presses=(Press(_VERB, stroke),))
