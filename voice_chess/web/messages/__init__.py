"""What goes over the wire, both ways: strict messages, and the commands they become."""
