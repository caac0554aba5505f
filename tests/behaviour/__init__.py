"""Tests of the package as its users see it, one guarantee at a time."""
