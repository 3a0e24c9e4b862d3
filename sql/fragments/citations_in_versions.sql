-- Citations that stand in these versions.
ci.version_id = ANY (%(versions)s)
