-- Delete the runs that no kept edition needs.
DELETE FROM run r WHERE {old_run}
