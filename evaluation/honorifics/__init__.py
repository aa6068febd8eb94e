"""Which speech level a Korean reply is in: hae, haeyo or hapsyo, told from the endings of its sentences."""
