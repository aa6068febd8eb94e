"""Rules of conduct an assistant is held to."""
