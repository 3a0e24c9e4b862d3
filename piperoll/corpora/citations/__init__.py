"""References in legal text, with what they point at: one module for each tradition of citing."""
