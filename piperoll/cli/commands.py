"""Name the commands, and load the module of a command when it is run: ``--help`` and completion load none."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command_from_info, get_command_name

COMMANDS: Mapping[str, tuple[str, str]] = {
    "reindex": (
        "piperoll.cli.indexing",
        "Index what is new or changed in the source, and publish the result as one edition.",
    ),
    "plan": ("piperoll.cli.indexing", "Say what a reindex would do. Changes nothing."),
    "backfill": (
        "piperoll.cli.backfill",
        "Repeat stages on a range of documents, and publish the result as one edition.",
    ),
    "switch-backend": (
        "piperoll.cli.backfill",
        "Search a corpus by another backend, once every chunk of the published edition has its vector.",
    ),
    "drop-backend": (
        "piperoll.cli.backfill",
        "Delete the vectors of a corpus by a backend that it is not searched by.",
    ),
    "compare-backends": (
        "piperoll.cli.backends",
        "Compare what two backends find in the published edition, how long a query takes, and what they cost.",
    ),
    "chunks": ("piperoll.cli.indexing", "Show how one file is cut. Needs no database; with --json one object a line."),
    "search": ("piperoll.cli.searching", "Search the published edition by meaning and by words."),
    "context": (
        "piperoll.cli.searching",
        "Put the best passages and what stands around them together, as text to put before a model.",
    ),
    "ask": (
        "piperoll.cli.asking",
        "Answer a question with cited passages, with facts, and by a language model where the corpus has one.",
    ),
    "questions": (
        "piperoll.cli.asking",
        "List the questions that were asked of a corpus that logs them, draft a gold set of them, or forget them.",
    ),
    "show": (
        "piperoll.cli.reading",
        "Show a document with its chunks and what they cite: the version valid today, or on another day.",
    ),
    "amendments": (
        "piperoll.cli.citing",
        "List the acts that amended a document, or a unit of it, newest first; with --json one object a line.",
    ),
    "cites": ("piperoll.cli.citing", "List what a document cites, or a unit of it: as printed, and what it names."),
    "cited-by": ("piperoll.cli.citing", "List where the corpus cites a document, or a unit of it."),
    "check": (
        "piperoll.cli.checking",
        "Check every citation and quotation of a text against corpora; exit 1 if any is false.",
    ),
    "facts": (
        "piperoll.cli.facts",
        "List the numbers that filings report by XBRL, with their places; with --json one object a line.",
    ),
    "metric": (
        "piperoll.cli.facts",
        "Answer a question for figures of one company, such as apple revenue 2021 to 2023.",
    ),
    "export": (
        "piperoll.cli.reading",
        "Write the chunks of the published edition to a file; equal editions give equal bytes.",
    ),
    "status": (
        "piperoll.cli.reading",
        "Show corpora, their editions and files by status, their last runs, and what is in quarantine.",
    ),
    "verify": (
        "piperoll.cli.reading",
        "Prove that chunks match their text and that no character was lost; exit 1 if not.",
    ),
    "evaluate": (
        "piperoll.cli.evaluating",
        "Measure how well the published edition answers the questions of a gold set.",
    ),
    "compare": (
        "piperoll.cli.evaluating",
        "Compare two evaluations, query by query: differences with intervals, and what fell or rose most.",
    ),
    "tune": (
        "piperoll.cli.tuning",
        "Choose fusion and weights by the questions of a gold set, and say what they give on questions held out.",
    ),
    "editions": ("piperoll.cli.editions", "List the editions that there are; pruned ones are not."),
    "diff": (
        "piperoll.cli.editions",
        "Show what changed from one edition to another, or in a document from one date to another.",
    ),
    "rollback": (
        "piperoll.cli.editions",
        "Let readers see another edition, earlier or later. The next reindex publishes the newest.",
    ),
    "prune": ("piperoll.cli.editions", "Delete what only older editions need. The published one always stays."),
    "nightly": (
        "piperoll.cli.nightly",
        "Reindex every corpus, one after another; one that fails does not stop the others.",
    ),
    "doctor": (
        "piperoll.cli.operations",
        "Check all that a run needs, without changing anything; exit 1 if something would keep it from working.",
    ),
    "metrics": (
        "piperoll.cli.operations",
        "Show the state of corpora, runs and the database for Prometheus, read from the database at each scrape.",
    ),
    "keys": (
        "piperoll.cli.serving",
        "Make, list and remove the keys of the service. A key is shown once, when it is made.",
    ),
    "readers": (
        "piperoll.cli.serving",
        "Make, list and remove roles of Postgres that may only read; the password is asked for, or read from stdin.",
    ),
    "serve": ("piperoll.cli.serving", "Serve the page and the API: over HTTP what the commands answer, until ended."),
    "mcp": (
        "piperoll.cli.serving",
        "Answer a language model over standard input and output by the Model Context Protocol, until it ends.",
    ),
}
"""Of each command the module that it is in and its help, in the order in which ``--help`` lists them: as one meets
them."""


class Lazy(TyperGroup):
    """List the commands by COMMANDS, and put the real one in its place when it is asked for."""

    def __init__(self, **facts: Any) -> None:
        super().__init__(**facts)
        self.commands = {name: TyperCommand(name, help=told) for name, (_, told) in COMMANDS.items()}

    def load(self, name: str) -> Any:
        """Return the command of that name, with its options."""
        module, _ = COMMANDS[name]
        import_module(module)
        info = next(one for one in app.registered_commands if name == one.name or name == _name_of(one.callback))
        self.commands[name] = get_command_from_info(info, pretty_exceptions_short=True, rich_markup_mode=None)
        return self.commands[name]

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return what is left of the command line, as the class above does; first make sure that it is text."""
        from piperoll.arguments import check_texts
        from piperoll.errors import UsageError

        try:
            check_texts({f"Argument {place} of the command line": one for place, one in enumerate(args, 1)})
        except UsageError:
            from piperoll.cli.common import errors

            with errors("--json" in args):
                raise
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Return the name, the command and its arguments, as the class above does."""
        if args[0] in COMMANDS:
            self.load(args[0])
        return super().resolve_command(ctx, args)


def _name_of(function: Any) -> str:
    return get_command_name(function.__name__)


app = typer.Typer(
    cls=Lazy,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    help="Legal document collections as a searchable, cited, versioned evidence base in Postgres.\n\n"
    "Start with: piperoll reindex my-laws --source FOLDER --profile se-law\n\n"
    'then:       piperoll search my-laws "what you look for"\n\n'
    "Exit codes: 0 done, 1 failed or check not held, 2 wrong use, 3 gate not passed, 4 corpus busy.",
)


@app.callback()
def begin() -> None:
    """Set up the log before a command runs."""
    from contextlib import suppress

    from piperoll import logs, settings
    from piperoll.errors import UsageError

    with suppress(UsageError):  # the command tells what is wrong with the settings, if it needs them
        logs.setup(settings.load().log_format)
