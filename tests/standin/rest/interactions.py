"""Answers to interactions, and messages through their tokens; none of it needs the bot's token."""

from __future__ import annotations

from tests.standin import interactions, payloads
from tests.standin.errors import ApiError, Code
from tests.standin.model import Interaction
from tests.standin.rates import Rate
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route

TOKEN_RATE = Rate(5, 2.0, "webhook_token", "webhook")
CALLBACK_RATE = Rate(5, 2.0, "interaction_token")


@route("POST", "/interactions/{interaction_id}/{interaction_token}/callback", rate=CALLBACK_RATE, opened=True)
def callback(call: Call) -> Reply:
    """The first answer."""
    world = call.stand.world
    interaction = world.interactions.get(call.key("interaction_id"))
    if interaction is None or interaction.token != call.params["interaction_token"]:
        raise ApiError(Code.UNKNOWN_INTERACTION)
    told = interactions.answer(call.stand, interaction, body=call.body, uploads=call.uploads)
    wanted = call.query.get("with_response", "").lower() in ("1", "true")
    return Reply(told) if wanted else NOTHING


def _opened(call: Call) -> Interaction:
    return interactions.by_token(call.stand, call.key("webhook_id"), token=call.params["webhook_token"])


@route("POST", "/webhooks/{webhook_id}/{webhook_token}", rate=TOKEN_RATE, opened=True)
def follow_up(call: Call) -> Reply:
    """A follow-up message."""
    interaction = _opened(call)
    call.stand.rates.webhook(interaction.channel)
    message = interactions.follow_up(call.stand, interaction, body=call.body, uploads=call.uploads)
    return Reply(payloads.message(call.stand.world, message))


@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", opened=True)
@route("GET", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", opened=True)
def get(call: Call) -> Reply:
    """A message of the interaction."""
    message = interactions.reach(call.stand, _opened(call), key=call.params.get("message_id", "@original"))
    return Reply(payloads.message(call.stand.world, message))


@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", rate=TOKEN_RATE, opened=True)
@route("PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", rate=TOKEN_RATE, opened=True)
def edit(call: Call) -> Reply:
    """Edit a message of the interaction."""
    interaction = _opened(call)
    call.stand.rates.webhook(interaction.channel, edit=True)
    key = call.params.get("message_id", "@original")
    message = interactions.rewrite(call.stand, interaction, key=key, body=call.body, uploads=call.uploads)
    return Reply(payloads.message(call.stand.world, message))


@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/@original", rate=TOKEN_RATE, opened=True)
@route("DELETE", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", rate=TOKEN_RATE, opened=True)
def delete(call: Call) -> Reply:
    """Delete a message of the interaction."""
    interactions.remove(call.stand, _opened(call), key=call.params.get("message_id", "@original"))
    return NOTHING
