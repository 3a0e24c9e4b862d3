"""Show the evidence base to people: pages that the server writes, which need neither script nor other sites."""
