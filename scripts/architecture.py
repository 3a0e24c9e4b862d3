"""Draw the architecture from the imports: docs/images/architecture.svg and the table of docs/architecture.md.

    python scripts/architecture.py

The same sources give the same bytes. ``tests/test_architecture.py`` holds the layers and compares both files.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "architecture.svg"
PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- packages: written by scripts/architecture.py -->", "<!-- end of packages -->"

Graph = Mapping[str, set[str]]
Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A Bézier curve: where it begins, the two points that bend it, where it ends."""


@dataclass(frozen=True)
class Layer:
    """Describe one layer: its name, and its parts with the column in which each is drawn."""

    name: str
    parts: Mapping[str, float]


LAYERS = (
    Layer(
        "used by all",
        dict.fromkeys(
            "model errors hashing arguments progress redact logs settings s3 s3_vectors days ranges cache plugins"
            " child bounded patience".split(),
            0,
        ),
    ),
    Layer("text", {"text": 1.75}),
    Layer("shape of documents", {"wording_diff": 0, "chunking": 1.75, "coverage": 3.25, "contract": 4.75}),
    Layer("reading", {"corpora": 2.75, "sources": 6.25}),
    Layer("storing", {"store": 4.75, "embed": 6.25}),
    Layer("models", {"llm": 6}),
    Layer("search", {"search": 2.75}),
    Layer("checking", {"check": 1}),
    Layer("library", {"library": 1, "results": 5}),
    Layer("other programs", {"integrations": 0}),
    Layer("evaluation", {"evaluate": 2.75}),
    Layer("pipeline", {"pipeline": 3.75}),
    Layer("monitoring", {"doctor": 4.5, "prometheus": 6.75}),
    Layer("service", {"serve": 0}),
    Layer("command line", {"cli": 0.5, "terminal": 6}),
    Layer("Prefect tasks", {"tasks": 2.75}),
    Layer("Prefect flows", {"flows": 2.75}),
)
"""From the bottom: a part imports from its own layer and from those below. A part is a package or a module of
``piperoll``, or one of the packages ``tasks`` and ``flows``."""
LEVEL = {part: level for level, layer in enumerate(LAYERS) for part in layer.parts}
GROUND = LAYERS[0].parts.keys()
"""The others import from these everywhere, so no arrow leads to them, and they stand side by side."""
STARTS = {("cli", "flows"): "starts by name"}
"""What is called without an import: the library runs without Prefect, and only commands that need a flow load one."""

WIDTH, MARGIN, COLUMN, BAND = 1120, 150, 120, 84
BOX_WIDTH, BOX_HEIGHT, GAP = 150, 46, 8
COLOURS = ("#f3f6fa", "#e9eef5")


@cache
@cache
def modules() -> dict[str, Path]:
    """Return the modules of the three packages by name."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for folder in ("piperoll", "tasks", "flows")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }


@cache
def imported(path: Path) -> set[str]:
    """Return all that a file imports; of ``from a import b`` both ``a`` and ``a.b``."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return names


def part_of(module: str) -> str:
    """Return the part that a module belongs to: ``piperoll.store.sql`` to ``store``; "" for ``piperoll`` itself."""
    first, *rest = module.split(".")
    return first if first != "piperoll" else rest[0] if rest else ""


def package_of(module: str, path: Path) -> str:
    """Return the innermost package of a module; of a module directly in ``piperoll`` the module itself."""
    return module if path.name == "__init__.py" or module.count(".") == 1 else module.rpartition(".")[0]


def module_graph() -> dict[str, set[str]]:
    """Return which modules each module imports. ``from package import module`` is no import of the package."""
    known = modules()
    graph = {}
    for name, path in known.items():
        targets = imported(path) & known.keys()
        inner = {target.rpartition(".")[0] for target in targets}
        graph[name] = {target for target in targets if known[target].name != "__init__.py" or target not in inner}
    return graph


def package_graph() -> dict[str, set[str]]:
    """Return which packages each package imports, at every depth."""
    known = modules()
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for name, targets in module_graph().items():
        package = package_of(name, known[name])
        graph[package] |= {package_of(target, known[target]) for target in targets} - {package}
    return dict(graph)


def part_graph() -> dict[str, set[str]]:
    """Return which parts each part imports."""
    graph: defaultdict[str, set[str]] = defaultdict(set)
    for name, targets in module_graph().items():
        graph[part_of(name)] |= {part_of(target) for target in targets} - {part_of(name), ""}
    graph.pop("", None)
    return dict(graph)


def reachable(graph: Graph, start: str) -> set[str]:
    """Return the nodes that paths from ``start`` lead to."""
    seen: set[str] = set()
    waiting = list(graph.get(start, ()))
    while waiting:
        if (node := waiting.pop()) not in seen:
            seen.add(node)
            waiting += graph.get(node, ())
    return seen


def circles(graph: Graph) -> set[frozenset[str]]:
    """Return the groups of nodes that import each other in a circle."""
    after = {node: reachable(graph, node) for node in graph}
    return {
        frozenset({node, *(other for other in after[node] if node in after.get(other, ()))})
        for node in graph
        if node in after[node]
    }


def arrows(graph: Graph) -> Iterator[tuple[str, str]]:
    """Yield the imports to draw, sorted: none that a chain of others implies, and none of the lowest layer."""
    drawn = {node: targets - GROUND for node, targets in graph.items() if node not in GROUND}
    for node in sorted(drawn):
        for target in sorted(drawn[node]):
            if not any(target in reachable(drawn, other) for other in drawn[node] - {target}):
                yield node, target


def size_of(part: str) -> tuple[int, int]:
    """Return the number of modules of a part, and that of its lines, rounded to two digits so that it stays longer."""
    paths = [path for name, path in modules().items() if part_of(name) == part]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    return len(paths), round(lines, 2 - len(str(lines)))


def sentence(path: Path) -> str:
    """Return the first sentence of a module's docstring, on one line."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).partition(". ")[0].rstrip(".").replace("``", "`")


@dataclass(frozen=True)
class Box:
    """Hold the place of a part in the picture."""

    x: float
    y: float
    width: float

    @property
    def middle(self) -> float:
        """Return the horizontal middle."""
        return self.x + self.width / 2


def boxes() -> dict[str, Box]:
    """Return the box of each part."""
    placed = {}
    for level, layer in enumerate(reversed(LAYERS)):
        y = 20 + level * BAND + (BAND - BOX_HEIGHT) / 2
        for part, column in layer.parts.items():
            placed[part] = Box(MARGIN + column * COLUMN, y, BOX_WIDTH)
    share = (WIDTH - MARGIN - 20) / len(GROUND)
    for index, part in enumerate(GROUND):
        placed[part] = Box(MARGIN + index * share, placed[part].y, round(share - GAP, 1))
    return placed


def picture() -> str:
    """Return the picture as SVG."""
    placed = boxes()
    height = 40 + len(LAYERS) * BAND
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
        ' font-family="Helvetica, Arial, sans-serif">',
        "<title>The layers of Piperoll and the imports between them</title>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 L8 4 L0 8 z" fill="#46566b"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for level, layer in enumerate(reversed(LAYERS)):
        y = 20 + level * BAND
        lines.append(f'<rect x="10" y="{y}" width="{WIDTH - 20}" height="{BAND}" fill="{COLOURS[level % 2]}"/>')
        lines.append(f'<text x="22" y="{y + BAND / 2 + 4:g}" font-size="12" fill="#46566b">{escape(layer.name)}</text>')
    lines += [_arrow(curve) for _, _, curve in curves(placed)]
    lines += [
        line for (source, target), label in STARTS.items() for line in _start(placed[source], placed[target], label)
    ]
    for part, box in placed.items():
        count, length = size_of(part)
        facts = f"{count} module{'s' * (count != 1)} · {length:,} lines" if part not in GROUND else f"{length:,} lines"
        lines += [
            f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{BOX_HEIGHT}" rx="6" fill="#ffffff"'
            ' stroke="#46566b"/>',
            f'<text x="{box.middle:g}" y="{box.y + 20:g}" font-size="14" font-weight="bold" text-anchor="middle"'
            f' fill="#1c2733">{escape(part)}</text>',
            f'<text x="{box.middle:g}" y="{box.y + 36:g}" font-size="11" text-anchor="middle" fill="#46566b">'
            f"{escape(facts)}</text>",
        ]
    return "\n".join([*lines, "</svg>", ""])


def curves(placed: Mapping[str, Box]) -> Iterator[tuple[str, str, Curve]]:
    """Yield each arrow: down to a lower layer a curve, within a layer a line.

    Arrows at one side of a box are spread along it, so that none coincide.
    """
    drawn = list(arrows(part_graph()))
    leaving, entering = defaultdict(list), defaultdict(list)
    for source, target in drawn:
        if LEVEL[source] != LEVEL[target]:
            leaving[source].append(target)
            entering[target].append(source)
    for source, target in drawn:
        begin, end = placed[source], placed[target]
        if LEVEL[source] == LEVEL[target]:
            y = begin.y + BOX_HEIGHT / 2
            x, to = (begin.x + begin.width, end.x) if begin.x < end.x else (begin.x, end.x + end.width)
            yield source, target, ((x, y), (x, y), (to, y), (to, y))
        else:
            x = _spread(placed, source, target, leaving[source])
            to = _spread(placed, target, source, entering[target])
            y, below = begin.y + BOX_HEIGHT, end.y
            bend = (below - y) / 2
            yield source, target, ((x, y), (x, y + bend), (to, below - bend), (to, below))


def _spread(placed: Mapping[str, Box], box: str, other: str, others: list[str]) -> float:
    """Return where along ``box`` the arrow of ``other`` stands, among those of ``others`` from left to right."""
    ordered = sorted(others, key=lambda part: (placed[part].middle, part))
    share = (ordered.index(other) + 1) / (len(ordered) + 1) if other in ordered else 0.5
    return placed[box].x + share * placed[box].width


def _arrow(curve: Curve) -> str:
    """Return one arrow as SVG."""
    (x, y), *others = curve
    bend = " ".join(f"{one:g} {other:g}" for one, other in others)
    return f'<path d="M{x:g} {y:g} C{bend}" fill="none" stroke="#46566b" stroke-width="1.3" marker-end="url(#tip)"/>'


def _start(source: Box, target: Box, label: str) -> tuple[str, str]:
    """Return a dashed arrow up to the near side of a box, and its label."""
    x, y, above = source.middle, source.y, target.y + BOX_HEIGHT / 2
    to = target.x if x < target.middle else target.x + target.width
    return (
        f'<path d="M{x:g} {y:g} C{x:g} {above:g} {x:g} {above:g} {to:g} {above:g}" fill="none" stroke="#46566b"'
        ' stroke-width="1.3" stroke-dasharray="5 4" marker-end="url(#tip)"/>',
        f'<text x="{(x + to) / 2:g}" y="{above - 8:g}" font-size="11" text-anchor="middle" fill="#46566b">'
        f"{escape(label)}</text>",
    )


def table() -> str:
    """Return the table of packages: what each is for, its size, and what it imports."""
    known, graph = modules(), part_graph()
    rows = ["| part | what it is for | modules | lines | imports |", "|---|---|---|---|---|"]
    for layer in reversed(LAYERS):
        for part in layer.parts:
            home = part if part in ("tasks", "flows") else f"piperoll.{part}"
            count, length = size_of(part)
            targets = ", ".join(
                f"`{name}`" for name in sorted(graph.get(part, ()), key=lambda name: (-LEVEL[name], name))
            )
            rows.append(f"| `{part}` | {sentence(known[home])} | {count} | {length:,} | {targets} |")
            for name, path in known.items():
                if path.name == "__init__.py" and name.startswith(f"{home}."):
                    rows.append(f"| `{name.removeprefix('piperoll.')}` | {sentence(path)} | | | |")
    return "\n".join(rows)


def page(text: str) -> str:
    """Return the page with the table of today."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n\n{table()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    for circle in sorted(map(sorted, circles(package_graph()))):
        print("circle:", " ".join(circle))
