-- Every key, without its hash.
SELECT name, scopes, corpora, created_at, expires_at
FROM access_key
ORDER BY name COLLATE "C"
