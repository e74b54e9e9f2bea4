"""The check of linked roles, for bots that have set them up."""

import aiohttp
import discord

from bot.app.ratings.linked_roles import Unreachable
from bot.edge.doctor.checks import Check
from bot.edge.doctor.report import Outcome, Result
from bot.edge.doctor.session import Session
from bot.edge.linking.oauth import OAuth
from bot.edge.linking.records import fetch_records, list_records


async def check_linked_roles(session: Session) -> Outcome:
    """The secret, what the developer portal lists, the records, and the page under its public address."""
    oauth = session.oauth
    assert oauth is not None, "it is asked only where they are set up"
    try:
        await oauth.try_secret()
    except Unreachable as error:
        return Outcome(Result.FAILS, f"{error}.", "Copy the client secret anew from OAuth2 in the developer portal.")
    wrong = await _check_portal(session, oauth)
    if await fetch_records(session.client) != list_records():
        wrong.append("The values that roles can be tied to aren't registered; the bot does that at its next start.")
    wrong += await _check_page(oauth)
    if wrong:
        return Outcome(Result.FAILS, "The client secret is right, but something is missing:", lines=tuple(wrong))
    return Outcome(Result.WORKS, "Secret, addresses, values and the page are as they should be.")


async def _check_portal(session: Session, oauth: OAuth) -> list[str]:
    route = discord.http.Route("GET", "/applications/@me")
    info = await session.client.http.request(route)
    found = []
    if info.get("role_connections_verification_url") != oauth.start_url:
        found.append(f"General Information: “Linked Roles Verification URL” must be {oauth.start_url}.")
    if oauth.callback_url not in (info.get("redirect_uris") or ()):
        found.append(f"OAuth2: the redirect {oauth.callback_url} is missing.")
    return found


async def _check_page(oauth: OAuth) -> list[str]:
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=10)) as session,
            session.get(oauth.start_url, allow_redirects=False) as response,
        ):
            if response.status == 302 and "/oauth2/authorize" in response.headers.get("Location", ""):
                return []
            why = f"it answers {response.status}"
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        why = type(error).__name__
    return [f"{oauth.start_url} doesn't lead to this bot ({why}); is it running, and does the proxy reach its port?"]


LINKING = Check(
    "Linked roles",
    "Try the client secret, and compare the addresses and values that Discord knows with those of this bot.",
    "See “Linked roles” in docs/deploying.md.",
    check_linked_roles,
)
