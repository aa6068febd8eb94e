"""The functions an assistant may call, one file per domain."""
