"""Discord's side of linked roles: tokens that people grant, and what is told about them. No token is ever logged."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import aiohttp

from bot.app.ratings.linked_roles import Tokens, Unreachable, Withdrawn
from bot.edge.words import N_
from db.ids import UserId

SCOPES = ("identify", "role_connections.write")
START, CALLBACK = "/linked-role", "/linked-role/callback"
"""Paths of the page that Discord sends people to, and of the one to which they come back."""
PLATFORM = "Longtable"
PATIENCE = aiohttp.ClientTimeout(total=10)

AT_LEAST = 2
"""Discord's type of a record: a number that must be at least the one that a server asks for."""
RECORDS = (
    ("rating", N_("Rating of at least"), N_("Highest settled rating in any game")),
    ("matches", N_("Matches finished, at least"), N_("Finished matches against others or alone")),
    ("wins", N_("Wins, at least"), N_("Matches that ended in first place")),
)
"""What servers can tie roles to, by the keys of `read_values`: at most five, each key of a-z, 0-9 and _."""


class OAuth:
    """Asks Discord with the application's secret. ``application``: its id, None before the login."""

    def __init__(self, api_base: str, own_base: str, secret: str, application: Callable[[], int | None]) -> None:
        """``own_base``: the address under which people reach the bot's pages; no slash ends the addresses."""
        self._api = api_base
        self._own = own_base
        self._secret = secret
        self._application = application
        self._session: aiohttp.ClientSession | None = None

    @property
    def ready(self) -> bool:
        """Whether the id of the application is known."""
        return self._application() is not None

    @property
    def is_secure(self) -> bool:
        """Whether people reach the pages over TLS."""
        return self._own.startswith("https:")

    @property
    def start_url(self) -> str:
        """The address that belongs into the developer portal as the one for verification."""
        return f"{self._own}{START}"

    @property
    def callback_url(self) -> str:
        """The address that belongs into the developer portal among the redirects."""
        return f"{self._own}{CALLBACK}"

    def consent_url(self, state: str) -> str:
        """Return where a person is asked; ``state`` comes back with the answer."""
        query = {
            "client_id": self._application(),
            "redirect_uri": self.callback_url,
            "response_type": "code",
            "scope": " ".join(SCOPES),
            "state": state,
            "prompt": "consent",
        }
        parts = urlsplit(self._api)
        return f"{parts.scheme}://{parts.netloc}/oauth2/authorize?{urlencode(query, quote_via=quote)}"

    async def redeem(self, code: str) -> tuple[UserId, Tokens]:
        """Return who has agreed, and the tokens for it; raises Withdrawn for a code that is none, or Unreachable."""
        tokens = await self._ask_tokens(grant_type="authorization_code", code=code, redirect_uri=self.callback_url)
        found = await self._call("GET", "/oauth2/@me", bearer=tokens.access)
        if not set(SCOPES) <= set(found.get("scopes", ())) or "user" not in found:
            raise Withdrawn
        return UserId(int(found["user"]["id"])), tokens

    async def renew(self, refresh: str) -> Tokens:
        """See `Linker`."""
        return await self._ask_tokens(grant_type="refresh_token", refresh_token=refresh)

    async def tell(self, access: str, values: Mapping[str, int]) -> None:
        """See `Linker`."""
        metadata = {key: str(value) for key, value in values.items()}
        body = {"platform_name": PLATFORM, "metadata": metadata}
        await self._call("PUT", self._connection, bearer=access, json=body)

    async def forget(self, tokens: Tokens) -> None:
        """See `Linker`."""
        await self._call("DELETE", self._connection, bearer=tokens.access)
        await self._call("POST", "/oauth2/token/revoke", form={"token": tokens.refresh})

    async def try_secret(self) -> None:
        """Try the application's secret; raises Unreachable with the reason if Discord doesn't take it."""
        form = {"grant_type": "client_credentials", "scope": "identify"}
        found = await self._call("POST", "/oauth2/token", form=form)
        await self._call("POST", "/oauth2/token/revoke", form={"token": found["access_token"]})

    async def close(self) -> None:
        """Close the connections."""
        if self._session is not None:
            await self._session.close()

    @property
    def _connection(self) -> str:
        return f"/users/@me/applications/{self._application()}/role-connection"

    async def _ask_tokens(self, **form: str) -> Tokens:
        found = await self._call("POST", "/oauth2/token", form=form)
        expires = datetime.now(UTC) + timedelta(seconds=int(found["expires_in"]))
        return Tokens(str(found["access_token"]), str(found["refresh_token"]), expires)

    async def _call(
        self,
        method: str,
        path: str,
        *,
        bearer: str = "",
        form: Mapping[str, str] | None = None,
        json: Mapping[str, object] | None = None,
    ) -> dict[str, Any]:
        """Ask as a person (``bearer``) or, with a form, as the application; return the answer, {} for none."""
        if self._session is None:
            self._session = aiohttp.ClientSession(timeout=PATIENCE)
        own = b64encode(f"{self._application()}:{self._secret}".encode()).decode()
        headers = {"Authorization": f"Bearer {bearer}" if bearer else f"Basic {own}"}
        try:
            async with self._session.request(
                method, f"{self._api}{path}", data=form, json=json, headers=headers
            ) as response:
                if response.status == 429:
                    raise Unreachable("Discord asks to wait", after=float(response.headers.get("Retry-After", "60")))
                if response.status in (400, 401, 403):
                    await self._expect_withdrawn(response, path)
                if response.status >= 300:
                    raise Unreachable(f"Discord answered {response.status} to {method} {path}")
                return dict(await response.json()) if response.content_type.endswith("json") else {}
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            raise Unreachable(f"Discord didn't answer {method} {path} ({type(error).__name__})") from None

    async def _expect_withdrawn(self, response: aiohttp.ClientResponse, path: str) -> None:
        """Raise Withdrawn where a person's grant is void, Unreachable where the bot's own settings are wrong."""
        if path != "/oauth2/token":
            if response.status == 400:
                raise Unreachable(f"Discord refused the values at {path}")
            raise Withdrawn
        why = (await response.json()).get("error", "")
        if why in ("invalid_grant", "invalid_client"):
            raise Withdrawn if why == "invalid_grant" else Unreachable("Discord refuses DISCORD_CLIENT_SECRET")
        raise Unreachable(f"Discord refused tokens ({str(why)[:40]})")
