"""dashtalk."""
