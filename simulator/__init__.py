"""dashtalk: a voice-in-the-loop simulator for in-car assistants."""

__version__ = "0.1.0"
