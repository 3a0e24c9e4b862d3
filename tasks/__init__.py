"""The stages as Prefect tasks: thin retryable shells, one file a stage.

Each takes plain values and opens what it needs, so that it can run on any worker.
"""
