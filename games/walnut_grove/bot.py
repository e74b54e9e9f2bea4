"""Computer players."""

from __future__ import annotations

from typing import Any

BRAINS: dict[str, Any] = {}
