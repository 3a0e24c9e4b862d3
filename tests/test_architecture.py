"""The layers: imports go one way and in no circle, and only tasks and flows know of Prefect."""

from scripts.architecture import (
    BOX_HEIGHT,
    LAYERS,
    LEVEL,
    PAGE,
    PICTURE,
    STARTS,
    arrows,
    boxes,
    circles,
    curves,
    imported,
    module_graph,
    modules,
    package_graph,
    page,
    part_graph,
    part_of,
    picture,
    reachable,
)

OUTSIDE = {"tests", "scripts", "benchmarks"}
FORBIDDEN = {"piperoll": {"tasks", "flows", "prefect", *OUTSIDE}, "tasks": {"flows", *OUTSIDE}, "flows": OUTSIDE}
"""What the modules of each top package never import."""


def test_imports_go_one_way() -> None:
    known = modules()
    assert len(known) > 500
    for name, tree in known.items():
        names = imported(tree)
        assert not {one for one in names if one.split(".")[0] in FORBIDDEN[name.split(".")[0]]}, name
        level = LEVEL.get(part_of(name), len(LAYERS))
        assert not {one for one in names & known.keys() if LEVEL.get(part_of(one), 0) > level}, name


def test_the_layers_hold_every_part_once_and_no_other() -> None:
    listed = [part for layer in LAYERS for part in layer.parts]
    assert sorted(listed) == sorted({part_of(name) for name in modules()} - {""})


def test_nothing_is_imported_in_a_circle() -> None:
    assert circles(package_graph()) == set()
    assert circles(module_graph()) == set()


def test_search_is_evaluated_and_both_are_used_by_the_pipeline() -> None:
    graph = part_graph()
    assert not graph["search"] & {"evaluate", "pipeline"}
    assert "search" in graph["evaluate"]
    assert "pipeline" not in graph["evaluate"]


def test_circles_are_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == {frozenset("abc")}
    assert circles({"a": {"b"}, "b": {"c"}, "c": set()}) == set()


def test_every_import_is_drawn_or_implied() -> None:
    graph = part_graph()
    drawn: dict[str, set[str]] = {part: set() for part in graph}
    for source, target in arrows(graph):
        drawn[source].add(target)
    for part, targets in graph.items():
        assert targets - LAYERS[0].parts.keys() <= reachable(drawn, part) or part in LAYERS[0].parts


def test_no_arrow_crosses_a_box() -> None:
    placed = boxes()
    for source, target, (begin, bent, bent_back, end) in curves(placed):
        for share in (step / 100 for step in range(101)):
            weights = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
            x, y = (
                sum(weight * point[axis] for weight, point in zip(weights, (begin, bent, bent_back, end), strict=True))
                for axis in (0, 1)
            )
            for part, box in placed.items():
                inside = box.x < x < box.x + box.width and box.y < y < box.y + BOX_HEIGHT
                assert part in (source, target) or not inside, f"{source} → {target} crosses {part}: move a column"


def test_what_is_drawn_as_started_is_not_imported() -> None:
    graph = part_graph()
    assert not [target for source, target in STARTS if target in graph[source]]


def test_picture_and_table_are_current() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run scripts/architecture.py"
    assert text == page(text), "run scripts/architecture.py"


def test_every_part_says_what_it_is_for() -> None:
    rows = [line.split(" | ") for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert len(rows) > len(LEVEL)
    assert not [row[0] for row in rows if not row[1].strip()]
