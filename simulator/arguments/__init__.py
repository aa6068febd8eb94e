"""What can be asked on the command line, command by command."""
