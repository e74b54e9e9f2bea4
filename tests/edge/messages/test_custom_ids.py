"""Custom ids of buttons and selects."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.edge import limits
from bot.edge.messages.custom_ids import ButtonAction, Press

WORDS = st.text(max_size=20)


@given(
    st.sampled_from(ButtonAction),
    st.integers(0, 10**9),
    st.text(alphabet="abc:.|%-0123456789", max_size=8),
    st.integers(0, 999),
    WORDS,
    st.integers(0, 2**63),
)
def test_what_was_written_is_read(verb: ButtonAction, match: int, ask: str, at: int, value: str, revision: int) -> None:
    """
    Every press survives its custom id, also with separators in the ask, anything in the value and a revision.
    """
    press = Press(verb=verb, match=match, ask=ask, at=at, value=value, revision=revision)

    assert press == Press.read(press.custom_id())


def test_a_custom_id_beyond_100_characters_is_refused() -> None:
    """
    Discord takes 100 characters; what does not fit is an error here and not there.
    """
    press = Press(verb=ButtonAction.CHOOSE, match=142, ask="t1", value="x" * limits.CUSTOM_ID)

    with pytest.raises(ValueError, match="119 characters"):
        press.custom_id()


@pytest.mark.parametrize(
    "foreign",
    ["", "lt", "lt|dance|1||0|", "lt|play|x||0|", "buy:3", "lt|play|1||0", "lt|play|1||0~|", "lt|play|1||~x|"],
)
def test_what_nobody_wrote_is_an_error(foreign: str) -> None:
    """
    An id of another release or another bot is not read as something else.
    """
    with pytest.raises(ValueError):  # noqa: PT011  # the message is the id itself
        Press.read(foreign)
