"""The embedded assistant: rule-based, Korean and English, deterministic."""
