"""What nobody in the car changes: places and weather."""
