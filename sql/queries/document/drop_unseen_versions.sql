-- What an earlier attempt at this very edition made of these files: no reader has seen it.
DELETE FROM version v
USING staged_document s
WHERE v.corpus_id = %(corpus)s AND v.source = s.source AND v.to_edition IS NULL
  AND v.from_edition = %(edition)s AND s.key IS NOT NULL
