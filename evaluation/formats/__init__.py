"""Other tools' file formats."""
