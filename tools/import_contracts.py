"""Two contract types for import-linter; the contracts stand in ``pyproject.toml``.

An import inside a function counts like one at the top of a file, the standard library like any
other package. A name stands for a module and all below it.
"""

from collections.abc import Callable

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class OnlyContract(Contract):
    """A package imports from the listed packages and from no others.

    Options: `package`; `may_import`, a list; `except_for`, modules of the package that are free.
    """

    type_name = "only"

    package = fields.StringField()
    may_import = fields.ListField(subfield=fields.StringField())
    except_for = fields.ListField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        free = self.except_for or []
        unknown = [name for name in (self.package, *free) if name not in graph.modules]
        found = [f"there is no module {name}" for name in unknown] or _imports(
            graph,
            lambda name: _within(name, [self.package]) and not _within(name, free),
            lambda name: not _within(name, self.may_import),
        )
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        _render(check)


class HomeContract(Contract):
    """Packages from outside are imported in the listed modules and in no others.

    Options: `packages`; `at_home_in`, modules that need not exist yet.
    """

    type_name = "home"

    packages = fields.ListField(subfield=fields.StringField())
    at_home_in = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        found = _imports(
            graph,
            lambda name: not _within(name, self.at_home_in),
            lambda name: _within(name, self.packages),
        )
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        _render(check)


def _within(module: str, packages: list[str]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def _imports(
    graph: ImportGraph, importer: Callable[[str], bool], imported: Callable[[str], bool]
) -> list[str]:
    return [
        f"{source} -> {target} (l.{place['line_number']})"
        for source in sorted(filter(importer, graph.modules))
        for target in sorted(filter(imported, graph.find_modules_directly_imported_by(source)))
        for place in graph.get_import_details(importer=source, imported=target)
    ]


def _render(check: ContractCheck) -> None:
    for line in check.metadata["found"]:
        output.print_error(f"- {line}", bold=False)
    output.new_line()
