"""What every game must keep, tried with Nim: run pytest in this folder."""

from nim import GAME
from nim_pictures import PICTURE

from bot.conformance import conformance, picture_conformance

TestNim = conformance(GAME)
TestPictures = picture_conformance(GAME, PICTURE)
