"""Turn texts into vectors: the interface of an embedding backend, and the bundled model."""
