"""read, parse and chunk one partition."""

from piperoll.pipeline.job import Job
from piperoll.pipeline.parse import Parsed, parse_partition
from piperoll.pipeline.plan import Partition
from tasks.common import say, stage


@stage("parse", "{job.corpus}: parse {partition.index}")
def parse(job: Job, partition: Partition) -> Parsed:
    """Bytes to documents and chunks, as Parquet in the workspace."""
    parsed = parse_partition(partition, job.open_source(), job.family, job.room, job.extractor)
    files = ", ".join(f"{count:,} {word}" for word, count in sorted(parsed.counts.items()))
    how = "found from an earlier run" if parsed.reused else f"{partition.bytes / 1e6:.1f} MB read"
    say("partition %d: files %s; %s chunks; %s", partition.index, files, f"{parsed.chunk_count:,}", how)
    return parsed
