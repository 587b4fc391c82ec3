"""Reviews: finished or imported games that people look at again on a page."""
