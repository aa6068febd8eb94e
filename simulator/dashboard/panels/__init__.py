"""One file a panel; each registers itself and is found by being here."""
