"""A person is taken out of words and JSON, and nothing else is touched."""

import msgspec

from db.privacy.renaming import Renaming

SAID = {"id": "app.deleted_player", "args": {"number": 3}}
USER = 987654321012345678


def make(*names: str) -> Renaming:
    """Take out a person of these names."""
    return Renaming(user=USER, names=frozenset(names), number=3, called="Deleted player 3", said=SAID)


def test_moves_and_what_games_say_stay_when_somebody_is_called_like_them() -> None:
    """
    A name may be a move's tag, a town or a number; only sentences of the platform name people.
    """
    data = msgspec.json.encode(
        {
            "moves": [{"verb": "sow", "to": "Haarlem"}],
            "events": [{"text": {"id": "a.sow", "args": {"town": "Haarlem"}}}],
        }
    )

    assert data == make("sow", "Haarlem", "a.sow", "verb").json(data)


def test_names_and_ids_go_from_sentences() -> None:
    """
    A name as a text of its own, in a list, or inside a longer one; an id as a number, in words, and as a mention.
    """
    before = {
        "id": "app.x",
        "args": {
            "name": {"id": "core.person", "args": {"name": "Zoë"}},
            "names": ["Zoë", "Ben"],
            "tournament": "Zoë's Cup",
            "user": USER,
            "place": f"<@{USER}>",
        },
    }
    after = msgspec.json.decode(make("Zoë").json(msgspec.json.encode(before)))["args"]

    assert after["name"] == SAID
    assert after["names"] == ["Deleted player 3", "Ben"]
    assert after["tournament"] == "Deleted player 3's Cup"
    assert (-3, "Deleted player 3") == (after["user"], after["place"])


def test_nobody_is_called_any_more() -> None:
    """
    In a notice the id is left out of lists and fields; words about others stay as they are, byte for byte.
    """
    data = msgspec.json.encode({"users": [1, USER], "joins": USER, "text": {"id": "app.y", "args": {"n": 1}}})
    other = b'{ "users" : [1] }'

    assert {"users": [1], "text": {"id": "app.y", "args": {"n": 1}}} == msgspec.json.decode(
        make("Zoë").json(data, drop=True)
    )
    assert other == make("Zoë").json(other, drop=True)


def test_short_names_are_only_replaced_where_they_stand_alone() -> None:
    """
    Inside sentences of others they could be any word.
    """
    assert "a is for apple" == make("a").words("a is for apple")
    assert "Deleted player 3" == make("a").words("a")
    assert "Deleted player 3 won, Annabel lost" == make("Anna").words("Anna won, Annabel lost")
