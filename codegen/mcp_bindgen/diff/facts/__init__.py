"""What is different between the facts of two revisions that no schema holds, without any judgement."""
