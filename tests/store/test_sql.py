"""Every SQL file is named once, says what it is for, is used, and can be composed."""

import re
from pathlib import Path

import pytest
from psycopg import sql

from piperoll.store.sql import PLACEHOLDER, composed, fragment, query, sql_dir

ROOT = Path(__file__).parents[2]
QUERIES = sorted((sql_dir() / "queries").rglob("*.sql"))
FRAGMENTS = sorted((sql_dir() / "fragments").glob("*.sql"))
CODE = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "piperoll").rglob("*.py"))


def test_names_are_unique_so_that_a_statement_is_found_by_its_name() -> None:
    names = [path.stem for path in [*QUERIES, *FRAGMENTS]]
    assert len(set(names)) == len(names)


def test_every_statement_lies_in_the_folder_of_a_table_group() -> None:
    assert all(path.parent.parent == sql_dir() / "queries" for path in QUERIES)


def test_every_file_opens_with_a_line_that_says_what_it_is_for() -> None:
    wanted = re.compile(r"-- [A-Z`].{10,}")
    assert [path for path in [*QUERIES, *FRAGMENTS] if not wanted.match(path.read_text(encoding="utf-8"))] == []


def test_every_statement_is_composed_of_fragments_and_of_what_its_caller_names() -> None:
    fragments = {one.stem for one in FRAGMENTS}
    for path in QUERIES:
        text = path.read_text(encoding="utf-8")
        assert query(path.stem) == text
        names = set(PLACEHOLDER.findall(text)) - fragments
        assert composed(path.stem, **{name: sql.Identifier("t") for name in names}).as_string(), path


def test_every_fragment_is_used() -> None:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in [*QUERIES, *FRAGMENTS])
    for path in FRAGMENTS:
        assert f"{{{path.stem}}}" in texts or f'"{path.stem}"' in CODE
        assert fragment(path.stem).as_string()


def test_every_statement_is_used() -> None:
    built = {"prune_versions", "prune_documents"}  # their names are put together in store/prune.py
    assert [path for path in QUERIES if f'"{path.stem}"' not in CODE and path.stem not in built] == []


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        query("no_such_statement")
