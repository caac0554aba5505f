"""What the project records about types beside their schemas, held against the IR: documentation lines and names."""
