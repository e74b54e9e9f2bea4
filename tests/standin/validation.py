"""
Bodies and answers held against Discord's own API description.

Nearly all are right, which ``jsonschema_rs`` sees in microseconds; what it does not take goes to ``jsonschema``, which
needs milliseconds, and names the very field.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast
from urllib.parse import quote

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from tests.standin.errors import Problem
from tests.standin.wire import Json, Obj

DESCRIPTION = Path(__file__).parents[1] / "data" / "discord" / "openapi.json.gz"

# Discord takes ids as integers too, and discord.py sends some so (attachment ids, recipient_id).
_SNOWFLAKE: Obj = {
    "anyOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}],
}


def _by_type(
    validator: Validator, branches: Mapping[str, Obj], instance: object, _: Mapping[str, Any]
) -> Iterator[ValidationError]:
    """Our keyword ``x-by-type``: follow the one branch that the instance's ``type`` names, instead of trying all."""
    if instance is None and "null" in branches:
        return
    kind = instance.get("type") if isinstance(instance, dict) else None
    branch = branches.get(str(kind))
    if branch is None:
        known = ", ".join(name for name in branches if name != "null")
        yield ValidationError(f"Value must be one of {{{known}}}.", path=("type",), validator="enum")
        return
    yield from validator.descend(instance, branch)  # type: ignore[attr-defined]  # the stubs leave it out


_Checker = extend(Draft202012Validator, {"x-by-type": _by_type})  # type: ignore[no-untyped-call]


def _types_of(schema: Obj, schemas: Obj) -> list[str] | None:
    """The values of ``type`` that a union's branch takes, as keys; None if the branch isn't told by its type."""
    if schema.get("type") == "null":
        return ["null"]
    target = schemas.get(str(schema.get("$ref", "")).rpartition("/")[2], schema)
    values = target.get("properties", {}).get("type", {}).get("enum")
    return [str(value) for value in values] if values and "type" in target.get("required", ()) else None


def _rewrite(node: object, schemas: Obj) -> None:
    """Turn unions told apart by ``type`` into ``x-by-type``: ten times faster, and errors name the very field."""
    if isinstance(node, list):
        for item in node:
            _rewrite(item, schemas)
        return
    if not isinstance(node, dict):
        return
    if "enum" in node and "allOf" in node:
        del node["allOf"]
    for union in ("oneOf", "anyOf"):
        branches = node.get(union)
        if isinstance(branches, list) and len(branches) > 2:
            kinds = [_types_of(branch, schemas) for branch in branches]
            flat = [kind for told in kinds for kind in told or ()]
            if all(kinds) and len(flat) == len(set(flat)):
                table = {kind: branch for told, branch in zip(kinds, branches, strict=True) for kind in told or ()}
                node["x-by-type"] = table
                del node[union]
    for value in node.values():
        _rewrite(value, schemas)


def _read() -> Obj:
    doc: Obj = json.loads(gzip.decompress(DESCRIPTION.read_bytes()))
    schemas = doc["components"]["schemas"]
    schemas["SnowflakeType"] = _SNOWFLAKE
    # Discord takes permissions as text too, as its documentation has them and discord.py sends those of roles.
    schemas["CreateRoleRequest"]["properties"]["permissions"] = {"anyOf": [*_SNOWFLAKE["anyOf"], {"type": "null"}]}
    return doc


@cache
def _description() -> tuple[Obj, Registry[Any]]:
    doc = _read()
    _rewrite(doc, doc["components"]["schemas"])
    resource = DRAFT202012.create_resource(doc)
    return doc, Registry().with_resource("urn:discord", resource)


@cache
def _as_published() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([("urn:discord", _read())])


@cache
def _quick(pointer: str) -> jsonschema_rs.Validator:
    """Says whether, not why."""
    told = {"$ref": f"urn:discord#{quote(pointer, safe='/~')}"}
    return jsonschema_rs.validator_for(told, registry=_as_published())


@cache
def _checker(pointer: str) -> Validator | None:
    doc, registry = _description()
    place: object = doc
    for step in pointer.split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, dict) or key not in place:
            return None
        place = place[key]
    checker: Validator = _Checker({"$ref": f"urn:discord#{pointer}"}, registry=registry)
    return checker


def _pointer(route: str, method: str, *rest: str) -> str:
    steps = ("paths", route, method.lower(), *rest)
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps)


def check_body(route: str, method: str, *, body: Json) -> tuple[Problem, ...]:
    """What the description finds wrong with a request's JSON; nothing for routes it doesn't know."""
    return _check(_pointer(route, method, "requestBody", "content", "application/json", "schema"), body)


def check_answer(route: str, method: str, *, answer: Json, status: int) -> tuple[Problem, ...]:
    """What the description finds wrong with one of our own answers; refusals aren't described, so not judged."""
    if status >= 300:
        return ()
    if isinstance(answer, dict) and answer.get("type") == 16:
        answer = {**answer, "type": 15}  # the description has left out media channels, which are like forums
    pointer = _pointer(route, method, "responses", str(status), "content", "application/json", "schema")
    return _check(pointer, answer)


def _check(pointer: str, value: Json) -> tuple[Problem, ...]:
    checker = _checker(pointer)
    if checker is None or _quick(pointer).is_valid(value):
        return ()
    return tuple(_problems(checker.iter_errors(value)))


def _problems(errors: Iterable[ValidationError]) -> Iterator[Problem]:
    for error in errors:
        yield from _leaves(error, ())


def _leaves(error: ValidationError, above: tuple[str | int, ...]) -> Iterator[Problem]:
    path = (*above, *error.relative_path)
    context = list(error.context or ())
    if not context or error.validator not in ("oneOf", "anyOf"):
        yield _problem(error, path)
        return
    if all(child.validator in ("const", "enum") for child in context):
        yield Problem(path, "BASE_TYPE_CHOICES", f"Value {error.instance!r} is not one of the allowed values.")
        return
    branches: dict[object, list[ValidationError]] = {}
    for child in context:
        branches.setdefault(child.relative_schema_path[0], []).append(child)
    for child in min(branches.values(), key=_distance):
        yield from _leaves(child, path)


def _distance(branch: list[ValidationError]) -> tuple[int, int]:
    """How far a branch of a union is from what was meant: one whose own type is wrong is farthest."""
    return max(2 if not e.relative_path else 1 if list(e.relative_path) == ["type"] else 0 for e in branch), len(branch)


_WORDS = {
    "maxLength": ("BASE_TYPE_MAX_LENGTH", "Must be {} or fewer in length."),
    "minLength": ("BASE_TYPE_MIN_LENGTH", "Must be {} or more in length."),
    "maxItems": ("BASE_TYPE_BAD_LENGTH", "Must be {} or fewer in length."),
    "minItems": ("BASE_TYPE_BAD_LENGTH", "Must be {} or more in length."),
    "maximum": ("NUMBER_TYPE_MAX", "int value should be less than or equal to {}."),
    "minimum": ("NUMBER_TYPE_MIN", "int value should be greater than or equal to {}."),
    "pattern": ("STRING_TYPE_REGEX", "Value does not match {}."),
    "type": ("BASE_TYPE_COERCE", "Value must be of type {}."),
    "uniqueItems": ("SET_TYPE_ALREADY_CONTAINS_VALUE", "The set already contains this value."),
}


def _problem(error: ValidationError, path: tuple[str | int, ...]) -> Problem:
    kind = str(error.validator)
    if kind == "required":
        wanted: list[str] = list(cast("Any", error.validator_value))
        missing = next(name for name in wanted if name not in cast("Obj", error.instance))
        return Problem((*path, missing), "BASE_TYPE_REQUIRED", "This field is required")
    if kind in ("enum", "const", "x-by-type"):
        return Problem(path, "BASE_TYPE_CHOICES", error.message)
    code, words = _WORDS.get(kind, ("BASE_TYPE_INVALID", error.message))
    return Problem(path, code, words.format(error.validator_value))


# --- keys nobody reads -----------------------------------------------------------------------------------------------

_ONLY_WRITTEN = frozenset({"nsfw", "tts", "flags"})
"""Keys that Discord's written documentation has and its description lacks in places; discord.py sends them."""

_SENT_BACK = frozenset({"attachments"})
"""Objects that clients send back whole, as they got them."""


def unknown_keys(route: str, method: str, *, body: object) -> list[str]:
    """Keys of a body that the description doesn't know. Discord ignores them: worth a remark, no refusal."""
    doc, _ = _description()
    operation = doc["paths"].get(route, {}).get(method.lower(), {})
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    return list(_unknown(body, [schema], path="")) if schema else []


def _spread(schema: Obj, instance: object) -> Iterator[Obj]:
    """The plain schemas behind references and unions that could describe the instance."""
    doc, _ = _description()
    if "$ref" in schema:
        schema = doc["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    table = schema.get("x-by-type")
    if table is not None and isinstance(instance, dict):
        branch = table.get(str(instance.get("type")))
        yield from _spread(branch, instance) if branch else ()
    for union in ("oneOf", "anyOf", "allOf"):
        for branch in schema.get(union, ()):
            yield from _spread(branch, instance)
    yield schema


def _unknown(instance: object, schemas: list[Obj], *, path: str) -> Iterator[str]:
    plain = [found for schema in schemas for found in _spread(schema, instance)]
    if isinstance(instance, list):
        items = [schema["items"] for schema in plain if "items" in schema]
        for index, item in enumerate(instance):
            yield from _unknown(item, items, path=f"{path}{index}.")
    if not isinstance(instance, dict) or any("additionalProperties" in schema for schema in plain):
        return
    properties: dict[str, list[Obj]] = {}
    for schema in plain:
        for key, value in schema.get("properties", {}).items():
            properties.setdefault(key, []).append(value)
    for key, value in instance.items():
        if not properties:
            return
        if key not in properties and key not in _ONLY_WRITTEN:
            yield path + key
        elif key in properties and key not in _SENT_BACK:
            yield from _unknown(value, properties[key], path=f"{path}{key}.")
