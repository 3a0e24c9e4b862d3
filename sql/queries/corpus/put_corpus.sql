-- Add a corpus if it is new. Publishing an edition changes its source, profile and language later; switching the
-- backend changes its backend.
INSERT INTO corpus (name, profile, backend, language, source)
VALUES (%(name)s, %(profile)s, %(backend)s, %(language)s, %(source)s)
ON CONFLICT (name) DO NOTHING
