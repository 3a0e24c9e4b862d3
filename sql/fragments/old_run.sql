-- Choose runs that started before the first run whose edition is kept or being built.
      r.corpus_id = %(corpus)s
  AND r.number < (
      SELECT min(first.number)
      FROM edition e
      JOIN run first ON first.id = e.run_id
      WHERE e.corpus_id = %(corpus)s AND (e.state = 'building' OR e.number = ANY (%(kept)s))
  )
