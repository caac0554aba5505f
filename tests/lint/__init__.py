"""Rules of the prose: each is seen to be broken and to be kept."""
