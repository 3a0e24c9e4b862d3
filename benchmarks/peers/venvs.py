"""Make the environments of the peers: one each, because their versions conflict."""

import subprocess
import sys
from pathlib import Path

from benchmarks.peers.systems import BASE, PEERS


def make(folder: Path, names: set[str]) -> None:
    """Make ``folder/NAME`` for each peer that is named; one after another, because each takes 1.5 GB and minutes."""
    for peer in PEERS:
        if peer.name in names:
            place = folder / peer.name
            subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
            subprocess.run([str(place / "bin" / "pip"), "install", "-q", *BASE, *peer.packages], check=True)
            print(f"{peer.name}: {place / 'bin' / 'python'}", flush=True)
