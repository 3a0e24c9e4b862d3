-- Forget the fingerprints of files: the next plan opens them, and tells by their content whether they changed.
UPDATE source_file SET fingerprint = ''
WHERE corpus_id = %(corpus)s AND source = ANY (%(sources)s)
