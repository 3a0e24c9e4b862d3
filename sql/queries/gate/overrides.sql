-- The reasons for which editions of a corpus were published past its gate, oldest first.
SELECT edition, reason, at, refused FROM gate_override WHERE corpus_id = %(corpus)s ORDER BY id
