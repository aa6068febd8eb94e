"""Scores, verdicts, statistics and gates: everything that is said about a session after it was driven."""
