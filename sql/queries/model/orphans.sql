-- The batches of a model whose process died while it handed them in: nobody knows whether the service has them.
SELECT b.id, b.created_at, (SELECT count(*) FROM model_request r WHERE r.batch = b.id)
FROM model_batch b
WHERE b.model = %(model)s AND b.service_id IS NULL
  AND NOT EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = %(space)s AND l.objid::bigint = b.owner
  )
ORDER BY b.id
FOR UPDATE SKIP LOCKED
