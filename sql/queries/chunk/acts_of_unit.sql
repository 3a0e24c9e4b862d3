-- The acts that last amended or repealed a unit of versions, or a unit below it.
SELECT DISTINCT act
FROM chunk c
CROSS JOIN LATERAL (VALUES (c.metadata ->> 'amendedBy'), (c.metadata ->> 'repealed_by')) AS named (act)
WHERE c.version_id = ANY (%(versions)s) AND act IS NOT NULL
  AND (%(path)s = '' OR c.path = %(path)s OR starts_with(c.path, %(path)s || '.') OR c.parent = %(path)s)
