"""The lights at the table: one language, one port, a driver a module, chosen by name."""
