"""Turns that are taken back, in words: what would go, who must agree, and the buttons for it."""

from collections.abc import Sequence

from bot.app.match.records import LogLine, MatchView, Receipt
from bot.app.undo.records import UndoView
from bot.edge.messages.builder import Button, MessageBuilder, Post, Style
from bot.edge.messages.custom_ids import ButtonAction, Press
from bot.edge.messages.formatting import describe_entries, join_sentences, prose_of, words_of
from bot.edge.words import N_, _, join_list
from db.ids import MatchId
from db.matches.rewind_records import Rewound
from db.records import TakeBack
from games.core.text import Text

YES, NO, ASK, REDO = "yes", "no", "ask", "redo"
"""Values of the buttons; ASK is followed by how many turns."""

MOST_LISTED = 2500
"""Characters of the list of turns that would go."""

RULES: dict[TakeBack, str] = {
    TakeBack.OWN: N_("own last turn right away, otherwise by consent (default)"),
    TakeBack.CONSENT: N_("by consent only"),
    TakeBack.NEVER: N_("never"),
}
"""What a host can choose, in words."""


def rule_words(rule: TakeBack) -> str:
    """Return a line for the card where the rule is not the usual one."""
    match rule:
        case TakeBack.OWN:
            return ""
        case TakeBack.CONSENT:
            return _("Turns can be taken back only by consent.")
        case TakeBack.NEVER:
            return _("Turns can't be taken back.")


def press(match: MatchId, value: str, *, newest: int) -> Press:
    """Return what a button says; it is void once ``newest`` is not the newest turn any more."""
    return Press(verb=ButtonAction.TAKE_BACK, match=match, at=newest, value=value)


def proposal_post(
    match_view: MatchView,
    text: Text,
    lines: Sequence[LogLine],
    *,
    mention: Sequence[int] = (),
    marker: int | None = None,
) -> Post:
    """Return the post that asks the others, with the exact turns and a button for each answer."""
    called = " ".join(f"<@{user}>" for user in mention)
    builder = MessageBuilder(marker=marker).say(f"{called} {words_of(match_view)(text)}".strip())
    builder.say(describe_entries(match_view, lines, notation=True), most=MOST_LISTED)
    newest = int(str(text.args["newest"]))
    match = match_view.match.id
    return builder.buttons(
        [
            Button(press(match, YES, newest=newest), _("Agree"), Style.MAIN),
            Button(press(match, NO, newest=newest), _("Refuse")),
        ]
    ).post()


def preview_post(match_view: MatchView, undo: UndoView, *, turns: int) -> Post:
    """Return the private list of what would go, with the button that asks the others, or does it at that price."""
    words = words_of(match_view)
    redo = undo.kind is Rewound.REDO
    if redo:
        head = _("{n, plural, one {This turn} other {These # turns}} would be restored:", n=undo.count)
    else:
        head = _("{n, plural, one {This turn} other {These # turns}} would be taken back:", n=undo.count)
    builder = MessageBuilder().say(head).say(describe_entries(match_view, undo.lines, notation=True), most=MOST_LISTED)
    value = REDO if redo else f"{ASK} {turns}"
    if undo.unrates:
        builder.say(
            _(
                "Something was revealed in between, and there's no one else to agree. If you take it back, this "
                "match no longer counts for ratings or records."
            )
        )
        return builder.buttons([Button(press(undo.match, value, newest=undo.newest), _("Take back, unrated"))]).post()
    names = join_list(words.name(seat) for seat in undo.missing)
    why = _("Something was revealed in between, so everyone must agree: {names}.", names=names)
    builder.say(why if undo.barrier else _("These players must agree: {names}.", names=names))
    builder.say(_("Players who don't answer in time abstain."))
    return builder.buttons([Button(press(undo.match, value, newest=undo.newest), _("Ask them"), Style.MAIN)]).post()


def report_done(match_view: MatchView, receipt: Receipt, *, redo: int | None) -> Post:
    """Return what was done; ``redo``: the newest turn now, if what was done can be undone by the doer."""
    builder = MessageBuilder().say(join_sentences(receipt.told, prose_of(match_view)) or _("Done."))
    buttons = []
    if receipt.asked and not receipt.over:
        buttons.append(Button(Press(verb=ButtonAction.PLAY, match=receipt.match), _("Play"), Style.MAIN))
    if redo is not None:
        buttons.append(Button(press(receipt.match, REDO, newest=redo), _("Restore")))
    if buttons:
        builder.buttons(buttons)
    return builder.post()
