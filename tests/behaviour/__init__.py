"""What a user of the package meets, guarantee by guarantee."""
