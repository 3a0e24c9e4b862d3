-- List the vectors of one backend whose text no remaining chunk of the corpus has.
INSERT INTO doomed_vector (text_hash)
SELECT e.text_hash
FROM {vectors} e
WHERE NOT EXISTS (
    SELECT FROM chunk c
    WHERE c.corpus_id = %(corpus)s AND c.text_hash = e.text_hash
      AND NOT EXISTS (SELECT FROM doomed_version WHERE id = c.version_id)
)
ORDER BY e.text_hash
