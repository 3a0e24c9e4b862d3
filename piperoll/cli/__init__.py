"""Run the command line: data on stdout, talk on stderr, and an exit code that programs can rely on."""

import sys

from piperoll.cli.commands import app


def main() -> None:
    """Run the command, and print wrong use as JSON too where JSON was asked for."""
    try:
        app()
    except SystemExit as end:
        if "--json" in sys.argv:
            _tell(end.code)
        raise


def _tell(code: object) -> None:
    from piperoll import terminal
    from piperoll.errors import UsageError

    if code == UsageError.exit_code and not terminal.told():
        message = "The command line is not understood; stderr says where."
        terminal.print_json({"error": {"code": "usage", "message": message, "remedy": "See piperoll --help."}})
