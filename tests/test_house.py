"""House rules that no linter holds: sizes, names, and what must never stand in a tracked file."""

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from games.core.language.catalogue import load

ROOT = Path(__file__).parents[1]
LONGEST_FILE = 500
LONGEST_FUNCTION = 50
MOST_MODULES = 16
GAME_FILES = frozenset(
    {"choices", "components", "game", "marks", "moves", "options", "plans", "scoring", "spec", "state", "view"}
    | {"bots/players", "bots/worth", "rules/checks"}
    | {"words/captions", "words/describe", "words/hints", "words/names", "words/notation"}
)
"""What every shipped game has; ``docs/architecture.md`` says what else a game may have, and what each is for."""

PICTURE_FILES = frozenset(
    {
        "__init__",
        "inks",
        "paint",
        "pictures",
        "sights",
        "specimen",
        "pieces/__init__",
        "pieces/emoji",
        "plates/final",
        "terrain/__init__",
    }
)
"""What the pictures of every shipped game have; at the top of their folder nothing else."""
HISTORY = "db/migrations/versions"
"""The one folder that grows with time."""

SENTENCE_GROUPS = (
    "ask", "caption", "choice", "describe", "guide", "hint", "lesson", "log", "move", "name", "old", "plan", "refusal",
    "score",
)  # fmt: skip
"""What the sentences of a game are for: the second part of each id (``grunn.refusal.game_over``).

``old``: what is said no longer, but stands in stored logs.
"""

NAMED_BY_VERBS = ("bot/", "db/", "games/", "render/")
"""Where no function is named by a participle."""

PARTICIPLE = re.compile(
    r"\w+(ed|ing)|been|begun|bound|broken|built|chosen|come|done|drawn|driven|fallen|found|given|gone|held|kept|known"
    r"|left|lost|made|meant|met|paid|seen|sent|shown|sold|spent|spoken|stuck|sworn|taken|thought|thrown|told|won|written"
)
NO_PARTICIPLES = frozenset({
    "bring", "cached", "come", "embed", "feed", "king", "lettering", "need", "ping", "ring", "seed", "speed", "spring",
    "string", "thing", "wing",
})  # fmt: skip
"""``cached`` is a decorator's name, as in the standard library."""

DRAWN = re.compile(r"\b(bytes|Drawing|Image|Plates?|Raster|Sprite|Surface)\b")
"""What is large: functions of ``render`` that give it are kept within the budget of ``render/core/memory``."""

HOOKS = frozenset({"_missing_"})
"""What libraries look for by its name."""

WORDS_MADE = frozenset({"card", "facts", "line", "lines", "name", "place", "post", "rights", "rule", "text", "words"})
"""What functions give that are named for it: ``missing_lines``."""

VAGUE_NAMES = {"utils", "util", "common", "helpers", "misc"}

# Written in pieces so that this file does not match itself.
FORBIDDEN = {
    "a path of somebody's machine": r"(?:^|[^\w.~-])/(?:wor" r"k|ro" r"ot|home|farm|tm" r"p|Users)/\w",
    "a path out of the project": r"\.\./sha" r"red",
    "a package registry's host": r"(?:py" r"pi\.org|pythonho" r"sted\.org|npm" r"js\.(?:org|com)|/simp" r"le\b)",
    "an address with a password": r"://[^\s/:@]+:(?!pass|secret)[^\s/@{]+@",
    "a private address": r"\b(?:10\.\d+|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+\b",
    "a bot token": r"\b[MNO][\w-]{23,27}\.[\w-]{6,7}\.[\w-]{27,}",
    "unfinished work": r"\b(?:TO" r"DO|FIX" r"ME|X" r"XX|NotImpl" r"ementedError)\b",
}


def tracked() -> list[Path]:
    """Files of the project: what git knows, or everything that is not hidden where there is no repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], capture_output=True, check=False, cwd=ROOT)
    if listed.returncode == 0:
        files = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        files = [path for path in ROOT.rglob("*") if not any(p.startswith(".") for p in path.relative_to(ROOT).parts)]
    return [path for path in files if path.is_file()]


def _code() -> list[Path]:
    """Our modules."""
    return [path for path in tracked() if path.suffix == ".py"]


def _name(path: Path) -> str:
    """The path as git writes it."""
    return path.relative_to(ROOT).as_posix()


def test_no_code_file_is_longer_than_500_lines() -> None:
    """
    A module that grows beyond 500 lines is to be divided by what its parts do.
    """
    lengths = {_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in _code()}

    assert {name: length for name, length in lengths.items() if length > LONGEST_FILE} == {}


def test_no_function_is_longer_than_50_lines() -> None:
    """
    A function fits on a screen, decorators and docstring included.
    """
    long = {
        f"{_name(path)}:{node.lineno} {node.name}": length
        for path in _code()
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    }

    assert long == {}


def test_no_module_has_a_name_that_says_nothing() -> None:
    """
    A module is named for what it holds.
    """
    assert [_name(path) for path in _code() if VAGUE_NAMES & {path.stem, *path.relative_to(ROOT).parts}] == []


def _is_named_by_participle(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether a function has no verb in its name. Properties are values; commands are called what players type."""
    first, *rest = node.name.strip("_").split("_")
    named = {ast.unparse(decorator).split("(")[0].split(".")[-1] for decorator in node.decorator_list}
    return (
        PARTICIPLE.fullmatch(first) is not None
        and node.name not in HOOKS
        and first not in NO_PARTICIPLES
        and not WORDS_MADE.intersection(rest[-1:])
        and not named & {"property", "cached_property", "command"}
    )


def test_functions_are_named_by_verbs() -> None:
    """
    What a function does is its name, not what has been done (``parked``) or is going on (``listing``).
    """
    found = [
        f"{_name(path)}:{node.lineno} {node.name}"
        for path in _code()
        if _name(path).startswith(NAMED_BY_VERBS) and not _name(path).startswith(HISTORY)
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and _is_named_by_participle(node)
    ]

    assert found == []


def _is_drawn_and_counted_in_entries(node: ast.FunctionDef) -> bool:
    """Whether a function that gives images or files is kept by the standard library's caches, whatever their bytes."""
    decorators = {ast.unparse(decorator).split("(")[0].split(".")[-1] for decorator in node.decorator_list}
    gives = "" if node.returns is None else ast.unparse(node.returns)
    return bool(decorators & {"cache", "lru_cache"}) and DRAWN.search(gives) is not None


def test_drawings_are_kept_within_the_budget_of_bytes() -> None:
    """
    What is drawn is kept by ``render.core.memory``. The standard library's caches count entries: they are for numbers,
    short texts and what there is one of, such as a palette.
    """
    found = [
        f"{_name(path)}:{node.lineno} {node.name}"
        for path in _code()
        if _name(path).startswith("render/")
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef) and _is_drawn_and_counted_in_entries(node)
    ]

    assert found == []


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_tracked_file_holds(what: str) -> None:
    """
    No file tells where it was made, whom it was fetched from, a secret, or what is still to do.
    """
    pattern = re.compile(FORBIDDEN[what], re.MULTILINE)
    found = []
    for path in tracked():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [
            f"{_name(path)}:{text.count(chr(10), 0, hit.start()) + 1} {hit.group()}" for hit in pattern.finditer(text)
        ]

    assert found == []


@pytest.mark.parametrize("key", ["grunn", "greentown", "h2olland", "grumpf", "walnut_grove"])
def test_every_game_has_the_same_files(key: str) -> None:
    """
    Whoever knows one game finds everything in the others: one concept, one file, one name.
    """
    folder = ROOT / "games" / key
    found = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")}

    assert found >= GAME_FILES


@pytest.mark.parametrize("key", ["grunn", "greentown", "h2olland", "grumpf", "walnut_grove"])
def test_pictures_of_every_game_have_the_same_folders(key: str) -> None:
    """
    At the top what the platform and the palette need; all that is drawn lies in three packages of the same names.
    """
    folder = ROOT / "render" / key
    found = {path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.py")}

    assert found >= PICTURE_FILES
    assert {name for name in found if "/" not in name} == {name for name in PICTURE_FILES if "/" not in name}
    assert {name.split("/")[0] for name in found if "/" in name} == {"pieces", "plates", "terrain"}


def test_no_folder_has_more_than_16_modules() -> None:
    """
    What is in a folder can be seen at a glance.
    """
    modules = [path for path in _code() if path.stem != "__init__" and not _name(path).startswith("tests/")]
    sizes = Counter(path.parent.relative_to(ROOT).as_posix() for path in modules)
    del sizes[HISTORY]

    assert {name: size for name, size in sizes.items() if size > MOST_MODULES} == {}


@pytest.mark.parametrize("key", ["grunn", "greentown", "h2olland", "grumpf", "walnut_grove"])
def test_sentences_of_all_games_have_ids_of_one_scheme(key: str) -> None:
    """
    ``<game>.<group>.<what>``, with the same groups in every game.
    """
    ids = load(f"games.{key}")
    scheme = re.compile(rf"{key}\.({'|'.join(SENTENCE_GROUPS)})(\.[\w-]+)*")

    assert [id for id in ids if not scheme.fullmatch(id)] == []
