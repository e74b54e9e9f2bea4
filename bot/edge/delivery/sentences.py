"""Sentences about a match, as they are posted at its place."""

from bot.app.notifications.courier import Notice
from bot.app.undo.service import PROPOSALS
from bot.edge.messages.builder import Post, plain
from bot.edge.messages.calls import CALLS, call_post
from bot.edge.messages.formatting import prose_of
from bot.edge.messages.proposals import BALLOTS, ballot_post
from bot.edge.messages.undo import proposal_post


def sentence_post(notice: Notice, *, marker: int) -> Post:
    """Return a sentence about a match, with the buttons that go with it."""
    match_view, text = notice.match_view, notice.text
    if text is not None and text.id in PROPOSALS:
        return proposal_post(match_view, text, notice.lines, mention=notice.mention, marker=marker)
    if text is not None and text.id in BALLOTS:
        return ballot_post(match_view, text, mention=notice.mention, marker=marker)
    if text is not None and text.id in CALLS:
        return call_post(notice, text, marker=marker)
    words = prose_of(match_view)(text) if text is not None else ""
    called = " ".join(f"<@{user}>" for user in notice.mention)
    return plain(f"{called} {words}".strip(), marker=marker)
