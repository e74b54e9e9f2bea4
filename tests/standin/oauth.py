"""What users have granted the application: codes, tokens, and what it has told about them. Gone with the process."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.standin.errors import unauthorized
from tests.standin.wire import Obj, Snowflake

SECRET = "standin-secret"
CODE_MS = 60_000
TOKEN_S = 604_800
SCOPES = frozenset({"identify", "role_connections.write", "guilds", "email", "connections"})


class NotAsked(Exception):
    """Discord's page wouldn't ask the user this; the sentence says why."""


@dataclass
class Code:
    """What a user has agreed to, until it is redeemed: once, for the same address."""

    user: Snowflake
    scopes: tuple[str, ...]
    redirect: str
    until: int


@dataclass
class Grant:
    """A token of a user's, or of the application's owner (``user`` 0)."""

    user: Snowflake
    scopes: tuple[str, ...]
    refresh: str
    until: int


@dataclass
class OAuth:
    """All of them. ``records``: the metadata that the application has registered."""

    codes: dict[str, Code] = field(default_factory=dict)
    grants: dict[str, Grant] = field(default_factory=dict)
    records: list[Obj] = field(default_factory=list)
    connections: dict[Snowflake, Obj] = field(default_factory=dict)

    def agree(
        self, url: str, user: Snowflake, *, application: str, redirects: list[str], now: int, agrees: bool
    ) -> str:
        """
        What the user's browser is sent to after Discord's question at ``url``.

        Raises:
            NotAsked: another application, an address that isn't registered, an unknown scope, no code asked for
        """
        query = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
        scopes = tuple(query.get("scope", "").split())
        if urlsplit(url).path != "/oauth2/authorize" or query.get("client_id") != application:
            raise NotAsked("Unknown application.")
        if query.get("redirect_uri") not in redirects:
            raise NotAsked("Invalid OAuth2 redirect_uri.")
        if query.get("response_type") != "code" or not scopes or not set(scopes) <= SCOPES:
            raise NotAsked("Invalid scope or response type.")
        back = {"state": query["state"]} if "state" in query else {}
        if not agrees:
            told = {"error": "access_denied", "error_description": "The resource owner denied the request", **back}
            return f"{query['redirect_uri']}?{urlencode(told)}"
        code = secrets.token_urlsafe(22)
        self.codes[code] = Code(user, scopes, query["redirect_uri"], now + CODE_MS)
        return f"{query['redirect_uri']}?{urlencode({'code': code, **back})}"

    def grant(self, user: Snowflake, scopes: tuple[str, ...], now: int) -> Obj:
        """New tokens, as they are answered."""
        access, refresh = secrets.token_urlsafe(22), secrets.token_urlsafe(22)
        self.grants[access] = Grant(user, scopes, refresh, now + TOKEN_S * 1000)
        told = {"access_token": access, "token_type": "Bearer", "expires_in": TOKEN_S, "scope": " ".join(scopes)}
        return told if user == 0 else {**told, "refresh_token": refresh}

    def revoke(self, token: str) -> None:
        """Void both tokens of a grant, by one of them; Discord forgets what was told with them."""
        for access, grant in [*self.grants.items()]:
            if token in (access, grant.refresh):
                del self.grants[access]
                self.connections.pop(grant.user, None)

    def withdraw(self, user: Snowflake) -> None:
        """The user removes the application from those they have authorized."""
        for access, grant in [*self.grants.items()]:
            if grant.user == user:
                self.revoke(access)

    def bearer(self, auth: str, now: int) -> Grant:
        """
        Whose token a request brings.

        Raises:
            ApiError: 401 without one that is valid
        """
        found = self.grants.get(auth.removeprefix("Bearer ")) if auth.startswith("Bearer ") else None
        if found is None or found.until <= now:
            raise unauthorized()
        return found
