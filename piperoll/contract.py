"""Declare the columns of documents, chunks, citations, triplets and facts once, for Parquet files and for the database.

A column that comes here comes to the files of a parsed partition, to COPY and to the staging table. The statements
``load_NAME.sql``, which name the columns of the real tables, and the migrations follow by hand; a test compares them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from piperoll.hashing import name as hashed

if TYPE_CHECKING:  # a night in which nothing changed does not wait for it
    import pyarrow as pa

STRING = ("string", "text")
TEXT = ("large_string", "text")
"""A string that may be so long that a row group has more than 2 GB of it."""
INT = ("int32", "int4")
BIGINT = ("int64", "int8")
BYTES = ("binary", "bytea")
BOOL = ("bool", "bool")
DATE = ("date32", "date")
INTS = ("int32[]", "int4[]")
STRINGS = ("string[]", "text[]")


@dataclass(frozen=True, slots=True)
class Column:
    """A column has a name in Parquet files, a type there and in Postgres, and perhaps another name in Postgres."""

    name: str
    type: tuple[str, str]
    renamed: str = ""

    @property
    def field(self) -> "pa.Field":
        """Return the column as a field of an Arrow schema."""
        import pyarrow as pa

        item = pa.type_for_alias(self.type[0].removesuffix("[]"))
        return pa.field(self.name, pa.list_(item) if self.type[0].endswith("[]") else item)

    @property
    def postgres_name(self) -> str:
        """Return the name in the staging table, which is that in the real table."""
        return self.renamed or self.name

    @property
    def postgres_type(self) -> str:
        """Return the type in the staging table. JSON is staged as text and cast when it is merged."""
        return self.type[1]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a parsed partition has rows in one Parquet file or more, and one staging table."""

    name: str
    columns: tuple[Column, ...]

    def __getitem__(self, name: str) -> Column:
        """Return the column of that name in Parquet files."""
        return next(column for column in self.columns if column.name == name)

    @property
    def names(self) -> list[str]:
        """Return the names of the columns in Parquet files, in order."""
        return [column.name for column in self.columns]

    @property
    def file(self) -> str:
        """Return the name of its file in the result of a stage."""
        return f"{self.name}.parquet"

    @property
    def schema(self) -> "pa.Schema":
        """Return the schema of its Parquet file."""
        import pyarrow as pa

        return pa.schema([column.field for column in self.columns])

    @property
    def staging(self) -> str:
        """Return the name of the staging table."""
        return f"staged_{self.name}"

    @property
    def staging_table(self) -> str:
        """Return the statement that creates the staging table, private to the session and dropped on commit."""
        columns = ", ".join(f"{column.postgres_name} {column.postgres_type}" for column in self.columns)
        return f"CREATE TEMP TABLE {self.staging} ({columns}) ON COMMIT DROP"

    @property
    def copy_types(self) -> list[str]:
        """Return the types of the columns in Postgres, as a binary COPY needs them."""
        return [column.postgres_type for column in self.columns]

    def values(self, row: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values of a row in the order of the columns; what it lacks is null."""
        return tuple(row.get(name) for name in self.names)


RANGE = (Column("start", INT, "char_start"), Column("end", INT, "char_end"))
VALIDITY = (Column("valid_from", DATE), Column("valid_to", DATE))

DOCUMENTS = Table(
    "document",
    (
        Column("source", STRING),
        Column("size", BIGINT),
        Column("fingerprint", STRING),
        Column("content_hash", BYTES),
        Column("outcome", STRING),
        Column("code", STRING),
        Column("reason", STRING),
        Column("remedy", STRING),
        Column("ordinal", INT),
        Column("key", STRING),
        Column("title", STRING),
        Column("kind", STRING),
        Column("text", TEXT),
        Column("set_aside", TEXT),
        Column("metadata", TEXT),
        *VALIDITY,
        Column("amends", STRING),
        Column("repealed_by", STRING),
        Column("valid_from_estimated", BOOL),
        Column("valid_to_estimated", BOOL),
    ),
)
"""A row is a document, or a file without any: ``outcome`` tells. ``ordinal`` is its place in the file."""

PART = (Column("source", STRING), Column("document", INT))
"""What every row that belongs to a document begins with: the file, and the ordinal of the document in it."""
TEXT_COLUMNS = (Column("prefix", STRING), Column("text_hash", BYTES))
"""What decides the embedding of a chunk besides its header and content, and the hash of it all."""

CHUNKS = Table(
    "chunk",
    (
        *PART,
        Column("ordinal", INT),
        Column("path", STRING),
        Column("role", STRING),
        Column("parent", STRING),
        Column("header", STRING),
        Column("content", TEXT),
        *RANGE,
        Column("tokens", INT),
        Column("paragraphs", INTS),
        Column("clauses", STRINGS),
        Column("subsections", STRINGS),
        Column("overlap", INT),
        Column("metadata", STRING),
        *VALIDITY,
        Column("in_force", BOOL),
    ),
)
"""As parse leaves them."""
PREFIXES = Table("prefix", (*PART, Column("ordinal", INT), Column("prefix", STRING)))
"""A row for each chunk, as an enricher leaves them; an empty prefix says that there is none."""
TEXTS = Table("text", (*PART, Column("ordinal", INT), *TEXT_COLUMNS))
"""A row for each chunk, in their order, as enrich leaves them."""
STAGED_CHUNKS = Table("chunk", (*CHUNKS.columns, *TEXT_COLUMNS))
"""As they are loaded."""
CITATIONS = Table(
    "citation",
    (
        *PART,
        Column("ordinal", INT),
        Column("chunk", INT),
        *RANGE,
        Column("kind", STRING),
        Column("target", STRING),
        Column("target_path", STRING),
    ),
)
"""``chunk`` is the ordinal of the chunk that holds the citation, null in a range that was set aside."""
TRIPLETS = Table(
    "triplet",
    (
        *PART,
        Column("made_by", STRING),
        Column("ordinal", INT),
        Column("chunk", INT),
        *RANGE,
        Column("subject", STRING),
        Column("predicate", STRING),
        Column("object", STRING),
    ),
)
FACTS = Table(
    "fact",
    (
        *PART,
        Column("ordinal", INT),
        Column("concept", STRING),
        Column("label", STRING),
        Column("value", STRING),
        Column("unit", STRING),
        Column("period_start", DATE),
        Column("period_end", DATE),
        Column("year", INT),
        Column("decimals", INT),
        Column("dimensions", STRING),
        *RANGE,
    ),
)
"""``value`` is in plain digits, ``dimensions`` is JSON."""
TABLES = (DOCUMENTS, STAGED_CHUNKS, CITATIONS, TRIPLETS, FACTS)
"""Those that are loaded."""


@cache
def fingerprint() -> str:
    """Return a hash of all files of results: results with other columns are not found."""
    return hashed(f"{table.file} {table.schema}" for table in (*TABLES, CHUNKS, PREFIXES, TEXTS))
