"""Readings held against labelled photos: what was found, what was right, and each mistake."""
