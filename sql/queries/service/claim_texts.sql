-- Claim those of these texts that are not done and have no living owner; sorted, so that two that claim wait for each other
-- in one order.
INSERT INTO text_claim AS c (backend, text_hash, owner, price)
SELECT %(backend)s, hash, %(owner)s, price
FROM unnest(%(hashes)s::bytea[], %(prices)s::float8[]) AS claimed (hash, price)
WHERE NOT EXISTS (SELECT FROM {done} e WHERE e.{done_hash} = hash)
ORDER BY hash
ON CONFLICT (backend, text_hash) DO UPDATE SET owner = excluded.owner, price = excluded.price
WHERE c.owner = excluded.owner OR NOT EXISTS (
    SELECT FROM pg_locks l
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 2
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND l.classid = %(space)s AND l.objid::bigint = c.owner
)
RETURNING text_hash
