"""Print results as tables of Markdown: medians over the rounds."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

Row = dict[str, Any]
Column = tuple[str, Callable[[Row], Any]]

SMALL = ("nothing", "section", "deleted", "renamed")
WORDS = {
    "full-small": "A first run, few files",
    "full": "A first run, all files",
    "full-cheap": "A first run, all files, vectors made of a hash",
}


def all_tables(rows: Sequence[Row]) -> str:
    """Return every table that there are rows for."""
    tables = [whole_runs(rows, name) for name in WORDS]
    tables += [small_changes(rows, suffix) for suffix in ("", "-cheap")]
    tables += [killed(rows), watched(rows), parts(rows), wrong(rows)]
    return "\n\n".join(table for table in tables if table)


def whole_runs(rows: Sequence[Row], scenario: str) -> str:
    """Return what a first run costs."""
    columns: list[Column] = [
        ("s", lambda row: row["wall"]),
        ("processor s", lambda row: row["cpu"]),
        ("of Postgres", lambda row: row["server"]),
        ("MiB", lambda row: row["pss"]),
        ("chunks", lambda row: row["view"]["chunks"]),
        ("texts embedded", lambda row: row["texts"]),
        ("characters", lambda row: row["characters"]),
        ("s in the model", lambda row: row["encode"]),
    ]
    body = [
        [variant, *(middle(of_variant, value) for _, value in columns)]
        for variant, of_variant in by_variant(rows, [scenario])
    ]
    return titled(f"{WORDS[scenario]}{rounds(rows, [scenario])}", ["", *(name for name, _ in columns)], body)


def small_changes(rows: Sequence[Row], suffix: str) -> str:
    """Return what runs after small changes cost: seconds, processor seconds, texts embedded, and memory."""
    scenarios = [name + suffix for name in SMALL]
    body = []
    for variant, of_variant in by_variant(rows, scenarios):
        cells = []
        for name in scenarios:
            of_scenario = [row for row in of_variant if row["scenario"] == name]
            parts = [middle(of_scenario, value) for value in (wall, cpu, texts)]
            cells.append(" · ".join(parts) if of_scenario else "")
        body.append([variant, *cells, middle(of_variant, lambda row: row["pss"])])
    title = "After a small change" + (", vectors made of a hash" if suffix else "")
    title += ": s · processor s · texts embedded" + rounds(rows, scenarios)
    return titled(title, ["", *SMALL, "MiB"], body)


def killed(rows: Sequence[Row]) -> str:
    """Return what a run that is killed leaves, and what the next one does again."""
    body = []
    for scenario in ("kill", "kill-cheap", "changed-kill-cheap"):
        for variant, found in by_variant(rows, [scenario]):
            body.append(
                [
                    scenario,
                    variant,
                    middle(found, lambda row: row["first"]["wall"]),
                    middle(found, lambda row: row["first"]["view"]["documents"]),
                    middle(found, lambda row: row["first"]["view"]["both"]),
                    middle(found, wall),
                    middle(found, lambda row: row["whole"]["wall"]),
                    middle(found, texts),
                    middle(found, lambda row: row["whole"]["texts"]),
                    middle(found, lambda row: row["redone"]),
                ]
            )
    heads = ["", "", "s until killed", "documents seen then", "in both wordings"]
    heads += ["s of the next run", "of a whole run", "texts of the next run", "of a whole run", "done before"]
    return titled("Killed after half of the time of a whole run", heads, body)


def watched(rows: Sequence[Row]) -> str:
    """Return what readers saw while all files changed."""
    body = []
    for scenario in ("changed-cheap", "changed-kill-cheap"):
        for variant, found in by_variant(rows, [scenario]):
            seen = [row["seen"] for row in found if "seen" in row]
            looks = [str(sum(one["looks"].get(kind, 0) for one in seen)) for kind in ("before", "neither", "after")]
            fewest = min((one["fewest"] for one in seen if one["fewest"] is not None), default="")
            cells = [middle(seen, lambda one: one["seconds"]), str(fewest), str(max(one["both"] for one in seen))]
            body.append([scenario, variant, middle(found, wall), *looks, *cells])
    heads = ["", "", "s", "looks: all old", "neither", "all new", "s of neither", "fewest documents"]
    return titled("What a reader saw", [*heads, "most in both wordings"], body)


def parts(rows: Sequence[Row]) -> str:
    """Return where the seconds of Piperoll's small runs go."""
    body = []
    for scenario in [name + suffix for suffix in ("", "-cheap") for name in SMALL]:
        for variant, found in by_variant([row for row in rows if "seconds" in (row.get("out") or {})], [scenario]):
            split = [of_parts(row) for row in found]
            body.append([scenario, variant, *(f"{median(one[name] for one in split):.2f}" for name in split[0])])
            heads = ["", "", *split[0]]
    return titled("Seconds by part", heads, body) if body else ""


def of_parts(row: Row) -> dict[str, float]:
    """Return the seconds of the parts of one run; together they are its time by the clock."""
    stages = dict(row["out"]["seconds"])
    start, between = stages.pop("start"), stages.pop("outside")
    plan, embed = stages.pop("discover", 0.0), stages.pop("embed", 0.0)
    found = {"start": start, "plan": plan, "embed": embed, "other stages": sum(stages.values())}
    found["between stages"] = between
    found["leaving"] = row["wall"] - sum(found.values())
    found["all"] = row["wall"]
    return found


def wrong(rows: Sequence[Row]) -> str:
    """Return what is wrong after runs."""
    body = sorted({(row["scenario"], row["variant"], text) for row in rows for text in row["problems"]})
    return titled("What is wrong afterwards", ["", "", ""], body)


def wall(row: Row) -> float:
    """Return seconds by the clock."""
    return float(row["wall"])


def cpu(row: Row) -> float:
    """Return processor seconds."""
    return float(row["cpu"])


def texts(row: Row) -> int:
    """Return texts embedded."""
    return int(row["texts"])


def middle(rows: Sequence[Row], value: Callable[[Row], Any]) -> str:
    """Return the median of a value; a whole number stays one."""
    values = [value(row) for row in rows]
    if not values:
        return ""
    found = median(values)
    return f"{found:,.0f}" if isinstance(values[0], int) or found >= 100 else f"{found:.1f}"


def by_variant(rows: Sequence[Row], scenarios: Sequence[str]) -> list[tuple[str, list[Row]]]:
    """Return rows of scenarios by the name of the variant, in the order of its first result."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        if row["scenario"] in scenarios and row["round"]:
            found.setdefault(row["variant"], []).append(row)
    return list(found.items())


def rounds(rows: Sequence[Row], scenarios: Sequence[str]) -> str:
    """Return how many rounds stand behind the medians, as the end of a title."""
    counts = {sum(row["scenario"] == name and bool(row["round"]) for row in found)
              for name in scenarios for _, found in by_variant(rows, [name])}  # fmt: skip
    return f" (rounds: {', '.join(map(str, sorted(counts)))})" if counts else ""


def titled(title: str, heads: Sequence[str], body: Iterable[Sequence[str]]) -> str:
    """Return a table with a title; nothing without rows."""
    lines = ["| " + " | ".join(row) + " |" for row in body]
    if not lines:
        return ""
    aligned = ["|" + "|".join("---" if not head else "---:" for head in heads) + "|"]
    return "\n".join([f"{title}:", "", "| " + " | ".join(heads) + " |", *aligned, *lines])
