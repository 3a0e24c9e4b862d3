"""The statuses of a folder of statutes, and how they compare with its registers."""

import json
import subprocess
import sys
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "statuses.py"
FRONT = "---\nbeteckning: 2031:12\nrubrik: Fyrlag\nikraft_datum: 2031-07-01\n---\n\n### 1 §\n\nFyrar ska lysa.\n"


def test_forms_are_counted_and_compared(tmp_path: Path) -> None:
    entry = {
        "beteckning": "2031:12",
        "rubrik": "Fyrlag (2031:12)",
        "ikraftDateTime": "2031-07-02T00:00:00",
        "upphavdDateTime": "2025-01-01T00:00:00",
        "tidsbegransadDateTime": None,
        "fulltext": {"forfattningstext": "1 § Fyrar ska lysa.", "upphavdGenom": "SFS 2024:9"},
    }
    for name, text in (("current/2031/sfs-2031-12.md", FRONT), ("official-json/sfs-2031-12.json", json.dumps(entry))):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text, "utf-8")
    told = subprocess.run([sys.executable, SCRIPT, tmp_path], check=True, capture_output=True, text=True).stdout
    rows = {line.split()[0]: line.split()[1:] for line in told.splitlines()[1:3] + told.splitlines()[4:5]}
    assert rows["current"][:4] == ["1", "0", "1", "0"]
    assert rows["official-json"][:7] == ["1", "0", "0", "1", "0", "1", "1"]
    assert "current, register of official-json: begins: differ" in told
    assert "own register" not in told
