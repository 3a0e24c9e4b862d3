"""Find references in legal text and resolve their targets; each tradition of citing has its own modules."""
