"""Drivers: scripted now, by a language model or a person later."""
