"""How the models are made: needs the `train` extra, and is never imported at run time."""
