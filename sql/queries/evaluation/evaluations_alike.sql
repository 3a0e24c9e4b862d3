-- The newest evaluations of two editions with the same questions, asked in the same way; best on the same day by the same code.
SELECT b.id, a.id
FROM evaluation b
JOIN evaluation a USING (corpus_id, gold_hash)
WHERE corpus_id = %(corpus)s AND b.edition = %(before)s AND a.edition = %(after)s
  AND b.settings - 'day' = a.settings - 'day'
ORDER BY b.code = a.code DESC, b.settings = a.settings DESC, a.created_at DESC, b.created_at DESC
LIMIT 1
