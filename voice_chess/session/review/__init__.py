"""Games that are over, looked at again with an engine, and talked about."""
