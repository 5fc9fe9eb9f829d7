"""The simulated table: what stands on it, hands that move it, and pictures of it as a camera's."""
