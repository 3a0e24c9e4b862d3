-- Replace the archives of a corpus by those that a complete listing of the source found.
WITH seen AS (
    SELECT * FROM unnest(%(sources)s::text[], %(fingerprints)s::text[], %(members)s::int[])
        AS seen (source, fingerprint, members)
),
gone AS (
    DELETE FROM container c WHERE c.corpus_id = %(corpus)s AND c.source NOT IN (SELECT source FROM seen)
)
INSERT INTO container (corpus_id, source, fingerprint, members)
SELECT %(corpus)s, source, fingerprint, members FROM seen
ON CONFLICT (corpus_id, source) DO UPDATE SET fingerprint = excluded.fingerprint, members = excluded.members
