"""Settings: defaults, the file, what is refused and in which words."""

import re
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from bot.config import ANY, ConfigError, LogFormat, LogLevel, Settings, load
from render.core.memory.cache import USUAL_BUDGET

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / ".env.example"


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """No variable of the machine reaches a test."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)


def _env(folder: Path, text: str) -> Path:
    """A file `.env` with this text."""
    file = folder / ".env"
    file.write_text(text, encoding="utf-8")
    return file


def test_nothing_need_be_set(tmp_path: Path) -> None:
    """
    Without a file and without variables every setting has a usable value, and there is no token.
    """
    settings = load(env_file=tmp_path / ".env")

    assert settings.discord_token is None
    assert settings.database == "sqlite+aiosqlite:///data/longtable.db"
    assert settings.api_base == "https://discord.com/api/v10"
    assert (settings.log_level, settings.log_format) == (LogLevel.INFO, LogFormat.CONSOLE)
    assert settings.shards == ()


def test_the_file_is_read_and_the_environment_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """
    A variable of the environment overrides the same setting of the file.
    """
    file = _env(tmp_path, "LOG_LEVEL=warning\nexport DATA_DIR='/srv/long table'\n\n# LOG_LEVEL=debug\n")
    monkeypatch.setenv("LOG_LEVEL", "ERROR")

    settings = load(env_file=file)

    assert settings.log_level is LogLevel.ERROR
    assert settings.data_dir == Path("/srv/long table")
    assert settings.database == "sqlite+aiosqlite:////srv/long table/longtable.db"


def test_an_empty_value_means_not_set(tmp_path: Path) -> None:
    """
    `.env.example` leaves values empty; copied as it is, it gives the defaults.
    """
    copied = load(env_file=_env(tmp_path, EXAMPLE.read_text(encoding="utf-8")))

    assert Settings(_env_file=None) == copied


def test_the_example_lists_every_setting() -> None:
    """
    Each setting stands once in `.env.example`, in order, right under its one line of comment.
    """
    entries = re.findall(r"^# .+\n([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    all_lines = re.findall(r"^([A-Z_]+)=", EXAMPLE.read_text(encoding="utf-8"), flags=re.MULTILINE)

    assert all_lines == entries
    assert sorted(name.upper() for name in Settings.model_fields) == sorted(entries)


def test_the_usual_drawing_memory_is_that_of_the_cache() -> None:
    """
    It stands there alone; the example says how much it is.
    """
    assert f"what it has drawn (default: {USUAL_BUDGET // 2**20})." in EXAMPLE.read_text(encoding="utf-8")
    assert Settings(_env_file=None).drawing_memory is None


def test_secrets_do_not_show(tmp_path: Path) -> None:
    """
    Neither the token nor the password of the database shows when settings are printed.
    """
    settings = load(
        env_file=_env(tmp_path, "DISCORD_TOKEN=tok-123\nDATABASE_URL=postgresql+asyncpg://me:pass-9@db/longtable\n")
    )

    assert isinstance(settings.discord_token, SecretStr)
    assert settings.database == "postgresql+asyncpg://me:pass-9@db/longtable"
    assert "tok-123" not in repr(settings)
    assert "pass-9" not in repr(settings)


def test_settings_cannot_be_changed(tmp_path: Path) -> None:
    """
    Settings are frozen: nothing changes them while the bot runs.
    """
    settings = load(env_file=tmp_path / ".env")

    with pytest.raises(ValidationError, match="frozen"):
        settings.log_level = LogLevel.DEBUG  # type: ignore[misc]


def test_shards_are_named_by_ranges(tmp_path: Path) -> None:
    """
    `0-2,8` names the shards 0, 1, 2 and 8.
    """
    settings = load(env_file=_env(tmp_path, "SHARD_COUNT=16\nSHARD_IDS=0-2,8\n"))

    assert settings.shards == (0, 1, 2, 8)


def test_any_shards_may_be_taken(tmp_path: Path) -> None:
    """
    `auto` names none, so that all are wanted; it needs their number.
    """
    settings = load(env_file=_env(tmp_path, "SHARD_COUNT=4\nSHARD_IDS=auto\n"))

    assert ((), ANY) == (settings.shards, settings.shard_ids)
    with pytest.raises(ConfigError, match="SHARD_IDS needs SHARD_COUNT"):
        load(env_file=_env(tmp_path, "SHARD_IDS=auto\n"))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "LOG_LEVEL=loud",
            "The setting LOG_LEVEL cannot be used: input should be 'debug', 'info', 'warning' or 'error'.",
        ),
        ("METRICS_PORT=70000", "The setting METRICS_PORT cannot be used: input should be less than or equal to 65535."),
        (
            "DRAWING_MEMORY=8",
            (
                "The setting DRAWING_MEMORY cannot be used: it must be at least 16 MB; with less, most of each board "
                "would be drawn anew."
            ),
        ),
        (
            "DATABASE_URL=mysql://me:pass-9@db/x",
            "The setting DATABASE_URL cannot be used: it must start with sqlite+aiosqlite:// or postgresql+asyncpg://.",
        ),
        (
            "DISCORD_API_BASE=nowhere",
            "The setting DISCORD_API_BASE cannot be used: input should be a valid URL, relative URL without a base.",
        ),
        (
            "SHARD_COUNT=4\nSHARD_IDS=4",
            "The settings do not fit together: SHARD_IDS needs SHARD_COUNT, and every id must be below it.",
        ),
        (
            "SHARD_IDS=1",
            "The settings do not fit together: SHARD_IDS needs SHARD_COUNT, and every id must be below it.",
        ),
        (
            "SHARD_COUNT=4\nSHARD_IDS=3-0",
            "The settings do not fit together: a range of SHARD_IDS must rise, such as 0-3.",
        ),
        (
            "SHARD_COUNT=4\nSHARD_IDS=0,3-1",
            "The settings do not fit together: a range of SHARD_IDS must rise, such as 0-3.",
        ),
    ],
)
def test_a_value_that_cannot_be_used_is_named(tmp_path: Path, text: str, sentence: str) -> None:
    """
    A refused value gives one sentence that names the setting and never repeats the value's secrets.
    """
    with pytest.raises(ConfigError) as refused:
        load(env_file=_env(tmp_path, text))

    assert sentence == str(refused.value)


@pytest.mark.parametrize("line", ["DISCORD_TOKEN", "not a setting", "LOG_LEVEL='info", '"LOG_LEVEL=info', "=info"])
def test_a_corrupt_line_is_named(tmp_path: Path, line: str) -> None:
    """
    A line of the file that is not `NAME=value` is refused by its number.
    """
    file = _env(tmp_path, f"LOG_LEVEL=info\n{line}\n")

    with pytest.raises(ConfigError) as refused:
        load(env_file=file)

    assert f"{file} line 2 can't be read; it should look like NAME=value." == str(refused.value)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """
    A file `.env` of other bytes than UTF-8 gives a sentence, not a traceback.
    """
    file = tmp_path / ".env"
    file.write_bytes(b"LOG_LEVEL=\xff\xfe\n")

    with pytest.raises(ConfigError) as refused:
        load(env_file=file)

    assert f"{file} isn't a text file in UTF-8." == str(refused.value)


def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    """
    A folder called `.env` gives a sentence with the reason of the system.
    """
    with pytest.raises(ConfigError) as refused:
        load(env_file=tmp_path)

    assert f"{tmp_path} can't be read: Is a directory." == str(refused.value)
