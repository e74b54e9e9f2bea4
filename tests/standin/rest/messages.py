"""Messages and pins by the ordinary endpoints."""

from __future__ import annotations

from itertools import islice

from tests.standin import messages, moderation, payloads, threads
from tests.standin.errors import ApiError, Code
from tests.standin.messages import Sender
from tests.standin.model import FORUMS, Message
from tests.standin.permissions import Right, demand, sending
from tests.standin.rates import Rate
from tests.standin.rest.channels import visible
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Obj, iso
from tests.standin.world import BOT

CREATING = Rate(5, 5.0, "channel_id")
EDITING = Rate(5, 5.0, "channel_id")
DELETING = Rate(5, 1.0, "channel_id")


@route("POST", "/channels/{channel_id}/messages", rate=CREATING)
def create(call: Call) -> Reply:
    """A new message; with ``enforce_nonce`` a repeat gives the first one."""
    channel, rights = visible(call)
    world = call.stand.world
    if channel.kind in FORUMS:
        raise ApiError(Code.NO_MESSAGES_IN_FORUM)
    demand(rights, sending(channel))
    if call.body.get("embeds"):
        demand(rights, Right.EMBED_LINKS)
    if call.uploads:
        demand(rights, Right.ATTACH_FILES)
    messages.refuse_dm(call.stand, channel)
    nonce = call.body.get("nonce")
    if nonce is not None and call.body.get("enforce_nonce"):
        first = world.by_nonce(channel=channel.id, author=BOT, nonce=str(nonce))
        if first is not None and first.deleted:
            raise ApiError(Code.UNKNOWN_MESSAGE)
        if first is not None:
            return Reply(payloads.message(world, first, nonce=True))
    threads.wake(call.stand, channel, rights=rights)
    moderation.check_slow(call.stand, channel, author=BOT)
    message = messages.create(call.stand, channel, body=call.body, uploads=call.uploads, sender=Sender(author=BOT))
    return Reply(payloads.message(world, message, nonce=True))


@route("GET", "/channels/{channel_id}/messages")
def history(call: Call) -> Reply:
    """A page of history, newest first, without ephemeral messages."""
    channel, rights = visible(call)
    if not rights & Right.READ_MESSAGE_HISTORY:
        return Reply([])
    world = call.stand.world
    limit = max(1, min(100, int(call.query.get("limit", 50))))
    bounds = {name: int(call.query[name]) for name in ("after", "before", "around") if name in call.query}
    after = bounds.get("after", 0)
    before = bounds.get("before")
    found = [m for m in world.history(channel.id, after=after, before=before) if m.ephemeral_to is None]
    if "around" in bounds:
        nearest = sorted(found, key=lambda m: abs(m.id - bounds["around"]))[:limit]
        found = sorted(nearest, key=lambda m: m.id)
    page = list(islice(found, limit)) if "after" in bounds else found[-limit:]
    return Reply([_shown(call, m) for m in reversed(page)])


def _shown(call: Call, message: Message) -> Obj:
    """A fetched message: the words of others are empty without the message-content intent."""
    data = payloads.message(call.stand.world, message)
    direct = call.stand.world.channels[message.channel].guild is None
    if message.author == BOT or direct or BOT in message.mentions:
        return data
    return data | {"content": "", "embeds": [], "attachments": [], "components": []}


@route("GET", "/channels/{channel_id}/messages/pins")
def pins(call: Call) -> Reply:
    """The pinned messages, newest pin first."""
    channel, rights = visible(call)
    found = [m for m in call.stand.world.history(channel.id) if m.pinned is not None]
    if not rights & Right.READ_MESSAGE_HISTORY:
        found = []
    found.sort(key=lambda m: m.pinned or 0, reverse=True)
    items = [{"pinned_at": iso(m.pinned or 0), "message": _shown(call, m)} for m in found]
    return Reply({"items": items, "has_more": False})


@route("PUT", "/channels/{channel_id}/messages/pins/{message_id}")
@route("PUT", "/channels/{channel_id}/pins/{message_id}")
def pin(call: Call) -> Reply:
    """Pin; needs PIN_MESSAGES."""
    return _pin(call, pinned=True)


@route("DELETE", "/channels/{channel_id}/messages/pins/{message_id}")
@route("DELETE", "/channels/{channel_id}/pins/{message_id}")
def unpin(call: Call) -> Reply:
    """Unpin; needs PIN_MESSAGES."""
    return _pin(call, pinned=False)


def _pin(call: Call, *, pinned: bool) -> Reply:
    channel, rights = visible(call)
    demand(rights, Right.PIN_MESSAGES)
    messages.pin(call.stand, call.stand.world.message(channel.id, call.key("message_id")), pinned=pinned)
    return NOTHING


@route("GET", "/channels/{channel_id}/messages/{message_id}")
def get(call: Call) -> Reply:
    """One message."""
    channel, rights = visible(call)
    demand(rights, Right.READ_MESSAGE_HISTORY)
    return Reply(_shown(call, call.stand.world.message(channel.id, call.key("message_id"))))


@route("PATCH", "/channels/{channel_id}/messages/{message_id}", rate=EDITING)
def edit(call: Call) -> Reply:
    """Edit one of the bot's own messages."""
    channel, rights = visible(call)
    message = call.stand.world.message(channel.id, call.key("message_id"))
    if call.uploads:
        demand(rights, Right.ATTACH_FILES)
    messages.edit_by_bot(call.stand, message, body=call.body, uploads=call.uploads)
    return Reply(payloads.message(call.stand.world, message))


@route("DELETE", "/channels/{channel_id}/messages/{message_id}", rate=DELETING)
def delete(call: Call) -> Reply:
    """Delete a message; of others needs MANAGE_MESSAGES."""
    channel, rights = visible(call)
    message = call.stand.world.message(channel.id, call.key("message_id"))
    threads.refuse_archived(channel)
    if message.author != BOT:
        demand(rights, Right.MANAGE_MESSAGES)
    messages.delete(call.stand, message)
    return NOTHING
