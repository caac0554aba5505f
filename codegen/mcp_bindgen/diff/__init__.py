"""What changed between two revisions: structure first, judgement second."""
