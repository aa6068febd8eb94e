"""Talking live: a person at the microphone, the assistant at the loudspeaker."""
