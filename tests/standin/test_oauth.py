"""What users grant by OAuth2: what Discord's page asks, codes, tokens, and what may be told with them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from discord.http import Route

from tests.standin.client import Control, NotPossible
from tests.standin.small_bot import SmallBot
from tests.standin.stand import Stand
from tests.standin.wire import Obj
from tests.standin.world import BOT

BACK = "http://127.0.0.1/back"
RECORD = {"type": 2, "key": "wins", "name": "Wins", "description": "Matches won"}


class Asked:
    """Calls of the API by hand."""

    def __init__(self, base: str, session: aiohttp.ClientSession) -> None:
        self.base = base
        self._session = session

    async def token(self, *, secret: str = "standin-secret", **form: str) -> tuple[int, Obj]:
        """Ask for tokens."""
        auth = {"Authorization": f"Basic {b64encode(f'{BOT}:{secret}'.encode()).decode()}"}
        async with self._session.post(f"{self.base}/api/v10/oauth2/token", data=form, headers=auth) as response:
            return response.status, await response.json()

    async def bearer(
        self, method: str, path: str, token: str, *, body: Mapping[str, object] | None = None
    ) -> tuple[int, Obj]:
        """Ask as a user."""
        told = {"Authorization": f"Bearer {token}"}
        async with self._session.request(method, f"{self.base}/api/v10{path}", json=body, headers=told) as response:
            return response.status, await response.json() if response.status != 204 else {}


@pytest.fixture
async def asked(stand: Stand, control: Control) -> AsyncIterator[Asked]:
    """An application whose redirect is registered."""
    await control.settings(redirect=BACK)
    async with aiohttp.ClientSession() as session:
        yield Asked(stand.world.base, session)


def consent(base: str, **more: str) -> str:
    """The address of Discord's question."""
    query = {"client_id": str(BOT), "redirect_uri": BACK, "response_type": "code", "state": "s1"}
    return f"{base}/oauth2/authorize?{urlencode({**query, 'scope': 'identify role_connections.write', **more})}"


async def code(control: Control, asked: Asked, **more: str) -> str:
    """A code of user2's."""
    back = await control.authorize("user2", consent(asked.base, **more))
    return parse_qs(urlsplit(back).query)["code"][0]


async def test_a_user_is_asked_only_what_is_registered(control: Control, asked: Asked) -> None:
    """
    Another application, address or scope isn't; a refusal comes back without a code.
    """
    for wrong in ({"client_id": "1"}, {"redirect_uri": "http://127.0.0.1/other"}, {"scope": "everything"}):
        with pytest.raises(NotPossible):
            await control.authorize("user2", consent(asked.base, **wrong))
    refused = await control.authorize("user2", consent(asked.base), agrees=False)

    assert {"error": ["access_denied"], "state": ["s1"]}.items() <= parse_qs(urlsplit(refused).query).items()


async def test_a_code_is_good_once_and_for_its_address(control: Control, asked: Asked) -> None:
    """
    A wrong secret is 401 invalid_client; a code that was used, or for another address, is 400 invalid_grant.
    """
    form = {"grant_type": "authorization_code", "redirect_uri": BACK}
    one, other = await code(control, asked), await code(control, asked)
    wrong = await asked.token(secret="guess", code=one, **form)
    status, tokens = await asked.token(code=one, **form)
    again = await asked.token(code=one, **form)
    elsewhere = await asked.token(code=other, grant_type="authorization_code", redirect_uri="http://127.0.0.1/x")
    _, renewed = await asked.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    twice = await asked.token(grant_type="refresh_token", refresh_token=tokens["refresh_token"])
    old = await asked.bearer("GET", "/oauth2/@me", tokens["access_token"])
    _, mine = await asked.bearer("GET", "/oauth2/@me", renewed["access_token"])

    assert (401, {"error": "invalid_client"}) == wrong
    assert 200 == status
    assert [(400, {"error": "invalid_grant"})] * 3 == [again, elsewhere, twice]
    assert 401 == old[0]
    assert ("user2", ["identify", "role_connections.write"]) == (mine["user"]["username"], mine["scopes"])


async def test_records_are_five_with_plain_keys(bot: SmallBot, control: Control) -> None:
    """
    A sixth, a key with capitals, one twice, and a record without words are 50035.
    """
    path = "/applications/{application_id}/role-connections/metadata"

    async def put(*records: Mapping[str, object]) -> int:
        try:
            await bot.http.request(Route("PUT", path, application_id=BOT), json=records)
        except Exception as error:
            return int(getattr(error, "code", -1))
        return 200

    six = [{**RECORD, "key": f"wins_{n}"} for n in range(6)]
    codes = [await put(*six), await put({**RECORD, "key": "Wins"}), await put(RECORD, RECORD)]
    codes += [await put({"type": 2, "key": "wins"}), await put({**RECORD, "type": 9}), await put(*six[:5])]
    found = await bot.http.request(Route("GET", path, application_id=BOT))

    assert [50035, 50035, 50035, 50035, 50035, 200] == codes
    assert 5 == len(found)


async def test_what_is_told_fits_the_records_and_ends_with_the_grant(
    bot: SmallBot, control: Control, asked: Asked
) -> None:
    """
    Values are strings of registered records; without the scope, or after the user withdraws it, it is 401.
    """
    own = f"/users/@me/applications/{BOT}/role-connection"
    path = "/applications/{application_id}/role-connections/metadata"
    await bot.http.request(Route("PUT", path, application_id=BOT), json=[RECORD])
    form = {"grant_type": "authorization_code", "redirect_uri": BACK}
    _, tokens = await asked.token(code=await code(control, asked), **form)
    _, few = await asked.token(code=await code(control, asked, scope="identify"), **form)
    access = tokens["access_token"]
    wrong = [
        (await asked.bearer("PUT", own, access, body={"metadata": told}))[0]
        for told in ({"wins": 3}, {"wins": "many"}, {"losses": "3"})
    ]
    right = await asked.bearer("PUT", own, access, body={"platform_name": "Games", "metadata": {"wins": "3"}})
    scopeless = await asked.bearer("PUT", own, few["access_token"], body={"metadata": {"wins": "3"}})
    users = {user["username"]: user["connection"] for user in (await control.world("users"))["users"]}
    await control.authorize("user2")
    gone = await asked.bearer("PUT", own, access, body={"metadata": {"wins": "4"}})

    assert [400, 400, 400] == wrong
    assert (200, {"platform_name": "Games", "metadata": {"wins": "3"}}) == right
    assert {"platform_name": "Games", "metadata": {"wins": "3"}} == users["user2"]
    assert (401, 401) == (scopeless[0], gone[0])
