"""Judges held against people: labels of annotators, the figures of agreement, and which judges to keep."""
