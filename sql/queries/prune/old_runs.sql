-- The runs that pruning deletes.
SELECT r.id FROM run r WHERE {old_run}
