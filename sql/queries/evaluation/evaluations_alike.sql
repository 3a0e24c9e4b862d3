-- The newest pair of evaluations of two editions with the same questions and the same settings except the day; pairs by
-- the same code and for the same day come first.
SELECT b.id, a.id
FROM evaluation b
JOIN evaluation a USING (corpus_id, gold_hash)
WHERE corpus_id = %(corpus)s AND b.edition = %(before)s AND a.edition = %(after)s
  AND b.settings - 'day' = a.settings - 'day'
ORDER BY b.code = a.code DESC, b.settings = a.settings DESC, a.id DESC, b.id DESC
LIMIT 1
