"""Do the stages of a run without Prefect: plan, parse, embed and load."""
