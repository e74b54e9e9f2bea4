"""What the private panel asks follows the draft: prompts, forecasts and warnings."""

from pathlib import Path

from tests.edge.payloads import texts
from tests.edge.table import asked, controls, sit_down


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
        assert "Lay " in texts(panel.components)
        heads = []
        for _ in range(40):
            parts = list(controls(panel.components))
            if any("|confirm|" in part["custom_id"] for part in parts):
                break
            part = next(part for part in parts if "|choose|" in part["custom_id"])
            if part.get("options"):
                await table.members[0].select(panel, [part["options"][0]["value"]], custom_id=part["custom_id"])
            else:
                await table.members[0].click(panel, custom_id=part["custom_id"])
            heads.append(texts(panel.components).splitlines()[0])

        assert any("Name 2 areas" in head for head in heads)
        assert " yields " in heads[-1]
        assert "Lay 1 more" not in texts(panel.components)
        assert "Winter asks for" in texts(panel.components)
