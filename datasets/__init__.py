"""Pictures to train on: real photos, synthetic scenes, crops of single tiles."""
