-- Files whose names are not UTF-8 can be read now: the next run reads those that were in quarantine for it.
UPDATE source_file SET fingerprint = '' WHERE code = 'bad_name';
