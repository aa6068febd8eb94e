"""Moved soon."""

from simulator.users.acts import *  # noqa: F403
