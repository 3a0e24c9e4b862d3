"""Proof that every Python reads documents alike: a sample of all families, parsed by each Python that is at hand.

    python -m benchmarks.pythons [--files N] [--python PATH ...]

The Pythons are those of the versions that pyproject.toml names, found on PATH and where pyenv keeps its own, each patch
release once, and those of --python. Each gets an environment in build/pythons with the few packages that parsing needs,
at the versions of constraints.txt; the next run finds it there. The sample is all of examples/ and N files drawn from
every line of ``verify_corpora.CORPORA`` that is at hand. Compared are the digests of all that ``parsed.py`` makes of a
file: text, chunks with their ranges and metadata, citations, what is set aside, the terms that search finds chunks by,
and triplets. Exit 1 when two Pythons differ, or the packages cannot be installed; fewer than two Pythons pass.
"""

import argparse
import os
import random
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson

from benchmarks.verify_corpora import CORPORA, ROOT, Corpus, data_folder, files_of

NEEDED = ("lxml", "orjson", "pydantic", "PyStemmer", "PyYAML")
"""Packages that parsing imports, itself or through others."""
SEED = 3_11_2
FILES = 15
"""Documents that are drawn from each form of a family: 25 seconds of one core for each Python. Of 12 each, 123 of 307
came out otherwise on 3.11.2 when patterns were possessive."""
CONSTRAINTS = ROOT / "constraints.txt"
BUILD = ROOT / "build" / "pythons"
STAMP = ".ready"
CLASSIFIER = "Programming Language :: Python :: 3."
PLACES = ("/usr/bin", "/usr/local/bin", "~/.pyenv/versions/*/bin")

Item = tuple[str, str, int | None]
"""A document: the profile that reads it, its file, and the row in a file of JSON lines."""
Digests = list[dict[str, str]]


def supported() -> list[int]:
    """Return the minor versions of Python 3 that pyproject.toml names."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [int(line.removeprefix(CLASSIFIER)) for line in project["classifiers"] if line.startswith(CLASSIFIER)]


def version_of(python: Path) -> str:
    """Return the version of an interpreter such as ``3.11.2``; "" if it does not start."""
    command = [python, "-c", "import platform; print(platform.python_version())"]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else ""


def interpreters(given: Sequence[Path] = ()) -> dict[str, Path]:
    """Return an interpreter of each version that is at hand and supported, by version; those given come first."""
    names = [f"python3.{minor}" for minor in supported()]
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    for place in PLACES:
        whole = Path(place).expanduser()
        folders += sorted(Path(whole.anchor).glob(str(whole.relative_to(whole.anchor))))
    paths = [*given, *(folder / name for folder in folders for name in names if (folder / name).is_file())]
    found: dict[str, Path] = {}
    for path in paths:
        if version := version_of(path):
            found.setdefault(version, path)
    return dict(sorted(found.items(), key=lambda one: [int(part) for part in one[0].split(".") if part.isdigit()]))


def environment(version: str, python: Path) -> Path:
    """Return the interpreter of an environment with the packages that parsing needs; make it unless it is there."""
    folder = BUILD / version
    inside, stamp = folder / "bin" / "python", folder / STAMP
    wanted = " ".join(NEEDED) + "\n" + CONSTRAINTS.read_text(encoding="utf-8")
    if not stamp.is_file() or stamp.read_text(encoding="utf-8") != wanted:
        subprocess.run([python, "-m", "venv", "--clear", "--without-pip", folder], check=True)
        pip = [sys.executable, "-m", "pip", "--python", inside, "install", "-qq", "--disable-pip-version-check"]
        subprocess.run([*pip, "--only-binary", ":all:", "--constraint", CONSTRAINTS, *NEEDED], check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return inside


def examples() -> Iterator[Item]:
    """Yield the documents of the corpora of piperoll.toml."""
    for name, corpus in tomllib.loads((ROOT / "piperoll.toml").read_text(encoding="utf-8"))["corpus"].items():
        whole = Corpus(name, corpus["profile"], "", "**/*.*")
        yield from items(whole, ROOT / corpus["source"])


def items(corpus: Corpus, root: Path) -> Iterator[Item]:
    """Yield the documents of a corpus in the order of their names."""
    for path in sorted(files_of(corpus, root)):
        rows = range(len(path.read_bytes().splitlines())) if path.suffix == ".jsonl" else (None,)
        yield from ((corpus.profile, str(path), row) for row in rows)


def sample(files: int) -> list[Item]:
    """Return all examples, and so many documents of each form that is at hand; always the same."""
    drawn = list(examples())
    for corpus in CORPORA:
        root = data_folder(corpus.archive)
        if root is not None and root.is_dir():
            whole = list(items(corpus, root / corpus.folder))
            drawn += sorted(random.Random(SEED).sample(whole, min(files, len(whole))), key=repr)
    return drawn


def parsed(python: Path, documents: Sequence[Item]) -> Digests:
    """Return the digests that an interpreter makes of the documents."""
    command = [python, ROOT / "benchmarks" / "parsed.py"]
    lines = b"".join(orjson.dumps(one) + b"\n" for one in documents)
    settings = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, input=lines, env=settings, stdout=subprocess.PIPE, check=True)
    return [orjson.loads(line) for line in done.stdout.splitlines()]


def differences(documents: Sequence[Item], first: Digests, other: Digests) -> Iterator[str]:
    """Yield one line for each profile that two interpreters read differently: how many documents, and which parts."""
    astray: dict[str, list[tuple[str, list[str]]]] = {}
    for (profile, path, row), one, two in zip(documents, first, other, strict=True):
        if different := sorted(part for part in one.keys() | two.keys() if one.get(part) != two.get(part)):
            name = path if row is None else f"{path}, row {row}"
            astray.setdefault(profile, []).append((name, different))
    for profile, found in astray.items():
        counts = Counter(part for _, different in found for part in different)
        listed = ", ".join(f"{part} {count}" for part, count in sorted(counts.items()))
        total = sum(one[0] == profile for one in documents)
        yield f"{profile}: {len(found)} of {total} documents differ ({listed}), such as {found[0][0]}"


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--files", type=int, default=FILES)
    reader.add_argument("--python", type=Path, action="append", default=[])
    arguments = reader.parse_args()
    found = interpreters(arguments.python)
    if len(found) < 2:
        print(f"Pythons at hand: {', '.join(found) or 'none'}; there is nothing to compare.")
        return 0
    started = time.perf_counter()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        ready = list(pool.map(environment, found, found.values()))
        installed = time.perf_counter()
        documents = sample(arguments.files)
        results = dict(zip(found, pool.map(lambda python: parsed(python, documents), ready), strict=True))
    profiles = Counter(profile for profile, _, _ in documents)
    print(f"{len(documents)} documents: {', '.join(f'{name} {count}' for name, count in sorted(profiles.items()))}")
    base, *others = found
    broken = False
    for version in others:
        lines = list(differences(documents, results[base], results[version]))
        print(f"Python {version} and {base}:", "equal" if not lines else "".join(f"\n  {line}" for line in lines))
        broken |= bool(lines)
    print(f"{installed - started:.0f} s environments, {time.perf_counter() - installed:.0f} s parsing")
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
