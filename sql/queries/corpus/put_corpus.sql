-- The corpus, made when it is new. What it is made of changes when an edition is published, not before; its backend
-- only when it is switched.
INSERT INTO corpus (name, profile, backend, language, source)
VALUES (%(name)s, %(profile)s, %(backend)s, %(language)s, %(source)s)
ON CONFLICT (name) DO NOTHING
