"""The spoken path: synthesis, the road to the microphone, and recognition."""
