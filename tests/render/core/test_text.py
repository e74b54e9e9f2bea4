"""What is drawn of names, and how text is made to fit."""

import pytest

from render.core.lettering.fonts import DEJAVU, DOSIS, DROID, FALLBACKS, KAFFEESATZ, SYMBOLA, VOLLKORN, face_for, has
from render.core.lettering.letters import lettering
from render.core.lettering.text import ELLIPSIS, Run, fit, ink_box, plain, runs, width

INK = (42, 33, 26)


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Anna", "Anna"),
        ("  Anna \t B ", "Anna B"),
        ("𝓐𝓷𝓷𝓪", "Anna"),
        ("🦊 Foxy", "🦊 Foxy"),
        ("👍🏽", "👍"),
        ("🇳🇱", "NL"),
        ("A\u200bn\u202en\ufe0fa", "Anna"),
        ("太郎", "太郎"),
        ("\u200b\u200b", ""),
        ("\U000e0041", ""),
        ("", ""),
    ],
)
def test_plain_keeps_what_can_be_drawn(name: str, drawn: str) -> None:
    """
    Fancy letters become plain, invisible and unknown characters go.
    """
    assert plain(name) == drawn


def test_marks_are_kept_to_two_on_a_letter() -> None:
    """
    A letter under a pile of marks keeps two of them.
    """
    assert plain("q" + "\u0301\u0302\u0303\u0304\u0305") == "q\u0301\u0302"


def test_no_name_shows_a_box() -> None:
    """
    Every character left is drawn by a face that has it.
    """
    names = "Ψ Ж א ع ☕ 🎲 龍 ⅷ ﬁ ﷽ \U0001faf8 \ue000 ෴ 한"
    missing = {c for c in plain(names) if face_for(VOLLKORN, c) is None}

    assert missing == set()


def test_each_face_draws_its_part() -> None:
    """
    The wanted face draws what it has; other scripts and symbols come from the fallback faces.
    """
    assert runs("Foxy 🦊 龍", KAFFEESATZ) == (
        Run(KAFFEESATZ, "Foxy "),
        Run(SYMBOLA, "🦊"),
        Run(KAFFEESATZ, " "),
        Run(DROID, "龍"),
    )
    assert face_for(KAFFEESATZ, "ع") == DEJAVU


def test_faces_say_what_they_lack() -> None:
    """
    Kaffeesatz has letters but no emoji; a code point that nobody uses is in no face.
    """
    assert has(KAFFEESATZ, "A")
    assert not has(KAFFEESATZ, "🦊")
    assert not any(has(face, "\U0010fffd") for face in (VOLLKORN, *FALLBACKS))


def test_fit_shrinks_before_it_cuts() -> None:
    """
    A long name is first drawn smaller, and cut only at the least size.
    """
    name = "Bartholomeus van der Hoogen"
    roomy, tight, narrow = (fit(name, VOLLKORN, room, (58, 34)) for room in (900, 700, 240))

    assert roomy == (name, 58)
    assert tight.text == name
    assert 34 <= tight.size < 58
    assert narrow.size == 34
    assert ELLIPSIS in narrow.text
    assert all(width(each.text, VOLLKORN, each.size) <= room for each, room in ((tight, 700), (narrow, 240)))


def test_names_that_begin_alike_differ_when_they_are_cut() -> None:
    """
    The last letters are kept where at least nine of the first are; in less room the first ones alone.
    """
    names = ("Bartholomeus van der Hoogenbergh", "Bartholomeus van der Hoogeveen", "Bartholomeus van der Hoeven")
    cut = [fit(name, VOLLKORN, 300, (34, 34)).text for name in names]

    assert ["rgh", "een", "ven"] == [text[-3:] for text in cut]
    assert all(ELLIPSIS in text and text.startswith("Bartholomeus"[:9]) for text in cut)
    assert fit(names[0], VOLLKORN, 120, (34, 34)).text.endswith(ELLIPSIS)


def test_fit_of_a_single_wide_letter() -> None:
    """
    Where not even one letter fits, the ellipsis stands for the name.
    """
    assert fit("WWW", VOLLKORN, 12, (40, 40)).text == ELLIPSIS


def test_lettering_stands_on_its_baseline() -> None:
    """
    The raster covers the ink and knows where the pen started.
    """
    left, top, right, bottom = ink_box("Ag", KAFFEESATZ, 40)
    raster = lettering("Ag", KAFFEESATZ, 40, INK)

    assert (raster.left, raster.top) == (left - 1, top - 1)
    assert raster.image.size == (right - left + 2, bottom - top + 2)
    assert raster.image.getchannel("A").getbbox() is not None


def test_empty_lettering_draws_nothing() -> None:
    """
    Nothing is drawn for an empty text.
    """
    assert lettering("", KAFFEESATZ, 40, INK).image.getchannel("A").getbbox() is None
    assert lettering(" ", KAFFEESATZ, 40, INK).image.getchannel("A").getbbox() is None


def test_marks_that_a_face_lacks_are_left_out() -> None:
    """
    Dosis has no stroke to lay through a letter: the letter stands alone, not beside a box.
    """
    assert runs("W̷i", DOSIS) == (Run(DOSIS, "Wi"),)
