"""A machine whose networks are somebody else's business."""

from firmware.networks.port import Link, Network, Standing


class NoNetworks:
    """Takes it that the machine can be reached, and changes nothing."""

    def standing(self) -> Standing:
        """Return that it is reached."""
        return Standing(Link.JOINED)

    def visible(self) -> tuple[Network, ...]:
        """Return nothing."""
        return ()

    def join(self, name: str, password: str) -> None:
        """Do nothing."""

    def open_own(self, name: str, password: str) -> None:
        """Do nothing."""

    def close_own(self) -> None:
        """Do nothing."""
