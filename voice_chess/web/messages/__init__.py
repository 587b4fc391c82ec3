"""The strict messages between server and pages, both ways, and the commands they become."""
