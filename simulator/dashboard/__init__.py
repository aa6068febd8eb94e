"""The terminal cockpit: panels that render a trajectory, and the screens they stand on."""
