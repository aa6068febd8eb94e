"""What a driver wants, what the car is like, and what a good assistant would have done."""
