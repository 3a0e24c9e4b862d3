-- Which chunks may be found: chunks that pass, of versions that pass.
      {filter_version}
  AND {filter_chunk}
