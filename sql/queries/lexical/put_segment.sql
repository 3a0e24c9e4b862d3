-- Add a segment to an index.
INSERT INTO lexical_segment (corpus_id, analysis, edition, last_version, versions, sizes, since, until, chunks, lengths)
VALUES (%(corpus)s, %(analysis)s, %(edition)s, %(last_version)s, %(versions)s, %(sizes)s, %(since)s, %(until)s, %(chunks)s,
        %(lengths)s)
RETURNING id
