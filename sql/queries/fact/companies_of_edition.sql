-- Whose documents an edition has: the CIK, else the name, by which facts are chosen, with all names and tickers.
SELECT coalesce(v.metadata ->> 'cik', v.metadata ->> 'company') AS id,
       array_agg(DISTINCT v.metadata ->> 'company') FILTER (WHERE v.metadata ? 'company') AS names,
       array_agg(DISTINCT v.metadata ->> 'ticker') FILTER (WHERE v.metadata ? 'ticker') AS tickers
FROM version v
WHERE {version_member}
  AND coalesce(v.metadata ->> 'cik', v.metadata ->> 'company') IS NOT NULL
GROUP BY 1
ORDER BY 1
