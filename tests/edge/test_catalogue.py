"""The catalogue of the platform's sentences for translators."""

from pathlib import Path

from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

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
