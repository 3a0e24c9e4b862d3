"""Make the fingerprint of a file in a folder from what the file system tells without opening it."""

import os
import re
from pathlib import Path

OLDER = re.compile(r"\d+-\d+")
"""A fingerprint as it was before inode and change time were part of it: size and modification time."""
FLEETING = ("fuse", "cifs", "smb", "9p", "vboxsf")
"""Beginnings of the types of file systems that may number their files anew with every mount."""
MOUNTS = Path("/proc/self/mountinfo")


def fleeting_devices() -> frozenset[int]:
    """Return the devices whose inode numbers say nothing of whether a file is the same; none where it cannot be told.

    The change time of a file is taken on all of them.
    """
    try:
        lines = MOUNTS.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return frozenset()
    devices = set()
    for line in lines:
        before, _, after = line.partition(" - ")
        if after.startswith(FLEETING):
            major, _, minor = before.split()[2].partition(":")
            devices.add(os.makedev(int(major), int(minor)))
    return frozenset(devices)


def of(status: os.stat_result, fleeting: frozenset[int]) -> str:
    """Return the fingerprint of a file: size, modification time, inode and change time (ns).

    A program can set the modification time of a file, and nobody its change time: so a file with other content, and
    size and time as before, is noticed.

    Args:
        status: of the file.
        fleeting: devices as :func:`fleeting_devices` gives them.
    """
    inode = 0 if status.st_dev in fleeting else status.st_ino
    return f"{status.st_size}-{status.st_mtime_ns}-{inode}-{status.st_ctime_ns}"


def older_form(fingerprint: str) -> str:
    """Return the fingerprint of a file as it was made before inode and change time were part of it; "" if it has none.

    What the ledger holds in that form stays good while size and modification time are the same.
    """
    parts = fingerprint.split("-")
    form = "-".join(parts[:2])
    return form if len(parts) == 4 and OLDER.fullmatch(form) else ""


def size_in(fingerprint: str) -> int:
    """Return the size that a fingerprint holds, in bytes; 0 where it holds none."""
    size = fingerprint.partition("-")[0]
    return int(size) if size.isdecimal() else 0
