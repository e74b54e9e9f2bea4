"""`longtable settings`: show what is set, without secrets."""

from pydantic import SecretStr

from bot.config import Settings
from bot.log import HIDDEN


def settings(values: Settings) -> None:
    """Print every setting as a line of `.env`, secrets as `[hidden]` and what is not set as empty."""
    for name in type(values).model_fields:
        value = getattr(values, name)
        if isinstance(value, SecretStr):
            value = HIDDEN if value.get_secret_value() else None
        print(f"{name.upper()}={'' if value is None else value}")
