"""Computer players (section 14)."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.game import Brain
from games.grumpf.state import State
from games.grumpf.view import View

BRAINS: Mapping[str, Brain[State, View]] = {}
