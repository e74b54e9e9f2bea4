"""What pictures must keep holds for ours and for those of the example."""

from __future__ import annotations

from nim import GAME as NIM
from nim_pictures import PICTURE as NIM_PICTURE

from bot.conformance import picture_conformance

TestGreentown = picture_conformance("greentown", seed=b"tall5", named=True)
"""Towns so tall and wide that one plate has no room for them."""
TestGrumpf = picture_conformance("grumpf", named=True)
TestGrunn = picture_conformance("grunn", struck={"pay"}, named=True)
TestH2olland = picture_conformance("h2olland", named=True)
TestWalnutGrove = picture_conformance("walnut_grove", named=True)
TestNim = picture_conformance(NIM, NIM_PICTURE)
