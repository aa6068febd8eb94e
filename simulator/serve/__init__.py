"""Doors for other programs: our assistant as an A2A agent, and one session as an MCP server."""
