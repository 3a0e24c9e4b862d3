-- Delete the earlier evaluation of an edition with the same backend, gold set, settings and code.
DELETE FROM evaluation
WHERE corpus_id = %(corpus)s AND edition = %(edition)s AND backend = %(backend)s
  AND gold_hash = %(gold_hash)s AND settings = %(settings)s AND code = %(code)s
