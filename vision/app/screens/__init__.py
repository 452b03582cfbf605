"""What the visitor sees."""
