-- Which versions are members of the edition.
      v.corpus_id = %(corpus)s
  AND v.from_edition <= %(edition)s
  AND (v.to_edition IS NULL OR v.to_edition > %(edition)s)
