-- Readers see another edition from the moment this commits. A run publishes only what is still the newest: another may have
-- taken over meanwhile. Which backend readers search by is moved by its own command.
WITH stamped AS (
    UPDATE edition SET published_at = now() WHERE corpus_id = %(corpus)s AND number = %(edition)s AND state = 'built'
    RETURNING corpus_id
)
UPDATE corpus
SET published_edition = %(edition)s,
    source = coalesce(%(source)s, source),
    profile = coalesce(%(profile)s, profile),
    language = coalesce(%(language)s::text::regconfig, language)
FROM stamped
WHERE corpus.id = stamped.corpus_id
    AND (NOT %(newest)s OR built_edition = %(edition)s)
RETURNING corpus.published_edition
