"""The metrics, one small file each."""
