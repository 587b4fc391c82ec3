"""Games that are over, looked at again on a page."""
