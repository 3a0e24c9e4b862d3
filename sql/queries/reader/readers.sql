-- The roles that may read the corpora and do not own them; `unless`: but not yet this table.
SELECT r.rolname
FROM pg_class t
CROSS JOIN LATERAL aclexplode(t.relacl) granted
JOIN pg_roles r ON r.oid = granted.grantee
WHERE t.oid = 'piperoll.corpus'::regclass AND granted.privilege_type = 'SELECT' AND granted.grantee <> t.relowner
  AND (%(unless)s::text IS NULL OR NOT has_table_privilege(r.oid, %(unless)s::text, 'SELECT'))
ORDER BY r.rolname
