"""From a film to the finished hands in it."""
