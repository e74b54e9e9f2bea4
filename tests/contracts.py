"""Two kinds of import contract that import-linter lacks; `pyproject.toml` registers and uses them."""

import sys
from abc import abstractmethod
from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class _DirectContract(Contract):
    """A contract over single imports: each pair of modules that `broken` yields breaks it."""

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect the imports that break the contract."""
        breaks = sorted(set(self.broken(graph)))
        return ContractCheck(kept=not breaks, metadata={"breaks": breaks})

    @abstractmethod
    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Yield importer and imported module of each import that is not allowed."""

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print one line for each import that is not allowed."""
        for importer, imported in check.metadata["breaks"]:
            output.print_error(f"- {importer} imports {imported}")
        output.new_line()


class AllowedPackages(_DirectContract):
    """Packages import themselves, the standard library and the named packages, nothing else.

    Options: `source_modules`, `allowed_packages`.
    """

    type_name = "packages"

    source_modules = fields.SetField(subfield=fields.StringField())
    allowed_packages = fields.SetField(subfield=fields.StringField())

    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Yield every import of another package."""
        sources = set(self.contract_options["source_modules"])
        allowed = set(self.contract_options["allowed_packages"]) | sources | sys.stdlib_module_names
        for importer in graph.modules:
            if importer.partition(".")[0] in sources:
                for imported in graph.find_modules_directly_imported_by(importer):
                    if imported.partition(".")[0] not in allowed:
                        yield importer, imported


class PicturesSeeViews(_DirectContract):
    """What draws a game sees the view of that game, no other part of it, and no other game.

    With `views = games` and `pictures = render`: `render.grunn` may import `games.core`, `games.grunn.view` and
    `render.core`; `render.core` may import `games.core` only. `render` itself, which finds the pictures, sees no game.
    """

    type_name = "pictures"

    views = fields.StringField()
    pictures = fields.StringField()

    def broken(self, graph: ImportGraph) -> Iterator[tuple[str, str]]:
        """Yield every import of a game, or of another game's picture, that goes beyond the view."""
        views: str = self.contract_options["views"]
        pictures: str = self.contract_options["pictures"]
        for importer in graph.modules:
            package, game = _place(importer)
            if package != pictures:
                continue
            seen = {f"{views}.core", f"{pictures}.core"}
            if game not in {"", "core"}:
                seen |= {f"{pictures}.{game}", f"{views}.{game}.view"}
            for imported in graph.find_modules_directly_imported_by(importer):
                ours = _place(imported)[0] in {views, pictures}
                if ours and not any(_within(imported, part) for part in seen):
                    yield importer, imported


def _place(module: str) -> tuple[str, str]:
    """The first two parts of a module's name: `render.grunn.plates` is at `render`, `grunn`."""
    package, _, rest = module.partition(".")
    return package, rest.partition(".")[0]


def _within(module: str, package: str) -> bool:
    """Whether the module is the package or lies in it."""
    return module == package or module.startswith(f"{package}.")
