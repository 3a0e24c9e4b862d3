-- Give back claimed texts that are done: where the one that claimed before was about to store its answer, the claim waited
-- for it, but looked for what is done as it was before. This statement looks again.
DELETE FROM text_claim c USING {done} e
WHERE c.backend = %(backend)s AND c.owner = %(owner)s AND c.text_hash = ANY (%(hashes)s::bytea[])
  AND e.{done_hash} = c.text_hash
RETURNING c.text_hash
