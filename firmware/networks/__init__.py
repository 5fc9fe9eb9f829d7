"""The networks that the machine can join, and its own: one port, a driver a module, chosen by name."""
