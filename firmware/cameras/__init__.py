"""Where pictures come from: one port, a driver a module, chosen by name."""
