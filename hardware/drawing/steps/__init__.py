"""Drawings that stand beside the kits' steps: schematic, in millimetres or whatever reads well."""
