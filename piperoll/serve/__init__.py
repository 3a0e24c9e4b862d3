"""Answer over HTTP what the library answers: the API, its keys and its limits."""
