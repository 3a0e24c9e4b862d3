-- Which chunks of such versions are in force on the day, as far as they say otherwise than their version.
      c.in_force
  AND (c.valid_from IS NULL OR c.valid_from <= %(day)s)
  AND (c.valid_to IS NULL OR c.valid_to > %(day)s)
