"""The plate of the clans: a card for each, two beside each other or three."""

from PIL import Image

from games.grumpf.view import ANIMAL, CLAN, Board, CardSight, Phase
from render.core.picture import Theme
from render.grumpf.paint import Painter
from render.grumpf.plates import card
from render.grumpf.plates.card import Scene
from render.grumpf.sights import Changes, key_of
from render.grumpf.terrain.stone import wall

PLAN, READY, TRADE = "plan?", "ready?", "trade?"
LETTERING = (PLAN, READY, TRADE, *card.LETTERING)


def waits(card: CardSight, table: Board) -> str:
    """The word for what a clan owes now; "" for nothing."""
    if card.owes:
        return PLAN
    if table.phase is Phase.READY and not card.ready:
        return READY
    if table.phase is Phase.TRADE and card.clan == table.trader:
        return TRADE
    return ""


def scenes(table: Board, changed: Changes, names: tuple[str, ...]) -> tuple[Scene, ...]:
    """All cards in seat order."""
    return tuple(_scene(table, card, changed, names[card.seat]) for card in table.cards)


def _scene(table: Board, card: CardSight, changed: Changes, name: str) -> Scene:
    owed, spot = waits(card, table), f"{CLAN}{card.seat}"
    start = f"{ANIMAL}{card.seat}:"
    offers = tuple(
        ("" if at == spot else at.removeprefix(start), tag)
        for at, tag in changed.offers.items()
        if at == spot or at.startswith(start)
    )
    return Scene(
        card=card,
        key=key_of(card),
        name=name,
        clans=len(table.cards),
        owed=owed,
        lit=bool(owed) or card.place == 1 or (table.phase is Phase.HUNT and not card.hut),
        changed=spot in changed.others,
        done=table.phase in (Phase.VOLLEY, Phase.READY),
        offers=offers,
    )


def draw(cards: tuple[Scene, ...], theme: Theme) -> Image.Image:
    """All cards in seat order."""
    painter = Painter(wall(card.height(len(cards))))
    for scene in cards:
        x, y = card.place(len(cards), scene.card.seat)
        painter.image.paste(card.draw_card(scene, theme), (x - card.MARGIN, y - card.MARGIN))
    return painter.image
