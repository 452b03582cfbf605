"""The sub-commands of `fanlens` that look at pictures."""
