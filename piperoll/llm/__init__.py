"""Ask language models: one client, a memo of all answers, budgets and batches."""
