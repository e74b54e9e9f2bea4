"""What a game's pictures must keep: every board can be read as Discord shows it, 550 × 350 pixels or 360 wide."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from importlib import import_module
from math import dist
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops

from bot.conformance.lettering.reading import CHOSEN, CUT, Read, faults, read
from bot.conformance.lettering.traced import trace
from bot.conformance.matches import Match, Moment, play_random
from bot.conformance.scenes import LONG, Drawn, Scene, course, make_scenes, scenes
from bot.conformance.words import languages_of
from bot.edge.limits import ALT_TEXT, EMOJI_BYTES, EMOJI_NAME
from games.core.game import Marks, Offer
from games.core.language.catalogue import Catalogue, load
from games.core.moves import close_tuple, values_of
from games.core.running.guide import guide_view
from games.core.running.play import find_offered_verbs
from games.core.search.enumerate import next_choices
from games.core.search.kept import cached_by_identity
from games.core.text import Text
from games.core.words import Words
from render.charts.symbols import symbol_plates
from render.core.emoji import SIDE, draw_emoji, encode_emoji, look_of, read_looks, read_names
from render.core.guide import RADIUS, Disc, add_discs
from render.core.output.encode import png
from render.core.picture import Picture, Theme
from render.core.plates import BYTE_BUDGET, HIGH, SCORE, WIDE, Plate
from render.core.registry import theme

ALIKE = 6
"""By which a channel of an emoji's look may differ from what is noted: lettering moves by a shade between systems."""
COVER_BYTES = 100_000
"""Of one cover: a phone on a slow line loads it in a second."""

LONGEST = "de"
"""The language of the longest lettering, for its plural forms: those of most that have letters as English has."""
SOME = 4
"""Every so many boards are told in each language."""
AROUND = 64  # pixels from what changes with an offer within which its name stands, such as the number beside a row


class PictureConformance:
    """Tests of one game's pictures; ``conformance.picture_conformance`` says which, and what of them is meant so."""

    drawn: ClassVar[Drawn]
    struck: ClassVar[frozenset[str]]
    named: ClassVar[bool]
    _traced: ClassVar[ExitStack]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Try each number of players; all tests of one stand together, so that its match is played and drawn once."""
        if "seats" not in metafunc.fixturenames:
            return
        key, seats = self.drawn.game.spec.key, self.drawn.game.spec.seats
        metafunc.parametrize("seats", seats, ids=[f"{key}-{number}" for number in seats], scope="class")

    @classmethod
    def setup_class(cls) -> None:
        """Note all lettering of these tests."""
        cls._traced = ExitStack()
        cls._traced.enter_context(trace(type(cls.drawn.pictures).__module__))

    @classmethod
    def teardown_class(cls) -> None:
        """Forget it."""
        cls._traced.close()

    def test_boards_can_be_read_as_discord_shows_them(self, seats: int) -> None:
        """
        Plates are at most 1100 × 700 and at least 11:7 wide, 250 kB for a board. All lettering lies whole on its plate,
        none on another, stands out from its ground, and is 11 pixels high on the desktop and 7 on a phone.
        """
        wrong: dict[str, str] = {}
        for scene in scenes(self.drawn, seats):
            found = [judge(plate, self.struck) for plate in scene.plates]
            size = sum(count for count, _ in found)
            if not 0 < size <= BYTE_BUDGET:
                wrong.setdefault(f"{size} bytes", scene.what)
            for plate, (_, told) in zip(scene.plates, found, strict=True):
                for each in told:
                    wrong.setdefault(f"{plate.shows}: {each}", scene.what)

        assert not wrong, _tell(wrong)

    def test_the_longest_lettering_of_all_languages_can_be_read(self, seats: int) -> None:
        """
        In place of each English lettering its longest translation, on a board in the middle of a match.
        """
        longest = longest_of(self.drawn.pictures)
        if not longest or seats != self.drawn.game.spec.seats[-1]:
            return
        played, names = course(self.drawn, seats), LONG[:seats]
        view = self.drawn.game.view(played[len(played) // 2], None)
        theme = Theme(LONGEST, longest)
        plates = self.drawn.pictures.board(view, Marks(), names=names, theme=theme)

        assert [] == [each for plate in plates for each in judge(plate, self.struck)[1]]

    def test_films_can_be_read_as_discord_shows_them(self, seats: int) -> None:
        """
        So can the boards of a film in the middle and at the end, where they aren't the first plates of the boards.
        """
        pictures, view_of = self.drawn.pictures, self.drawn.game.view
        if type(pictures).frame is Picture.frame:
            return
        played, names = course(self.drawn, seats), LONG[:seats]
        views = [view_of(played[at], None) for at in (len(played) // 2, -1)]
        images = [pictures.frame(view, Marks(), last=views[-1], names=names) for view in views]

        assert [] == [each for image in images for each in faults(image, read(image), struck=self.struck)]

    def test_choices_stand_on_the_picture(self, seats: int) -> None:
        """
        Each place that a panel offers changes the preview, and its letter stands there, 10 pixels high on a phone.
        """
        wrong: dict[str, str] = {}
        for number, scene in enumerate(scenes(self.drawn, seats)):
            if scene.offers:
                for each in self._find_unnamed(scene, number):
                    wrong.setdefault(each, scene.what)

        assert not wrong, _tell(wrong)

    def _find_unnamed(self, scene: Scene, number: int) -> Iterator[str]:
        """
        Yield which of the places offered cannot be found on a preview.

        One offer is left out on trial: by the scene's number the first, one in the middle, or the last.
        """
        large = [each for plate in scene.plates for each in find_visible(plate) if each.height >= CHOSEN - CUT]
        for offer in scene.offers:
            if offer.tag and all(each.note.text != offer.tag for each in large):
                yield f"{offer.spot}: no {offer.tag!r} of {CHOSEN} px on a phone"
        offer = (scene.offers[0], scene.offers[len(scene.offers) // 2], scene.offers[-1])[number % 3]
        changed = list(self._find_changed(scene, offer))
        if not changed:
            yield f"{offer.spot}: not shown"
        elif self.named and not any(_is_named(*pair) for pair in changed):
            yield f"{offer.spot}: not shown with a name of {CHOSEN} px on a phone"

    def _find_changed(self, scene: Scene, offer: Offer) -> Iterator[tuple[Plate, Plate]]:
        """The plates that are different without the offer: with it, and without."""
        fewer = tuple(each for each in scene.offers if each != offer)
        bare = self.drawn.pictures.preview(scene.view, replace(scene.marks, offers=fewer), names=scene.names)
        for plate, other in zip(scene.plates, bare, strict=False):
            if plate != other and image_of(plate).tobytes() != image_of(other).tobytes():
                yield plate, other

    def test_each_plate_is_told_in_words_of_its_own(self, seats: int) -> None:
        """
        Captions are never empty, have at most 1,024 characters, and no two plates of a board have the same.
        """
        rules = self.drawn.game
        for scene in scenes(self.drawn, seats):
            words = Words(rules.words, scene.names, strict=True)
            shows = [plate.shows for plate in scene.plates]
            told = [words(rules.panel.caption(scene.view, each)) for each in shows if each != SCORE]

            assert len(set(shows)) == len(shows), scene.what
            assert [len(each) for each in told if not 0 < len(each.strip()) <= ALT_TEXT] == [], scene.what
            assert len(set(told)) == len(told), scene.what

    def test_plates_are_told_in_every_language(self, seats: int) -> None:
        """
        Their captions keep that limit in each language that the game has a file for.
        """
        rules = self.drawn.game
        known = rules.words.languages() if isinstance(rules.words, Catalogue) else ()
        for scene in scenes(self.drawn, seats)[::SOME]:
            texts = [rules.panel.caption(scene.view, plate.shows) for plate in scene.plates if plate.shows != SCORE]
            for language in known:
                words = Words(rules.words, scene.names, language=language, strict=True)
                assert [] == [each for each in map(words, texts) if not 0 < len(each.strip()) <= ALT_TEXT], language

    def test_unchanged_plates_are_not_drawn_again(self, seats: int) -> None:
        """
        What a plate depends on has a hash, and the same board gives equal plates.
        """
        for scene, other in zip(scenes(self.drawn, seats), make_scenes(self.drawn, seats), strict=True):
            assert [] == [plate.shows for plate in scene.plates if not _is_hashable(plate)], scene.what
            assert len({*scene.plates, *other.plates}) == len(scene.plates), scene.what

    def test_the_guide_can_be_read_as_discord_shows_it(self) -> None:
        """
        All that the guide explains has a disc, whole on its plate and clear of the others; what is lettered below is
        covered whole or not at all, and is told in words; in every language.
        """
        rules, guide = self.drawn.game, self.drawn.game.spec.guide
        if guide is None:
            return
        view = guide_view(rules)
        for language in languages_of(rules):
            shown = self.drawn.pictures.guide(view, names=guide.names, theme=theme(rules.spec.key, language))
            found = list(zip(shown, add_discs(shown), strict=True))
            words = Words(rules.words, guide.names, language=language, strict=True)

            assert guide.things == tuple(disc.thing for _, discs in shown for disc in discs)
            assert [] == [each for (_, discs), plate in found for each in find_misplaced(discs, image_of(plate).size)]
            assert [] == [each for _, plate in found for each in judge(plate, self.struck)[1]], language
            assert sum(judge(plate, self.struck)[0] for _, plate in found) <= BYTE_BUDGET
            assert all(words(rules.panel.caption(view, plate.shows)).strip() for _, plate in found)

    def test_symbols_can_be_read_as_discord_shows_them(self) -> None:
        """
        Each piece that the rules show has a name and a drawing, and each group a sentence; in every language the plates
        keep the limits of those of a board.
        """
        rules = self.drawn.game
        groups = rules.spec.symbols
        known = self.drawn.pictures.emoji()
        for language in languages_of(rules) if groups else ():
            words = Words(rules.words, language=language, strict=True)
            names = [words(piece.name) for group in groups for piece in group.pieces]
            told = [words(Text(f"{rules.spec.key}.guide.symbols.{group.group}")) for group in groups]
            plates = symbol_plates(rules.spec.key, [[piece.key for piece in group.pieces] for group in groups], names)

            assert all(name.strip() for name in (*names, *told, words(Text(f"{rules.spec.key}.guide.symbols"))))
            assert [] == [each for plate in plates for each in judge(plate, self.struck)[1]], language
            assert sum(judge(plate, self.struck)[0] for plate in plates) <= BYTE_BUDGET
        assert {piece.key for group in groups for piece in group.pieces} <= known.keys()

    def test_emoji_of_pieces_are_as_noted(self) -> None:
        """
        Each is 128 pixels wide and high, fits what Discord takes, can be told from its ground, light or dark, and looks
        as noted, or `python -m render.core.emoji <package>` has to be run again.
        """
        package = import_module(type(self.drawn.pictures).__module__).__package__ or ""
        looks, names = read_looks(package), read_names(self.drawn.game.spec.key, package)
        made = self.drawn.pictures.emoji()
        wrong = [name for name in names.values() if not re.fullmatch(rf"\w{{2,{EMOJI_NAME}}}", name, re.ASCII)]
        for piece, make in made.items():
            image = draw_emoji(make())
            now, noted = look_of(image), bytes.fromhex(looks.get(piece, ""))
            if len(now) != len(noted) or max(map(abs, map(int.__sub__, now, noted))) > ALIKE:
                wrong.append(f"{piece} looks otherwise than noted")
            if image.size != (SIDE, SIDE) or len(encode_emoji(image)) > EMOJI_BYTES:
                wrong.append(f"{piece} is too large")

        assert not wrong
        assert made.keys() == names.keys()

    def test_pieces_that_are_offered_have_emoji(self, seats: int) -> None:
        """
        Whatever a choice names as its piece, with the fewest players and with the most.
        """
        if seats not in (self.drawn.game.spec.seats[0], self.drawn.game.spec.seats[-1]):
            return
        match, made = play_random(self.drawn.game, seats), self.drawn.pictures.emoji()

        assert set() == {piece for moment in match.moments() for piece in _find_pieces(match, moment)} - made.keys()

    def test_the_cover_is_one_whole_plate(self) -> None:
        """
        It fills the box in which Discord shows it, is small, is the same each time, and is told in words.
        """
        rules = self.drawn.game
        shown = self.drawn.pictures.cover(rules.spec.title)
        if not shown:
            return
        words, told = Words(rules.words, strict=True), rules.spec.cover

        assert [(WIDE, HIGH)] == [image_of(plate).size for plate in shown]
        assert [] == [plate.shows for plate in shown if not _is_hashable(plate) or len(plate.file()) > COVER_BYTES]
        assert self.drawn.pictures.cover(rules.spec.title) == shown
        assert told is not None
        assert 0 < len(words(told)) <= ALT_TEXT


def longest_of(pictures: Picture[Any]) -> Mapping[str, str]:
    """Return each lettering of a game's pictures in the language in which it is longest."""
    try:
        catalogue = load(type(pictures).__module__.rpartition(".")[0])
    except (FileNotFoundError, ModuleNotFoundError, ValueError):  # drawn by a module that is in no package
        return {}
    found: dict[str, str] = {}
    for tag in catalogue.languages():
        for english, sentence in catalogue.translation(tag).sentences.items():
            found[english] = max(found.get(english, english), sentence, key=len)
    return found


@cached_by_identity(512)
def image_of(plate: Plate) -> Image.Image:
    """Return a plate's picture; each is drawn once."""
    return plate.image()


@cached_by_identity(512)
def find_visible(plate: Plate) -> tuple[Read, ...]:
    """Return the letterings that are to be seen on a plate."""
    return tuple(read(image_of(plate)))


@cached_by_identity(512)
def judge(plate: Plate, struck: frozenset[str]) -> tuple[int, tuple[str, ...]]:
    """Return the bytes of a plate, and what is wrong with it."""
    image = image_of(plate)
    wrong = [*faults(image, find_visible(plate), struck=struck)]
    wide, high = image.size
    if wide > WIDE or high > HIGH or wide * 7 < high * 11:
        wrong.append(f"{wide} x {high} pixels")
    return len(png(image, dense=plate.dense)), tuple(wrong)


def find_misplaced(discs: Iterable[Disc], size: tuple[int, int]) -> list[str]:
    """What is wrong with where discs lie on a picture of that size: each must lie on it, and cover no other."""
    held = list(discs)
    wrong = [
        f"{each.thing}: disc {tuple(map(round, each.at))} beyond the edge"
        for each in held
        if not (RADIUS <= each.at[0] <= size[0] - RADIUS and RADIUS <= each.at[1] <= size[1] - RADIUS)
    ]
    wrong += [
        f"{each.thing}: points beyond the edge"
        for each in held
        if each.to is not None and not (0 <= each.to[0] < size[0] and 0 <= each.to[1] < size[1])
    ]
    return wrong + [
        f"{one.thing} and {other.thing}: discs cover each other"
        for at, one in enumerate(held)
        for other in held[at + 1 :]
        if dist(one.at, other.at) < 2 * RADIUS
    ]


def _find_pieces(match: Match, moment: Moment) -> Iterator[str]:
    """The pieces named by what is offered on the way to a turn: by each question of each move."""
    for state, ask, move in match.halfway(moment):
        view = match.turn(moment).at(state).view
        filled: dict[str, Any] = {}
        for verb in find_offered_verbs(match.game, ask):
            question = next_choices(match.game, view, verb, {})
            yield from (choice.piece for choice in question.choices if choice.piece) if question else ()
        while (question := next_choices(match.game, view, type(move), filled)) is not None:
            yield from (choice.piece for choice in question.choices if choice.piece)
            field, whole = question.field, getattr(move, question.field.name)
            if field.repeated:
                done = len(values_of(filled, field.name))
                whole = whole[: done + 1] if done < len(whole) else close_tuple(field, whole)
            filled = {**filled, field.name: whole}


def _tell(wrong: Mapping[str, str]) -> str:
    return "\n".join(f"{each} ({scene})" for each, scene in wrong.items())


def _is_hashable(plate: Plate) -> bool:
    try:
        hash(plate)
    except TypeError:
        return False
    return True


def _is_named(plate: Plate, bare: Plate) -> bool:
    """Whether a lettering that is large enough stands where two pictures differ."""
    box = ImageChops.difference(image_of(plate).convert("RGB"), image_of(bare).convert("RGB")).getbbox()
    return box is not None and any(_stands(each, box) for each in find_visible(plate))


def _stands(each: Read, box: tuple[int, int, int, int]) -> bool:
    left, top, right, bottom = each.note.box
    return (
        each.height >= CHOSEN - CUT
        and left > box[0] - AROUND
        and top > box[1] - AROUND
        and right < box[2] + AROUND
        and bottom < box[3] + AROUND
    )
