"""What each command does; nothing heavy is imported before its command runs."""
