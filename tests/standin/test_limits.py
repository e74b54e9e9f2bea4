"""What is refused in bodies: by Discord's description, by the limits it leaves out, and in commands."""

from __future__ import annotations

import pytest

from tests.standin import command_limits, limits, validation
from tests.standin.errors import ApiError, Code
from tests.standin.wire import Obj

POST = ("/channels/{channel_id}/messages", "POST")


def button(custom_id: str) -> Obj:
    """A button."""
    return {"type": 2, "style": 1, "label": "x", "custom_id": custom_id}


def row(*children: Obj) -> Obj:
    """An action row."""
    return {"type": 1, "components": list(children)}


def text(content: str = "x") -> Obj:
    """A text display."""
    return {"type": 10, "content": content}


def paths(error: ApiError) -> list[str]:
    """Where the problems are."""
    return [".".join(str(step) for step in problem.path) for problem in error.problems]


def test_description_accepts_a_plain_body() -> None:
    """
    A body of each sort passes.
    """
    container = {"type": 17, "components": [text(), {"type": 14}, row(button("a"))]}

    assert () == validation.check_body(*POST, body={"content": "x", "nonce": "1", "enforce_nonce": True})
    assert () == validation.check_body(*POST, body={"flags": 1 << 15, "components": [container]})


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"components": [{"type": 99}]}, "components.0.type"),
        ({"components": [row(*(button(str(n)) for n in range(6)))]}, "components.0.components"),
        ({"components": [row({**button("a"), "label": "x" * 81})]}, "components.0.components.0.label"),
        ({"components": [row(button("c" * 101))]}, "components.0.components.0.custom_id"),
        ({"components": [{"type": 9, "components": [text()]}]}, "components.0.accessory"),
        ({"embeds": [{"fields": [{"name": "x", "value": "y" * 1025}]}]}, "embeds.0.fields.0.value"),
        ({"embeds": [{}] * 11}, "embeds"),
        ({"content": 5}, "content"),
    ],
)
def test_description_names_the_field(body: Obj, path: str) -> None:
    """
    A problem is told at the field itself, through unions and nesting.
    """
    problems = validation.check_body(*POST, body=body)

    assert [path] == [".".join(str(step) for step in problem.path) for problem in problems]


def test_unknown_keys_are_remarked() -> None:
    """
    Keys nobody reads are found at any depth.
    """
    body = {"content": "x", "ephemeral": True, "components": [row({**button("a"), "color": 1})]}

    assert ["ephemeral", "components.0.components.0.color"] == validation.unknown_keys(*POST, body=body)


@pytest.mark.parametrize(
    ("body", "v2", "path"),
    [
        ({"content": "x" * 2001}, False, "content"),
        ({"components": [row(button(str(n))) for n in range(6)]}, False, "components"),
        ({"components": [text()]}, False, "components.0.type"),
        ({"components": [row(button("a"), button("a"))]}, False, "components.0.components.1.custom_id"),
        ({"components": [row({"type": 2, "style": 5, "label": "x"})]}, False, "components.0.components.0.url"),
        ({"content": "x", "components": [text()]}, True, "content"),
        ({"embeds": [{"title": "x"}], "components": [text()]}, True, "embeds"),
        ({"components": [text() for _ in range(41)]}, True, "components"),
        ({"components": [text("x" * 2001), text("x" * 2000)]}, True, "components"),
        ({"components": [{"type": 13, "file": {"url": "attachment://a.txt"}}]}, True, "components.0.file.url"),
    ],
)
def test_limits_the_description_misses(body: Obj, v2: bool, path: str) -> None:
    """
    What only Discord's documentation says is refused too, with the path.
    """
    with pytest.raises(ApiError) as refused:
        limits.check_message(body, v2=v2, files=["b.txt"])

    assert Code.INVALID_BODY == refused.value.code
    assert [path] == paths(refused.value)


def test_v2_breaks_at_ten_kilobytes() -> None:
    """
    Ten kilobytes of component data are a bare 500, as on Discord.
    """
    options = [{"label": f"{n} " + "ä" * 90, "value": f"{n}" + "ä" * 90, "description": "ä" * 99} for n in range(25)]
    body = {"components": [row({"type": 3, "custom_id": "a", "options": options})]}
    with pytest.raises(ApiError) as broken:
        limits.check_message(body, v2=True, files=[])

    assert 500 == broken.value.status


def test_modal_limits() -> None:
    """
    A modal takes five components, with custom ids that differ.
    """
    field: Obj = {"type": 4, "custom_id": "a", "style": 1, "label": "x"}
    with pytest.raises(ApiError) as refused:
        limits.check_modal({"custom_id": "m", "title": "t", "components": [row({**field}) for _ in range(6)]})

    assert "data.components" in paths(refused.value)
    assert "data.components.1.components.0.custom_id" in paths(refused.value)


CHOICES = [{"name": f"{n}" + "x" * 90, "value": f"{n}" + "y" * 90} for n in range(12)]


def command(**more: object) -> Obj:
    """A slash command."""
    return {"name": "grunn", "description": "A game", **more}


def option(name: str, **more: object) -> Obj:
    """A string option."""
    return {"type": 3, "name": name, "description": "x", **more}


@pytest.mark.parametrize(
    ("body", "path"),
    [
        (command(name="Grunn"), "0.name"),
        (command(name="two words"), "0.name"),
        (command(description=""), "0.description"),
        (command(options=[option("a"), option("b", required=True)]), "0.options.1"),
        (command(options=[option("a"), option("a")]), "0.options.1.name"),
        (command(options=[option("a"), {"type": 1, "name": "b", "description": "x"}]), "0.options"),
        (command(options=[option("a", autocomplete=True, choices=CHOICES)]), "0.options.0.autocomplete"),
        (command(options=[option(f"o{n}", choices=CHOICES) for n in range(4)]), "0"),
    ],
)
def test_command_limits(body: Obj, path: str) -> None:
    """
    Names, order of options, mixtures, and 8000 characters in all.
    """
    with pytest.raises(ApiError) as refused:
        command_limits.check_set([body], indexed=True)

    assert path in paths(refused.value)


def test_hundred_commands() -> None:
    """
    A hundred slash commands may be registered at a place, one more is 30032; so is a sixteenth context menu.
    """
    command_limits.check_set([command(name=f"c{n}") for n in range(100)], indexed=True)

    for many in ([command(name=f"c{n}") for n in range(101)], [{"name": f"c{n}", "type": 3} for n in range(16)]):
        with pytest.raises(ApiError) as refused:
            command_limits.check_set(many, indexed=True)
        assert Code.MAX_COMMANDS == refused.value.code
