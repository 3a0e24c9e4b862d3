"""Show tables, texts, pictures and progress in the Prefect UI; where no run of Prefect is, nothing happens.

What cannot be shown is logged: it must not fail a run whose edition is already published.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from tasks.common import best_effort, in_prefect


def table(rows: Sequence[Mapping[str, Any]], key: str, description: str) -> None:
    """Show rows as a table.

    Args:
        rows: by the names of their columns.
        key: under which the UI lists it.
        description: above the table, in Markdown.
    """
    if in_prefect():
        from prefect.artifacts import create_table_artifact

        with best_effort(f"{key} could not be shown"):
            create_table_artifact([dict(row) for row in rows], key=key, description=description)


def markdown(text: str, key: str, description: str) -> None:
    """Show a text.

    Args:
        text: Markdown, in which all that comes from documents is escaped.
        key: under which the UI lists it.
        description: above the text.
    """
    if in_prefect():
        from prefect.artifacts import create_markdown_artifact

        with best_effort(f"{key} could not be shown"):
            create_markdown_artifact(text, key=key, description=description)


def image(url: str, key: str, description: str) -> None:
    """Show a picture.

    Args:
        url: holds the picture itself.
        key: under which the UI lists it.
        description: above the picture.
    """
    if in_prefect():
        from prefect.artifacts import create_image_artifact

        with best_effort(f"{key} could not be shown"):
            create_image_artifact(url, key=key, description=description)


class Progress:
    """A bar shows which share of a total is done, in percent."""

    def __init__(self, total: int, key: str, description: str) -> None:
        self.total, self.done = max(1, total), 0
        self.id: UUID | None = None
        if in_prefect():
            from prefect.artifacts import create_progress_artifact

            with best_effort(f"{key} could not be shown"):
                made = create_progress_artifact(0.0, key=key, description=description)
                self.id = made if isinstance(made, UUID) else None

    def add(self, done: int) -> None:
        """Show that so much more is done."""
        self.done += done
        if self.id:
            from prefect.artifacts import update_progress_artifact

            with best_effort("the progress could not be shown"):
                update_progress_artifact(self.id, progress=min(100.0, 100.0 * self.done / self.total))
