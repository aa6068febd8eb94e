"""Recognisers; each module describes itself and is found by `voice.spec`."""
