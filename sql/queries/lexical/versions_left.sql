-- The versions that left after the indexed editions and up to this edition, each with the edition in which it left.
SELECT id, to_edition
FROM version
WHERE corpus_id = %(corpus)s AND to_edition > %(covered)s AND to_edition <= %(edition)s
ORDER BY id
