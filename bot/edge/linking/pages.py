"""The two pages of linked roles: Discord sends people to the first, which sends them on to be asked, and back here."""

import asyncio
import hmac
import secrets
from collections import deque
from html import escape
from time import monotonic

import structlog
from aiohttp import web

from bot.app.ratings.linked_roles import LinkedRoles, Unreachable, Withdrawn
from bot.edge.linking.oauth import CALLBACK, START, OAuth
from bot.edge.words import _, set_locale
from db.engine.errors import StoreError

log = structlog.get_logger(__name__)

COOKIE = "longtable_state"
STATE_SECONDS = 600
"""So long somebody may take to agree."""
AT_ONCE, A_MINUTE = 4, 60
"""Answers of Discord's that are looked at together, and in one minute: each takes requests to Discord."""
SAFE = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
}
PAGE = (
    '<!doctype html><html><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
    "<title>Longtable</title><style>body{{font:1.1rem/1.5 sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;"
    "color-scheme:light dark}}</style></head><body><h1>Longtable</h1><p>{words}</p></body></html>"
)


class LinkPages:
    """Both pages."""

    def __init__(self, linked_roles: LinkedRoles, oauth: OAuth) -> None:
        """``oauth`` asks Discord; what is granted goes to ``linked_roles``."""
        self._linked_roles = linked_roles
        self._oauth = oauth
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._times: deque[float] = deque(maxlen=A_MINUTE)

    def routes(self) -> list[web.RouteDef]:
        """Return where they are served."""
        return [web.get(START, self._start), web.get(CALLBACK, self._come_back)]

    async def _start(self, request: web.Request) -> web.Response:
        """Send somebody on to Discord's question, with a secret that only their browser knows."""
        _speak(request)
        if not self._oauth.ready:
            return _page(_("The bot is starting. Try again in a minute."), status=503)
        state = secrets.token_urlsafe(32)
        answer = web.Response(status=302, headers={**SAFE, "Location": self._oauth.consent_url(state)})
        answer.set_cookie(
            COOKIE,
            state,
            max_age=STATE_SECONDS,
            path=START,
            httponly=True,
            secure=self._oauth.is_secure,
            samesite="Lax",
        )
        return answer

    async def _come_back(self, request: web.Request) -> web.Response:
        """Take what somebody has answered; without the secret of their browser, somebody else may have sent them."""
        _speak(request)
        expected, state = request.cookies.get(COOKIE, ""), request.query.get("state", "")
        if not expected or not hmac.compare_digest(expected.encode(), state.encode()):
            return _page(_("This link is no longer valid. Choose the role in Discord again."), status=400)
        if not self._may_go_on():
            return _page(_("Too many people are connecting right now. Try again in a minute."), status=429)
        async with self._gate:
            answer = await self._answer(request.query.get("code", ""))
        answer.del_cookie(COOKIE, path=START)
        return answer

    async def _answer(self, code: str) -> web.Response:
        if not code:
            return _page(_("You didn't agree, so nothing was changed."))
        try:
            user, tokens = await self._oauth.redeem(code)
            values = await self._linked_roles.connect(user, tokens)
        except Withdrawn:
            return _page(_("This link is no longer valid. Choose the role in Discord again."), status=400)
        except (Unreachable, StoreError) as error:
            log.warning("somebody couldn't be connected", why=str(error))
            return _page(_("That didn't work. Try again in a minute."), status=503)
        words = _(
            "You're connected. Discord now knows your rating ({rating}), your finished matches ({matches}) and your "
            "wins ({wins}), and is told when they change. You can close this page and go back to Discord.",
            **values,
        )
        return _page(words)

    def _may_go_on(self) -> bool:
        """Count an answer; return whether there were few enough in the last minute."""
        now = monotonic()
        if len(self._times) == A_MINUTE and now - self._times[0] < 60:
            return False
        self._times.append(now)
        return True


def _speak(request: web.Request) -> None:
    """Speak the language that a browser asks for first."""
    set_locale(request.headers.get("Accept-Language", "").split(",")[0].split(";")[0].strip())


def _page(words: str, *, status: int = 200) -> web.Response:
    page = PAGE.format(words=escape(words))
    return web.Response(text=page, status=status, content_type="text/html", headers=SAFE)
