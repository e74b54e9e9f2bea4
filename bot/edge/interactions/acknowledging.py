"""When an interaction is acknowledged: before its work, or by the answer itself where that comes at once.

A press in a private message is answered in one request: the answer takes the place of what was pressed, and counts as
the acknowledgement. To acknowledge first and edit then takes two, and edits are limited by channel. What takes
longer, such as a picture, is acknowledged as soon as that is known.
"""

import asyncio
from time import monotonic

import discord
import structlog

from bot.edge import limits
from bot.edge.delivery.retiring import QUIET
from bot.edge.delivery.retries import PASSING, SOON, repeat
from bot.edge.interactions import Interaction
from bot.edge.messages.builder import Post
from bot.edge.platform.handover import AWAITED
from bot.metrics import ACKNOWLEDGING

log = structlog.get_logger(__name__)

HOLD = 1.5
"""Seconds for which the acknowledgement of a press waits for its answer: Discord gives three, repeats included."""
AT_ONCE = 1.0
"""Seconds that the answer in one request may take; then the press is acknowledged, and the answer shown after it."""
PATIENCE = 5.0
"""Seconds that an acknowledgement may take with its repeats: Discord gives three, and others wait behind it."""
LOST = (discord.InteractionResponded, *PASSING)
"""What a request raises that broke off, or came after another."""


class Acknowledgement:
    """That of one interaction. ``update``: the private message that was pressed is changed in place."""

    def __init__(self, interaction: Interaction, *, update: bool) -> None:
        """Nothing is sent yet."""
        self._interaction = interaction
        self.update = update
        self._arrived = monotonic()
        self._timer: asyncio.TimerHandle | None = None
        self._sending: asyncio.Task[bool] | None = None
        self._answered = False

    @property
    def begun(self) -> bool:
        """Whether it is sent apart from the answer."""
        return self._sending is not None

    def hold(self) -> bool:
        """Wait for the answer, up to ``HOLD`` seconds after the press; False if it was too long ago for that.

        So what Discord gave up on, such as a press that came again with a resumed connection, is not carried out.
        """
        ago = (discord.utils.utcnow() - self._interaction.created_at).total_seconds()
        if ago >= HOLD or AWAITED in self._interaction.extras:
            return False
        self._timer = asyncio.get_running_loop().call_later(HOLD - max(ago, 0), self.begin)
        return True

    def begin(self) -> None:
        """Send it now, unless it is sent already, or the answer was the acknowledgement."""
        self._stop_waiting()
        if self._answered:
            return
        if self._sending is None or self._sending.cancelled():
            self._sending = asyncio.create_task(self._send())

    async def finish(self) -> bool:
        """Send it, and wait until Discord has it; False if it is too late, and nothing can be answered any more."""
        self.begin()
        assert self._sending is not None, "it was begun"
        return await self._sending

    async def answer(self, post: Post) -> bool:
        """Show the answer in place of what was pressed, in one request; False if that failed, and nothing is known.

        Only as long as the acknowledgement has not begun. It is not tried again: a later answer may be shown by then.
        """
        self._stop_waiting()
        edit = self._interaction.response.edit_message
        try:
            async with asyncio.timeout(AT_ONCE):
                await edit(view=post.view, attachments=post.files(), allowed_mentions=QUIET)
        except Exception as error:  # whatever it is: the presenter has the ways out
            log.info("acknowledging before answering", why=repr(error))
            return False
        self._answered = True
        self._note_time()
        return True

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _note_time(self) -> None:
        ACKNOWLEDGING.observe(monotonic() - self._arrived)

    async def _send(self) -> bool:
        response = self._interaction.response
        try:
            async with asyncio.timeout(PATIENCE):
                if self.update:
                    await repeat(response.defer, pauses=SOON)
                else:
                    await repeat(lambda: response.defer(ephemeral=True, thinking=True), pauses=SOON)
        except discord.HTTPException as error:
            if error.code == limits.Code.ALREADY_ANSWERED and AWAITED in self._interaction.extras:
                return False  # the process from which this one has taken over answers it
            if error.code in limits.INTERACTION_OVER:
                log.info("an interaction was over before it was answered", code=error.code)
                return False
            if error.code != limits.Code.ALREADY_ANSWERED:  # else an attempt before had effect, its answer lost
                log.warning("an acknowledgement failed", code=error.code, status=error.status)
        except LOST as error:
            log.warning("an acknowledgement failed", error=repr(error))
        finally:
            self._note_time()
        return True
