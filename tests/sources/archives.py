"""Archives of every kind, made of the same files."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Mapping

import orjson
import pyarrow as pa
import pyarrow.parquet as pq

Files = Mapping[str, bytes]


def zstd(data: bytes) -> bytes:
    return bytes(pa.compress(data, codec="zstd", asbytes=True))


def tar(files: Files) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def zipped(files: Files) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


ARCHIVES = {
    "laws.zip": zipped,
    "laws.tar": tar,
    "laws.tar.gz": lambda files: gzip.compress(tar(files), mtime=0),
    "laws.tgz": lambda files: gzip.compress(tar(files), mtime=0),
    "laws.tar.zst": lambda files: zstd(tar(files)),
}


def jsonl(rows: list[dict[str, object]]) -> bytes:
    return b"".join(orjson.dumps(row) + b"\n" for row in rows)


def parquet(rows: list[dict[str, object]]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), out, row_group_size=2)
    return out.getvalue()


ROWS = {
    "laws.jsonl": jsonl,
    "laws.jsonl.gz": lambda rows: gzip.compress(jsonl(rows), mtime=0),
    "laws.jsonl.zst": lambda rows: zstd(jsonl(rows)),
    "laws.parquet": parquet,
}
