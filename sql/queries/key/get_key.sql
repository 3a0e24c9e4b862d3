-- The key of that hash, if it has not expired.
SELECT hash, name, scopes, corpora, created_at, expires_at
FROM access_key
WHERE hash = %(hash)s AND (expires_at IS NULL OR expires_at > now())
