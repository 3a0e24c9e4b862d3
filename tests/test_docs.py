"""The reference says what the code does."""

import re
from pathlib import Path
from typing import Any

import pytest
import typer
from pydantic import BaseModel

from piperoll.cli.commands import COMMANDS, app
from piperoll.settings import BackendSettings, ModelSettings, Settings

ROOT = Path(__file__).parents[1]
GROUP: Any = typer.main.get_command(app)
REFERENCE = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")


def test_every_command_and_option_is_documented_and_has_help() -> None:
    for name in COMMANDS:
        command = GROUP.load(name)
        row = next((line for line in REFERENCE.splitlines() if line.startswith(f"| `{name} ")), None)
        assert row, f"{name} is missing"
        assert command.help
        for parameter in command.params:
            option = next((one for one in parameter.opts if one.startswith("--")), None)
            if option and option not in ("--json", "--help"):
                assert option in row, f"{name} {option} is missing"
                assert parameter.help


def test_every_setting_is_documented() -> None:
    told = set(re.findall(r"`(PIPEROLL_[A-Z_]+)`", REFERENCE))
    tables = {"corpus", "backend", "model"}
    real = {f"PIPEROLL_{name.upper()}" for name in Settings.model_fields.keys() - tables} | {"PIPEROLL_CONFIG"}
    assert told == real


@pytest.mark.parametrize(("page", "table"), [("models.md", BackendSettings), ("llm.md", ModelSettings)])
def test_every_setting_of_a_model_is_documented(page: str, table: type[BaseModel]) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    told = {
        name for row in re.findall(r"^\| (`[a-z_`, ]+`) \|", text, re.MULTILINE) for name in re.findall(r"\w+", row)
    }
    assert told == table.model_fields.keys()


def test_every_table_is_documented() -> None:
    told = set(re.findall(r"^\| `([a-z_]+)`", (ROOT / "docs" / "tables.md").read_text(encoding="utf-8"), re.MULTILINE))
    created = set()
    for file in (ROOT / "sql" / "migrations").glob("*.sql"):
        created.update(re.findall(r"CREATE TABLE (\w+)", file.read_text(encoding="utf-8")))
    assert created <= told


PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]


def anchors(page: Path) -> set[str]:
    """Return the anchors that the headings of a page have."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(file), f"{target}#{anchor}"


def test_every_page_is_linked_from_the_readme() -> None:
    linked, waiting = set(), [ROOT / "README.md"]
    while waiting:
        page = waiting.pop()
        for target in re.findall(r"\]\(([^)#:]+\.md)", page.read_text(encoding="utf-8")):
            if (file := (page.parent / target).resolve()) not in linked:
                linked.add(file)
                waiting.append(file)
    assert {page.resolve() for page in PAGES} <= linked | {(ROOT / "README.md").resolve()}
