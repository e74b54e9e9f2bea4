"""Settings: what an operator may set by the environment or by a file `.env` in the working directory.

Every setting stands in `.env.example` with one comment; a test holds the two together.
"""

from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Self

from pydantic import Field, HttpUrl, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from db.stores.backup_files import BackupPlan
from db.stores.durability import Durability

ENV_FILE = Path(".env")
DATABASE_FILE = "longtable.db"
LEAST_DRAWING_MEMORY = 16
"""MB; with less, the parts of a board would push each other out."""
ANY = "auto"
"""Value of `SHARD_IDS`: any shards that no other process has."""
DRIVERS = ("sqlite+aiosqlite://", "postgresql+asyncpg://")


class LogLevel(StrEnum):
    """How much is logged: this severity and everything graver."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class LogFormat(StrEnum):
    """How a log line looks: for people at a terminal, or one JSON object for a collector."""

    CONSOLE = "console"
    JSON = "json"


class ConfigError(Exception):
    """A setting cannot be used; the message is one sentence for the operator, without any secret."""


class Settings(BaseSettings):
    """All settings, checked.

    Variables of the environment win over the file. An empty value means "not set".
    """

    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8",
        env_ignore_empty=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    discord_token: SecretStr | None = None
    discord_api_base: HttpUrl = HttpUrl("https://discord.com/api/v10")
    data_dir: Path = Path("data")
    database_url: SecretStr = SecretStr("")
    database_durability: Durability = Durability.FULL
    backup_hours: int = Field(default=24, ge=0, le=24 * 31)
    backups_kept: int = Field(default=7, ge=1, le=1000)
    backup_weeks: int = Field(default=4, ge=0, le=520)
    backup_dir: Path | None = None
    log_level: LogLevel = LogLevel.INFO
    log_format: LogFormat = LogFormat.CONSOLE
    shard_count: int | None = Field(default=None, ge=1)
    shard_ids: str = Field(default="", pattern=r"^(auto|\d+(-\d+)?(,\d+(-\d+)?)*)?$")
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=1, le=65535)
    linked_roles_url: HttpUrl | None = None
    discord_client_secret: SecretStr | None = None
    sweep_seconds: float = Field(default=5, gt=0, le=60)
    drawing_processes: int | None = Field(default=None, ge=0, le=64)
    drawing_memory: int | None = None
    drawing_ahead: bool = True
    piece_emoji: bool = True
    thinking_processes: int | None = Field(default=None, ge=1, le=64)
    thinking_pause: float = Field(default=3, ge=0, le=60)
    most_open_matches: int = Field(default=5, ge=1)
    most_matches: int = Field(default=50, ge=1)
    most_open_in_channel: int = Field(default=25, ge=1)
    most_tournaments: int = Field(default=5, ge=1)
    expire_days: int = Field(default=14, ge=1, le=90)
    request_burst: int = Field(default=300, ge=0)
    requests_per_minute: int = Field(default=120, ge=1)

    @field_validator("log_level", "log_format", "database_durability", mode="before")
    @classmethod
    def _lower(cls, value: object) -> object:
        """Take `INFO` for `info`."""
        return value.lower() if isinstance(value, str) else value

    @field_validator("database_url")
    @classmethod
    def _expect_known_driver(cls, value: SecretStr) -> SecretStr:
        """Refuse a database that nobody tests."""
        if value.get_secret_value() and not value.get_secret_value().startswith(DRIVERS):
            raise ValueError(f"it must start with {' or '.join(DRIVERS)}")
        return value

    @field_validator("drawing_memory")
    @classmethod
    def _expect_room(cls, value: int | None) -> int | None:
        """Refuse a budget in which the parts of a board would only push each other out."""
        if value is not None and value < LEAST_DRAWING_MEMORY:
            least = f"it must be at least {LEAST_DRAWING_MEMORY} MB"
            raise ValueError(f"{least}; with less, most of each board would be drawn anew")
        return value

    @model_validator(mode="after")
    def _shards_fit(self) -> Self:
        """Refuse shards beyond the number of shards."""
        ranges = [part.split("-") for part in self.shard_ids.split(",") if "-" in part]
        if any(int(last) < int(first) for first, last in ranges):
            raise ValueError("a range of SHARD_IDS must rise, such as 0-3")
        if self.shard_ids and (self.shard_count is None or max(self.shards, default=0) >= self.shard_count):
            raise ValueError("SHARD_IDS needs SHARD_COUNT, and every id must be below it")
        return self

    @model_validator(mode="after")
    def _check_linked_roles(self) -> Self:
        """Refuse half a set-up of linked roles, and an address over which tokens could be read on the way."""
        url = self.linked_roles_url
        if url is None:
            return self
        if not self.discord_client_secret or self.metrics_port is None:
            raise ValueError("LINKED_ROLES_URL needs DISCORD_CLIENT_SECRET and METRICS_PORT")
        if url.scheme != "https" and url.host not in ("localhost", "127.0.0.1"):
            raise ValueError("LINKED_ROLES_URL must begin with https://")
        if (url.path or "/") != "/" or url.query or url.fragment:
            raise ValueError("LINKED_ROLES_URL is an address alone, such as https://games.example.org")
        return self

    @property
    def linked_roles_base(self) -> str:
        """Address under which people reach the pages of linked roles, without a slash at the end; empty: none."""
        return str(self.linked_roles_url or "").rstrip("/")

    @property
    def database(self) -> str:
        """SQLAlchemy URL of the database; a file under `data_dir` unless one is set. May hold a password."""
        url = self.database_url.get_secret_value()
        return url or f"sqlite+aiosqlite:///{(self.data_dir / DATABASE_FILE).as_posix()}"

    @property
    def backups(self) -> Path:
        """Folder for backups."""
        return self.backup_dir or self.data_dir / "backups"

    @property
    def backup_plan(self) -> BackupPlan | None:
        """How often backups are made and which are kept; None: none are made."""
        if not self.backup_hours:
            return None
        every = timedelta(hours=self.backup_hours)
        return BackupPlan(folder=self.backups, every=every, kept=self.backups_kept, weeks=self.backup_weeks)

    @property
    def shards(self) -> tuple[int, ...]:
        """The shards of this process, as `0-3,8` names them; empty: all, or whichever no other process has."""
        ids: list[int] = []
        for part in self.shard_ids.split(",") if self.shard_ids not in ("", ANY) else ():
            first, _, last = part.partition("-")
            ids.extend(range(int(first), int(last or first) + 1))
        return tuple(ids)

    @property
    def api_base(self) -> str:
        """Address of Discord's REST interface, without a slash at the end."""
        return str(self.discord_api_base).rstrip("/")


def load(*, env_file: Path = ENV_FILE) -> Settings:
    """Read the settings.

    Raises:
        ConfigError: The file cannot be read or parsed, or a value cannot be used.
    """
    try:
        _check_lines(env_file)
        return Settings(_env_file=env_file)
    except ValidationError as error:
        raise ConfigError(_sentence(error)) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{env_file} isn't a text file in UTF-8.") from None
    except OSError as error:
        raise ConfigError(f"{env_file} can't be read: {error.strerror or 'unknown reason'}.") from None


def _check_lines(env_file: Path) -> None:
    """Refuse a file whose lines are not `NAME=value`; the parser below would skip them with a mere warning."""
    if not env_file.exists():
        return
    for number, line in enumerate(env_file.read_text(encoding="utf-8").splitlines(), start=1):
        text = line.strip().removeprefix("export ")
        if not text or text.startswith("#"):
            continue
        name, equals, value = text.partition("=")
        value = value.strip()
        quote = value[:1] if value[:1] in {'"', "'"} else ""
        if not equals or not name.strip().isidentifier() or (quote and quote not in value[1:]):
            raise ConfigError(f"{env_file} line {number} can't be read; it should look like NAME=value.")


def _sentence(error: ValidationError) -> str:
    """The first complaint in one sentence, naming the variable but never its value."""
    first = error.errors(include_input=False, include_url=False)[0]
    reason = first["msg"].removeprefix("Value error, ").rstrip(".")
    if not first["loc"]:
        return f"The settings do not fit together: {reason}."
    name = str(first["loc"][0]).upper()
    return f"The setting {name} cannot be used: {reason[:1].lower()}{reason[1:]}."
