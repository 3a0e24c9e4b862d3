"""Read and analyse text: decoding, HTML, sentences, words, names and statements."""
