"""The vehicle state: everything tools and people can change, plus the fixed facts of the car."""
