-- Write down why an edition is seen by readers though the gate refused it.
INSERT INTO gate_override (corpus_id, edition, reason, refused)
VALUES (%(corpus)s, %(edition)s, %(reason)s, %(refused)s)
