-- Readers see another edition from the moment this commits. A run publishes only what is still the newest: another may have
-- taken over meanwhile. Which backend readers search by is moved by its own command.
WITH stamped AS (
    UPDATE edition e
    -- a night without changes publishes what is published, and that does not make it younger
    SET published_at = CASE WHEN c.published_edition = e.number THEN coalesce(e.published_at, now()) ELSE now() END
    FROM corpus c
    WHERE c.id = e.corpus_id AND e.corpus_id = %(corpus)s AND e.number = %(edition)s AND e.state = 'built'
    RETURNING e.corpus_id
)
UPDATE corpus
SET published_edition = %(edition)s,
    source = coalesce(%(source)s, source),
    profile = coalesce(%(profile)s, profile),
    language = coalesce(%(language)s, language)
FROM stamped
WHERE corpus.id = stamped.corpus_id
    AND (NOT %(newest)s OR built_edition = %(edition)s)
RETURNING corpus.published_edition
