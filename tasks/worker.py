"""Serve a Prefect worker of partitions: ``python -m tasks.worker``, for runs with ``PIPEROLL_RUNNER=workers``."""

from prefect.task_worker import serve

from tasks import hand_over

if __name__ == "__main__":
    serve(hand_over.task(), limit=1)
