"""Tests of the inner parts of the tool, one file for each module."""
