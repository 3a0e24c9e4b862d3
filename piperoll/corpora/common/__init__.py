"""This package reads forms of text that several document families share, such as numbered paragraphs."""
