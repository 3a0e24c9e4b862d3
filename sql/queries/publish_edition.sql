-- Readers see another edition from the moment this commits, searched by the backend that it was made with. A run publishes
-- only what is still the newest: another may have taken over meanwhile.
WITH stamped AS (
    UPDATE edition SET published_at = now() WHERE corpus_id = %(corpus)s AND number = %(edition)s AND state = 'built'
    RETURNING corpus_id, manifest
)
UPDATE corpus
SET published_edition = %(edition)s,
    backend = coalesce(%(backend)s, stamped.manifest ->> 'backend', backend),
    source = coalesce(%(source)s, source),
    profile = coalesce(%(profile)s, profile),
    language = coalesce(%(language)s::text::regconfig, language)
FROM stamped
WHERE corpus.id = stamped.corpus_id
    AND (NOT %(newest)s OR built_edition = %(edition)s)
RETURNING corpus.published_edition
