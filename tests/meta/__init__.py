"""Tests that read the repository itself: imports, words, names."""
