"""H₂Olland by Jeff Widderich and Richard van Vugt: dikes, mills, harvests, and a race for tulips."""

from games.h2olland.game import GAME

__all__ = ["GAME"]
