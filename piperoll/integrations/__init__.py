"""Give what a search finds to other programs: as passages to cite, and to LangChain, LlamaIndex and Haystack."""
