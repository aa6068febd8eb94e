"""Wires the dashboard to what it must not know: drives, stored runs, scores."""
