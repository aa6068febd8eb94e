"""What nobody in the car changes: places, roads, weather, people; generated, or imported from official files."""
