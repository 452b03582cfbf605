"""From photos of mahjong tiles to hands."""
