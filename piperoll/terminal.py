"""Show people what they read on a terminal: tables on stdout, bars or plain lines on stderr."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

import orjson
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from piperoll import logs, progress
from piperoll.model import HEADING_MARKS

if TYPE_CHECKING:
    from piperoll.results.documents import WordingChange

PIPED_WIDTH = 200
"""Columns of a table that no terminal bounds."""


class Talk(Console):
    """A console whose words may be lost: a full disk behind it must not end what they are about."""

    def print(self, *objects: Any, **named: Any) -> None:
        """See :class:`rich.console.Console`."""
        with suppress(OSError):
            super().print(*objects, **named)


out = Console(highlight=False, emoji=False, soft_wrap=True, width=None if sys.stdout.isatty() else PIPED_WIDTH)
err = Talk(stderr=True, highlight=False, emoji=False, soft_wrap=True)

CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Characters that control a terminal; a document may hold them."""


def say(text: str, *, to: Console | None = None, style: str | None = None) -> None:
    """Print a line of text as it is: nothing in it is markup, and nothing in it controls the terminal.

    Args:
        text: the line.
        to: where it is printed; by default on stdout.
        style: of the whole line, as ``bold``.
    """
    (to or out).print(CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text), markup=False, style=style)


_printed: list[bool] = []


def told() -> bool:
    """Return whether this process has printed any JSON."""
    return bool(_printed)


def print_json(value: Any) -> None:
    """Print one JSON document on one line of stdout; half characters, as in file names that are not UTF-8, are
    replaced."""
    _printed[:] = [True]
    try:
        line = orjson.dumps(value, default=_plain, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:
        text = json.dumps(value, default=_plain, ensure_ascii=False, separators=(",", ":"))
        line = text.encode("utf-8", "replace") + b"\n"
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


def _plain(value: Any) -> Any:
    if isinstance(value, date | datetime | UUID):
        return str(value)
    raise TypeError(type(value).__name__)


def table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], styles: Mapping[str, str] | None = None
) -> None:
    """Print a table on stdout; numbers stand to the right.

    Args:
        title: above the table.
        columns: their headings.
        rows: one value for each column.
        styles: of cells, by their whole text; None: none has one.
    """
    shown = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    body = [list(row) for row in rows]
    for index, column in enumerate(columns):
        numeric = bool(body) and all(isinstance(row[index], int | float) for row in body)
        shown.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for row in body:
        cells = [escape(CONTROLS.sub("\N{REPLACEMENT CHARACTER}", _cell(value))) for value in row]
        shown.add_row(*(f"[{styles[cell]}]{cell}[/]" if styles and cell in styles else cell for cell in cells))
    out.print(shown)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    return f"{value:,.2f}" if isinstance(value, float) else str(value)


def lacking(result: Mapping[str, Any]) -> None:
    """Say on stderr what a search had to do without: vectors, a reranker."""
    if without := result.get("vectors", {}).get("without"):
        chunks = result["vectors"]["chunks"]
        say(f"{without:,} of {chunks:,} chunks have no vector by {result['backend']} yet.", to=err)
    if problem := result.get("reranked", {}).get("problem"):
        say(f"Not reranked. {problem}", to=err)


def hits(result: Mapping[str, Any], width: int = 300) -> None:
    """Print search results: where each one is, then the beginning of its text."""
    if not result["hits"]:
        say("No hits.")
    for hit in result["hits"]:
        say(f"{hit['rank']:>2}. {hit['header']}", style="bold")
        since = validity(hit)
        where = f"    {hit['document']}  {hit['path']}  characters {hit['start']}–{hit['end']}{since}"
        say(where, style="dim")
        say(f"    {_beginning(hit['content'], width)}\n")


def documents(result: Mapping[str, Any], width: int = 200) -> None:
    """Print the documents that a search found, each with its best passages."""
    if not result["documents"]:
        say("No hits.")
    for document in result["documents"]:
        say(f"{document['rank']:>2}. {document['title']}", style="bold")
        since = validity(document)
        more = "" if document["passages"] == 1 else f"  {document['passages']} passages"
        say(f"    {document['document']}{since}{more}", style="dim")
        for passage in document["highlights"]:
            say(f"    {passage['path']}  characters {passage['start']}–{passage['end']}", style="dim")
            say(f"      {_beginning(passage['content'], width)}")
        say("")


def validity(found: Mapping[str, Any]) -> str:
    """Return the days of what was found, as they follow its place, and whether it is in force; "" without any."""
    since = f"  valid from {found['valid_from']}" if found["valid_from"] else ""
    until = f" until {found['valid_to']}" if found["valid_to"] else ""
    return f"{since or (until and '  valid')}{until}{'' if found['in_force'] else '  NOT IN FORCE'}"


def _beginning(content: str, width: int) -> str:
    """Return the first characters of a chunk on one line."""
    line = " ".join(HEADING_MARKS.sub("", content).split())
    return f"{line[:width]}{'…' if len(line) > width else ''}"


def citations(rows: Iterable[Mapping[str, Any]]) -> None:
    """Print what a text cites, one citation a line: as printed, then what it names, marked where the corpus has it."""
    for row in rows:
        say(f"    → {' '.join(row['text'].split())}: {cited(row)}", style="dim")


def headnote(told: Mapping[str, Any]) -> None:
    """Print a headnote: who made it, then its statements, each with its paragraphs and what is wrong with it."""
    say(f"\nHeadnote in {told['document']}, by {told['made_by']}", style="bold")
    for part, statements in told["parts"].items():
        if statements:
            say(f"{part.replace('_', ' ').capitalize()}:")
        for one in statements:
            paragraphs = ", ".join(str(support["paragraph"] or support["path"]) for support in one["supports"])
            say(f"  {one['statement']}{f' [{paragraphs}]' if paragraphs else ''}")
            if one["flags"]:
                say(f"    ! {', '.join(one['flags'])}", style="red")


def amendment(act: Mapping[str, Any]) -> None:
    """Print an act that amended a document: its number, title, day and note, then its text where the corpus has it."""
    parts = (act["document"], act["title"], f"in force {act['date']}" if act["date"] else "", act["note"])
    say("  ".join(filter(None, parts)), style="bold")
    if act["text"]:
        say(f"{act['text'].strip()}\n")


STYLES = {"same": None, "removed": "red strike", "added": "green"}
MARKS = {"same": ("", ""), "removed": ("[-", "-]"), "added": ("{+", "+}")}
"""Marks that replace the colours where there are none, as in ``wdiff``."""
CONTEXT = 60
"""Characters shown of unchanged text, at each side of a difference."""


def wording(change: "WordingChange") -> None:
    """Print one unit whose wording changed."""
    path = change.path or change.path_before
    if change.change == "moved":
        path = f"{change.path_before} → {change.path}"
    elif change.change == "changed" and change.path_before != change.path:
        path = f"{change.path_before}, now {change.path}"
    if not change.words:
        say(f"{change.change}: {path}", style="dim")
        return
    say(f"\n{change.change}: {path}  {change.header}", style="bold")
    shown = Text()
    last = len(change.words) - 1
    for index, (kind, words) in enumerate(change.words):
        plain = CONTROLS.sub("\N{REPLACEMENT CHARACTER}", words)
        before, after = ("", "") if out.is_terminal else MARKS[kind]
        if kind == "same":
            plain = _middle_out(plain, first=index == 0, last=index == last)
        shown.append(f"{before}{plain}{after}", STYLES[kind])
    out.print(shown)


def _middle_out(text: str, *, first: bool, last: bool) -> str:
    """Return unchanged text near a difference, without the middle of a long passage."""
    if len(text) <= 2 * CONTEXT:
        return text
    head = "" if first else text[:CONTEXT].rpartition(" ")[0]
    tail = "" if last else text[-CONTEXT:].partition(" ")[2]
    return f"{head} … {tail}"


def cited(row: Mapping[str, Any]) -> str:
    """Return what a citation names, as the corpus calls it where it has it."""
    if row["resolved"]:
        return " ".join(filter(None, (row["resolved"]["document"], row["resolved"]["path"] or row["target_path"])))
    return f"{' '.join(filter(None, (row['target'], row['target_path'])))} (not in this corpus)"


class Bar:
    """A bar shows progress on stderr: moving on a terminal, a line a stage elsewhere, nothing among lines of JSON."""

    def __init__(self) -> None:
        self.live = err.is_terminal and not logs.as_json()
        self.bar = Progress(
            TextColumn("{task.description:<10}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[counted]}"),
            TimeRemainingColumn(),
            console=err,
        )
        self.task: TaskID | None = None
        self.texts = 0
        self.unit = "files"

    def __enter__(self) -> "Bar":
        progress.listen(self)
        if self.live:
            self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        progress.stop(self)
        if self.live:
            self.bar.stop()

    def stage(self, name: str, total: int | None = None, unit: str = "files") -> None:
        """See :class:`piperoll.progress.Listener`."""
        self.unit = unit
        if not self.live:
            if not logs.as_json():
                err.print(f"{name}{f': {total:,} {unit}' if total else ''}")
        else:
            if self.task is None:
                self.task = self.bar.add_task(name, total=total, counted=self.counted)
            self.bar.reset(self.task, description=name, total=total, counted=self.counted)

    def advance(self, count: int) -> None:
        """See :class:`piperoll.progress.Listener`."""
        if self.live and self.task is not None:
            self.bar.advance(self.task, count)

    def embedded(self, count: int) -> None:
        """See :class:`piperoll.progress.Listener`."""
        self.texts += count
        if self.live and self.task is not None:
            self.bar.update(self.task, counted=self.counted)

    @property
    def counted(self) -> str:
        """Return what stands behind the count."""
        return f"files, {self.texts:,} texts embedded" if self.unit == "files" else self.unit
