"""Serve a Prefect worker of partitions: ``python -m tasks.worker``, for runs with ``PIPEROLL_RUNNER=workers``."""

from prefect.task_worker import serve

from tasks.stage import index_partition

if __name__ == "__main__":
    serve(index_partition.task, limit=1)
