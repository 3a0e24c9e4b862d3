"""The flows: each reads like a table of contents of the pipeline."""
