"""What the private panel asks follows the draft: prompts, forecasts and warnings."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simcord.results import ResponseMessage

from tests.edge.payloads import texts
from tests.edge.table import asked, controls, sit_down

LAY_MORE = re.compile(r"Lay \d of your tiles: ")


def held(panel: ResponseMessage, verb: str) -> list[Mapping[str, Any]]:
    """Return the panel's controls of a verb that can be used."""
    return [part for part in controls(panel.components) if part["custom_id"].startswith(f"lt|{verb}|")]


async def test_section_6_the_panel_tells_what_comes_of_the_draft(tmp_path: Path) -> None:
    """
    Walnut Grove section 6: once a tile is laid the panel asks for areas, with the forecast of the winter.
    """
    async with sit_down(tmp_path) as table:
        await table.slash(0, "match new", game="walnut_grove", seats=1)
        await table.slash(0, "move", line="church")
        assert "farm" in asked(await table.match())[0].id
        panel = (await table.press(0, "play")).response
        assert panel is not None
        assert LAY_MORE.search(texts(panel.components))
        heads = []
        while not held(panel, "confirm"):
            part = held(panel, "choose")[0]
            if part.get("options"):
                await table.choose(0, panel, part["options"][0]["value"], custom_id=part["custom_id"])
            else:
                await table.members[0].click(panel, custom_id=part["custom_id"])
            heads.append(texts(panel.components).splitlines()[0])
        table.clean()

        assert any("Choose 2 areas" in head for head in heads)
        assert "Harvest: " in heads[-1]
        assert not LAY_MORE.search(texts(panel.components))
        assert "Winter asks for" in texts(panel.components)
