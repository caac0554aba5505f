"""Tests of the diff and its reports."""
