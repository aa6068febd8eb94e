"""The screens of the dashboard: the cockpit, the browsers, replay, comparison and progress."""
