"""The catalogue of the platform's sentences for translators."""

import re
from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.app.runtime.refusals import WORDS

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "bot" / "locale" / "longtable.pot"
RENEW = "pybabel extract --no-location --omit-header --sort-output -o bot/locale/longtable.pot bot/edge"


def test_the_template_holds_every_sentence_of_the_edge() -> None:
    """
    What players are told stands in the template that translations are made from; renew it with the command above.
    """
    found = {message for _, _, message, _, _ in extract_from_dir(ROOT / "bot" / "edge", [("**.py", "python")])}
    with TEMPLATE.open("rb") as file:
        known = {message.id for message in read_po(file) if message.id}

    assert found == known, RENEW


def test_a_tournament_is_called_so_in_every_sentence() -> None:
    """
    One word for one thing: a tournament is only one of the server's, which Discord calls so.
    """
    with TEMPLATE.open("rb") as file:
        sentences = [str(message.id) for message in read_po(file) if message.id]
    bare = {text: re.sub(r"\{[^}]*\}|`[^`]*`|\w+:(?!\w)", "", text) for text in (*sentences, *WORDS.values())}
    odd = [text for text, words in bare.items() if re.search(r"\bevents?\b", words, re.IGNORECASE)]

    assert [] == [text for text in odd if "manage" not in text]
