"""Check a text against corpora: does what it cites exist and apply, and does what it quotes stand there?"""
