-- Publish an edition: readers see it when this commits. With `newest`, only if no run has built a newer edition
-- meanwhile; with `run`, only if that run was not recorded as lost. The backend of the corpus does not change here.
WITH stamped AS (
    UPDATE edition e
    -- a night without changes publishes the published edition again, which keeps its time
    SET published_at = CASE WHEN c.published_edition = e.number THEN coalesce(e.published_at, now()) ELSE now() END
    FROM corpus c
    WHERE c.id = e.corpus_id AND e.corpus_id = %(corpus)s AND e.number = %(edition)s AND e.state = 'built'
        AND (%(run)s::uuid IS NULL OR EXISTS (SELECT FROM run WHERE id = %(run)s AND run.state = 'running'))
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
