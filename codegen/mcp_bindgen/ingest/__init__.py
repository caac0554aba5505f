"""Official files and the project's own data in, checked documents out."""
