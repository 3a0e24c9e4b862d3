"""Feed every profile, archive reader and query grammar with inputs that a fuzzer grows towards code not yet reached.

    python -m benchmarks.fuzz [--minutes 60] [--work FOLDER] [--data FOLDER] [--only TARGET,…]

Needs atheris: ``pip install atheris``. Targets take turns, each in a process of its own. Their inputs start from
``examples/``, and from cuts of the documents in DATA where it is given. What is grown stays in WORK/corpus, so that the
next run goes on from there; an input on which something fails is kept in WORK/found, once for each place of failure.

For each document that a profile reads must hold: offsets, coverage, unique paths, citations within the text. The only
error is DocumentError. An input of at most 8,192 bytes that takes longer than SLOW seconds is a failure too.
"""

import argparse
import hashlib
import io
import random
import re
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROFILES = ("contracts", "hk-cases", "hk-legislation", "se-law", "sec-10k", "sst", "terms")
SUFFIXES = ("zip", "tar", "tar.gz", "gz", "jsonl", "parquet", "xz", "zst", "bz2")
TARGETS = (*PROFILES, "archives", *(f"{name} queries" for name in PROFILES))
LONGEST = 8_192
"""Bytes of an input."""
SLOW = 5.0
SEEDS = 400
"""Cuts of real documents for each profile."""
HANGS = 60
"""Seconds after which libFuzzer ends a target that does not return."""
REAL = {
    "contracts": ("acord", "legalbench-rag"),
    "hk-cases": ("hk-cases", "uk-cases"),
    "hk-legislation": ("hk-hklm",),
    "se-law": ("se-law",),
    "sec-10k": ("sec-10k",),
    "sst": ("sst", "sst-heads"),
    "terms": ("terms", "terms-eval"),
}
"""Folders of DATA by profile."""
WORDS = """2\\x20kap. 3\\x20§ 12\\x20a\\x20§ Upphävd\\x20genom\\x20lag\\x20(2001:1) [12] (a) (iv) (A) 1. 1.1
Article\\x20IV Cap.\\x201A section\\x2012(3)(b) [2019]\\x20UKSC\\x201 Note: Schedule <p> </p> <table><tr><td> <h2> <br/>
<!-- ]]> &sect; <a\\x20name= --- ## ** /Träder\\x20i\\x20kraft\\x20I:2021-01-01/ Bilaga Övergångsbestämmelser BETWEEN
Appellant: REASONS ORDER \\x0c \\xc2\\xa0 \\xe2\\x80\\xa8"""
"""Words of the grammars, as libFuzzer's dictionary writes them, apart by spaces."""


def target(name: str) -> Callable[[bytes], object]:
    """Return what is called with each input of a target."""
    from piperoll.corpora import registry
    from piperoll.model import LONGEST_NAME, DocumentError
    from piperoll.sources import containers, kinds, streams
    from piperoll.text import analysis
    from tests.corpora.invariants import check

    def read(data: bytes) -> None:
        suffixes = sorted(profile.suffixes)
        try:
            for document in profile.read(data[1:], f"a{suffixes[data[0] % len(suffixes)]}" if data else "a"):
                if len(document.key) <= LONGEST_NAME:  # a longer one is refused before it is stored
                    check(document)
        except DocumentError:
            pass

    def ask(data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        for citation in profile.references(text):
            assert 0 <= citation.start <= citation.end <= len(text)
        profile.expansions(text)
        analysis.asked(text, profile.language)
        for key in profile.key_forms(text):
            profile.loose_pattern(key)

    def unpack(data: bytes) -> None:
        name = f"a.{SUFFIXES[data[0] % len(SUFFIXES)]}" if data else "a.zip"
        try:
            if kinds.compression_of(name):
                streams.inflated(name, data[1:])
            if kinds.kind_of(name):
                for member in containers.members(name, io.BytesIO(data[1:]), {".md", ".html"}, ("name",)):
                    member.load()
        except DocumentError:
            pass

    if name == "archives":
        return unpack
    profile = registry.get(name.removesuffix(" queries"))
    return ask if name.endswith(" queries") else read


def seeds(name: str, data: Path | None) -> Iterator[bytes]:
    """Yield inputs that a target begins with."""
    if name.endswith(" queries"):
        golds = (ROOT / "examples").glob("*/gold.jsonl"), (ROOT / "gold").glob("*.jsonl")
        for gold in (file for group in golds for file in group):
            yield from gold.read_bytes().splitlines()[:100]
        return
    folders = [ROOT / "examples" / name] if name in PROFILES else [ROOT / "examples"]
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    draw = random.Random(name)
    real = [file for one in REAL.get(name, ()) for file in (data / one).rglob("*") if file.is_file()] if data else []
    for file in (*files, *draw.sample(real, min(len(real), SEEDS))):
        with file.open("rb") as opened:
            size = file.stat().st_size
            opened.seek(draw.choice((0, max(0, draw.randrange(max(1, size - LONGEST))))))
            cut = opened.read(draw.choice((500, 2_000, LONGEST - 1)))
        yield bytes([draw.randrange(256)]) + cut


def grow(name: str, work: Path, seconds: int) -> None:
    """Feed one target, in a process of its own; libFuzzer ends the process."""
    import atheris

    with atheris.instrument_imports(include=["piperoll"], enable_loader_override=False):
        call = target(name)

    def once(data: bytes) -> None:
        began = time.process_time()
        try:
            call(data)
        except Exception as error:
            keep(work, name, data, f"{type(error).__name__} {place(error)}: {error}")
        if (took := time.process_time() - began) > SLOW:
            keep(work, name, data, f"slow: {took:.0f} s")

    folder = work / "corpus" / name
    words = work / "words"
    words.write_text("\n".join(f'"{escaped(word)}"' for word in WORDS.split()), encoding="ascii")
    arguments = [f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-timeout={HANGS}", f"-dict={words}"]
    arguments += ["-rss_limit_mb=4096", f"-artifact_prefix={work / 'found'}/", "-print_final_stats=1", "-verbosity=0"]
    atheris.Setup([sys.argv[0], str(folder), *arguments], once)
    atheris.Fuzz()


def escaped(word: str) -> str:
    """Return a word of WORDS as libFuzzer reads it: ASCII, other bytes as escapes."""
    return "".join(chr(byte) if byte < 128 else f"\\x{byte:02x}" for byte in word.encode()).replace('"', '\\"')


def place(error: BaseException) -> str:
    """Return where an error was raised, as file and line of Piperoll's own code as far as there is any."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "piperoll" in frame.filename] or list(frames)
    return f"{Path(ours[-1].filename).name}:{ours[-1].lineno}"


def keep(work: Path, name: str, data: bytes, why: str) -> None:
    """Keep the first input of each failure."""
    cause = re.sub(r"\d+ s$", "", why.partition(": ")[0] if why[0].isupper() else why)
    file = work / "found" / f"{name} {hashlib.sha256(cause.encode()).hexdigest()[:12]}".replace(" ", "-")
    if not file.exists():
        file.write_bytes(data)
        file.with_suffix(".txt").write_text(f"{name}: {why}\n", encoding="utf-8")
        print(f"found: {name}: {why[:200]}", flush=True)


def main() -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0, help="of all targets together")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "fuzz")
    parser.add_argument("--data", type=Path, help="unpacked real documents")
    parser.add_argument("--only", default=",".join(TARGETS), metavar="TARGET,…")
    parser.add_argument("--grow", type=int, metavar="SECONDS", help=argparse.SUPPRESS)
    given = parser.parse_args()
    names = given.only.split(",")
    if given.grow:
        grow(names[0], given.work, given.grow)
    (given.work / "found").mkdir(parents=True, exist_ok=True)
    seconds = max(1, int(60 * given.minutes / len(names)))
    print("target                    inputs  corpus", flush=True)
    for name in names:
        folder = given.work / "corpus" / name
        folder.mkdir(parents=True, exist_ok=True)
        for seed in seeds(name, given.data):
            (folder / hashlib.sha256(seed).hexdigest()).write_bytes(seed)
        print(
            f"{name:<24} {tried(name, given.work, given.data, seconds):>7,}  {len(list(folder.iterdir())):>6,}",
            flush=True,
        )
    found = sorted((given.work / "found").iterdir())
    print(f"{len(found)} files in {given.work / 'found'}")
    return 1 if found else 0


def tried(name: str, work: Path, data: Path | None, seconds: int) -> int:
    """Feed a target in a process of its own, again after each input that ended it; return how many inputs it read."""
    count, end = 0, time.monotonic() + seconds
    while (left := int(end - time.monotonic())) > 0:
        command = [sys.executable, "-m", "benchmarks.fuzz", "--only", name, "--work", str(work), "--grow", str(left)]
        done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        units = re.search(r"number_of_executed_units:\s*(\d+)", done.stderr)
        count += int(units[1]) if units else 0
        if done.returncode and not units:
            print(done.stderr[-2_000:], file=sys.stderr)
            break
    return count


if __name__ == "__main__":
    sys.exit(main())
