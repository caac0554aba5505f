"""Tests of the report of changes."""
