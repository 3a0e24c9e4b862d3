-- List the versions that no kept edition has. Versions of an edition that is being built have no to_edition, so they
-- stay.
INSERT INTO doomed_version (id, chunks)
SELECT v.id, (SELECT count(*) FROM chunk WHERE version_id = v.id)
FROM version v
WHERE v.corpus_id = %(corpus)s AND v.to_edition IS NOT NULL
  AND NOT EXISTS (
      SELECT FROM unnest(%(kept)s::int[]) AS kept (number)
      WHERE v.from_edition <= kept.number AND v.to_edition > kept.number
  )
ORDER BY v.id
