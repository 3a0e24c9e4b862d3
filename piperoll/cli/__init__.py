"""Run the command line: data on stdout, talk on stderr, and an exit code that programs can rely on."""

import sys
from contextlib import suppress

from piperoll import logs, settings, terminal
from piperoll.cli import (  # noqa: F401  (each registers its commands)
    backfill,
    citing,
    editions,
    evaluating,
    indexing,
    nightly,
    operations,
    reading,
    searching,
    tuning,
)
from piperoll.cli.common import app
from piperoll.errors import UsageError


def main() -> None:
    """Run the command, and print wrong use as JSON too where JSON was asked for."""
    with suppress(UsageError):  # the command tells what is wrong with the settings, if it needs them
        logs.setup(settings.load().log_format)
    try:
        app()
    except SystemExit as end:
        if end.code == UsageError.exit_code and "--json" in sys.argv and not terminal.told():
            message = "The command line is not understood; stderr says where."
            terminal.print_json({"error": {"code": "usage", "message": message, "remedy": "See piperoll --help."}})
        raise
