"""The command line: data on stdout, talk on stderr, and an exit code that programs can rely on."""

import sys

from piperoll import terminal
from piperoll.cli import editions, indexing, nightly, reading  # noqa: F401  (each registers its commands)
from piperoll.cli.common import app
from piperoll.errors import UsageError


def main() -> None:
    """The entry point of the command. Wrong use is told as JSON too where JSON was asked for."""
    try:
        app()
    except SystemExit as end:
        if end.code == UsageError.exit_code and "--json" in sys.argv and not terminal.told():
            message = "The command line is not understood; stderr says where."
            terminal.print_json({"error": {"code": "usage", "message": message, "remedy": "See piperoll --help."}})
        raise
