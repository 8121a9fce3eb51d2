"""The server of trials."""
