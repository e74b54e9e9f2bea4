"""Every column has an answer: whether it holds a person, and what becomes of it."""

from sqlalchemy import BigInteger, Integer, LargeBinary, SmallInteger, String

from db.privacy.rules import RULES, Export, Holds, Purge, Where
from db.tables import metadata
from db.tx import Tx


def test_every_column_has_an_answer() -> None:
    """
    A new table or column is decided about: what becomes of it when a person or a server is deleted, and in an export.
    """
    assert Tx.__module__ == "db.tx", "importing it brings all tables in"
    assert {name: {column.name for column in table.c} for name, table in metadata.tables.items()} == {
        name: set(rule.columns()) for name, rule in RULES.items()
    }


def test_answers_fit_their_columns() -> None:
    """
    Ids are numbers, lists of ids and names are words; a table that is purged by something has the column for it.
    """
    wrong = []
    for name, rule in RULES.items():
        table = metadata.tables[name]
        for column, holds in rule.columns().items():
            kind = table.c[column].type
            match holds:
                case Holds.PERSON | Holds.OWNER:
                    fits = isinstance(kind, BigInteger)
                case Holds.PEOPLE | Holds.NAME | Holds.WRITTEN | Holds.HASHED:
                    fits = isinstance(kind, String)
                case Holds.SAID:
                    fits = isinstance(kind, String | LargeBinary)
                case Holds.LOG:
                    fits = isinstance(kind, LargeBinary)
                case Holds.NOBODY:
                    fits = isinstance(kind, String | LargeBinary | BigInteger | Integer | SmallInteger)
            wrong += [] if fits else [f"{name}.{column}"]
        by = {Purge.GUILD: "guild", Purge.MATCH: "match", Purge.TOURNAMENT: "tournament"}.get(rule.purge)
        wrong += [name] if by is not None and by not in table.c else []

    assert [] == wrong


def test_rows_of_matches_and_tournaments_go_with_them() -> None:
    """
    What is purged with a match or a tournament refers to it by a key whose deletion deletes the row.
    """
    kept = []
    for name, rule in RULES.items():
        if rule.purge in (Purge.MATCH, Purge.TOURNAMENT):
            keys = metadata.tables[name].c[rule.purge.value].foreign_keys
            kept += [] if [key.ondelete for key in keys] == ["CASCADE"] else [name]

    assert [] == kept


def test_every_column_called_user_holds_a_person() -> None:
    """
    Ids of people stand in columns with a few names; none of them is declared to hold nobody.
    """
    missed = [
        f"{name}.{column}"
        for name, rule in RULES.items()
        for column, holds in rule.columns().items()
        if column in ("user", "host", "other", "by", "actor", "organizers") and holds is Holds.NOBODY
    ]

    assert [] == missed


def test_words_that_name_people_are_found() -> None:
    """
    A table with words in which the bot names people says in which of its rows they are looked for.
    """
    missed = [name for name, rule in RULES.items() if Holds.SAID in rule.held.values() and rule.where is Where.NOWHERE]

    assert [] == missed


def test_what_is_exported_is_found_by_a_person() -> None:
    """
    Rows are handed out by a column that holds a person, never by one that holds nobody.
    """
    wrong = [
        name
        for name, rule in RULES.items()
        if rule.export is Export.ROWS and rule.columns()[rule.by] not in (Holds.PERSON, Holds.OWNER)
    ]

    assert [] == wrong


def test_everybody_whom_a_row_names_gets_it_or_it_says_that_they_do_not() -> None:
    """
    A column with a person in a table that is handed out is the one it's found by, one of others' rows, or declared.
    """
    missed = [
        f"{name}.{column}"
        for name, rule in RULES.items()
        if rule.export is Export.ROWS
        for column, holds in rule.columns().items()
        if holds in (Holds.PERSON, Holds.OWNER) and column not in (rule.by, *rule.also, *rule.unseen.split())
    ]

    assert [] == missed


def test_the_first_hidden_columns_name_who_is_hidden() -> None:
    """
    Where the bot says something in such a row, an id and a name come first, by which the person is taken out of it.
    """
    wrong = [
        name
        for name, rule in RULES.items()
        for hidden in rule.also.values()
        if Holds.SAID in rule.held.values()
        and [rule.held[each] for each in hidden.split()] != [Holds.PERSON, Holds.NAME]
    ]

    assert [] == wrong
