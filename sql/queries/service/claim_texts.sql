-- Claim those of these texts that have no vector and no living owner; sorted, so that two that claim wait for each other in
-- one order.
INSERT INTO text_claim AS c (backend, text_hash, owner)
SELECT %(backend)s, hash, %(owner)s
FROM unnest(%(hashes)s::bytea[]) AS hash
WHERE NOT EXISTS (SELECT FROM {vectors} e WHERE e.text_hash = hash)
ORDER BY hash
ON CONFLICT (backend, text_hash) DO UPDATE SET owner = excluded.owner
WHERE c.owner = excluded.owner OR NOT EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = %(space)s AND l.objid::bigint = c.owner
)
RETURNING text_hash
