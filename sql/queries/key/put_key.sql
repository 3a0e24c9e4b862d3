-- Add a key, unless there is one of that name.
INSERT INTO access_key (name, hash, scopes, corpora, expires_at)
VALUES (%(name)s, %(hash)s, %(scopes)s, %(corpora)s, %(expires_at)s)
ON CONFLICT (name) DO NOTHING
RETURNING name
