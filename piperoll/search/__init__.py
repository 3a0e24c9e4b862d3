"""Find chunks: query, scorers, fusion, reranking, and the context around the hits."""
