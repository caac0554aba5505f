"""What is different between the types of two revisions, without any judgement."""
