"""OAuth2: tokens for codes, who granted one, and linked roles."""

from __future__ import annotations

import base64
import binascii
import re
from http import HTTPStatus

from tests.standin import payloads
from tests.standin.errors import ApiError, Code, Problem, invalid, unauthorized
from tests.standin.oauth import SECRET, Grant
from tests.standin.rest.accounts import about_application
from tests.standin.rest.pipeline import NOTHING, Call, Reply, route
from tests.standin.wire import Obj, iso
from tests.standin.world import BOT

RECORDS, CONNECTION = (
    "/applications/{application_id}/role-connections/metadata",
    ("/users/@me/applications/{application_id}/role-connection"),
)
MOST_RECORDS = 5
KEY = re.compile(r"[a-z0-9_]{1,50}")
INTEGERS, TIMES, FLAGS = (1, 2, 3, 4), (5, 6), (7, 8)
NOT_FOUND = "Unknown Application"


def _refused(why: str, status: int = HTTPStatus.BAD_REQUEST) -> Reply:
    return Reply({"error": why}, status=status)


def _is_application(call: Call) -> bool:
    """Whether the request brings id and secret: in its header, or in the form."""
    kind, _, coded = call.auth.partition(" ")
    if kind == "Basic":
        try:
            return base64.b64decode(coded, validate=True).decode() == f"{BOT}:{SECRET}"
        except (binascii.Error, UnicodeDecodeError):
            return False
    return (call.body.get("client_id"), call.body.get("client_secret")) == (str(BOT), SECRET)


@route("POST", "/oauth2/token", opened=True)
def token(call: Call) -> Reply:
    """Tokens for a code (once, for a minute, to the same address), for a refresh token (once), or of the owner's."""
    oauth, now = call.stand.oauth, call.stand.world.clock.now()
    if not call.form:
        return _refused("invalid_request")
    if not _is_application(call):
        return _refused("invalid_client", HTTPStatus.UNAUTHORIZED)
    match call.body.get("grant_type"):
        case "authorization_code":
            code = oauth.codes.pop(str(call.body.get("code")), None)
            if code is None or code.until <= now or code.redirect != call.body.get("redirect_uri"):
                return _refused("invalid_grant")
            return Reply(oauth.grant(code.user, code.scopes, now))
        case "refresh_token":
            old = str(call.body.get("refresh_token"))
            access = next((key for key, each in oauth.grants.items() if each.refresh == old), None)
            if access is None:
                return _refused("invalid_grant")
            grant = oauth.grants.pop(access)
            return Reply(oauth.grant(grant.user, grant.scopes, now))
        case "client_credentials":
            return Reply(oauth.grant(type(BOT)(0), tuple(str(call.body.get("scope", "")).split()), now))
        case _:
            return _refused("unsupported_grant_type")


@route("POST", "/oauth2/token/revoke", opened=True)
def revoke(call: Call) -> Reply:
    """Void a token; one that is void is no error."""
    if not _is_application(call):
        return _refused("invalid_client", HTTPStatus.UNAUTHORIZED)
    call.stand.oauth.revoke(str(call.body.get("token")))
    return Reply({})


@route("GET", "/oauth2/@me", opened=True)
def granted(call: Call) -> Reply:
    """What a token is good for, and whose it is if they let that be known."""
    grant = _grant(call)
    told: Obj = {
        "application": about_application(call.stand.world),
        "scopes": list(grant.scopes),
        "expires": iso(grant.until),
    }
    if "identify" in grant.scopes and grant.user:
        told["user"] = payloads.user(call.stand.world.user(grant.user))
    return Reply(told)


def _grant(call: Call, scope: str = "") -> Grant:
    grant = call.stand.oauth.bearer(call.auth, call.stand.world.clock.now())
    if scope and scope not in grant.scopes:
        raise unauthorized()
    return grant


def _expect_own(call: Call) -> None:
    if call.key("application_id") != BOT:
        raise ApiError(Code.GENERAL, status=HTTPStatus.FORBIDDEN, message=NOT_FOUND)


@route("GET", RECORDS)
def list_records(call: Call) -> Reply:
    """The records that were registered."""
    _expect_own(call)
    return Reply(call.stand.oauth.records)


@route("PUT", RECORDS)
def put_records(call: Call) -> Reply:
    """Replace all records: at most five, each key once, of a-z, 0-9 and _."""
    _expect_own(call)
    wrong = [
        Problem((at, "key"), "APPLICATION_ROLE_CONNECTION_METADATA_KEY", "Must be a-z, 0-9 or _, up to 50, once.")
        for at, each in enumerate(call.bodies)
        if not KEY.fullmatch(each["key"]) or any(each["key"] == other["key"] for other in call.bodies[:at])
    ]
    if len(call.bodies) > MOST_RECORDS:
        wrong.append(Problem((), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_RECORDS} or fewer in length."))
    if wrong:
        raise invalid(wrong)
    call.stand.oauth.records = [*call.bodies]
    return Reply(call.stand.oauth.records)


@route("GET", CONNECTION, opened=True)
def connection(call: Call) -> Reply:
    """What the application has told about whose token it is."""
    grant = _grant(call, "role_connections.write")
    _expect_own(call)
    return Reply(call.stand.oauth.connections.get(grant.user, {"metadata": {}}))


@route("PUT", CONNECTION, opened=True)
def tell(call: Call) -> Reply:
    """Tell something: values are strings, each of a record that is registered and of its type."""
    grant = _grant(call, "role_connections.write")
    _expect_own(call)
    types = {each["key"]: each["type"] for each in call.stand.oauth.records}
    metadata = call.body.get("metadata") or {}
    wrong = [
        Problem(("metadata", key), "APPLICATION_ROLE_CONNECTION_METADATA_VALUE", "No value of a registered record.")
        for key, value in metadata.items()
        if not _fits(types.get(key, 0), value)
    ]
    if wrong:
        raise invalid(wrong)
    told = {name: call.body[name] for name in ("platform_name", "platform_username") if call.body.get(name)}
    call.stand.oauth.connections[grant.user] = {**told, "metadata": metadata}
    return Reply(call.stand.oauth.connections[grant.user])


def _fits(kind: int, value: str) -> bool:
    if kind in INTEGERS:
        return re.fullmatch(r"-?\d{1,10}", value) is not None
    if kind in FLAGS:
        return value in ("0", "1")
    return kind in TIMES and re.match(r"\d{4}-\d\d-\d\dT", value) is not None


@route("DELETE", CONNECTION, opened=True)
def forget(call: Call) -> Reply:
    """Forget what was told."""
    grant = _grant(call, "role_connections.write")
    _expect_own(call)
    call.stand.oauth.connections.pop(grant.user, None)
    return NOTHING
