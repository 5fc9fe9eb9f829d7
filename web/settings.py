"""What the page is told about the table that it belongs to."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class PageSettings:
    """Addresses, keys and limits of one table's page.

    Args:
        secret: signs the phones' cookies; keep it over a restart, so that nobody has to enter again.
        address: what is shown and put into the QR code (``http://192.168.1.7:8080``).
        locate: finds the address anew, where it may change while the table runs.
        name: a second address that people can type (``http://ringrichter.local``), or empty.
        hosts: names that a request may be for, besides IP addresses and names of home networks.
        pin: lets players in; empty: only the key does.
        owner_pin: lets the owner in; empty: nobody is the owner.
        key: lets players in by the QR code; empty: only the PIN does.
        open: everybody on the local network plays (a trial on one's own machine).
        max_streams: phones that may listen at once; more than that are told to ask now and then.
        heartbeat_s: a stream with nothing to say says so this often.

    """

    secret: str
    address: str = "http://localhost:8080"
    locate: Callable[[], str] | None = field(default=None, repr=False, compare=False)
    name: str = ""
    hosts: tuple[str, ...] = ()
    pin: str = field(default="", repr=False)
    owner_pin: str = field(default="", repr=False)
    key: str = field(default="", repr=False)
    open: bool = False
    max_streams: int = 60
    heartbeat_s: float = 5.0

    @property
    def here(self) -> str:
        """The address under which the page can be opened now."""
        return self.locate() if self.locate else self.address

    @property
    def link(self) -> str:
        """The address that the QR code holds: with the key, if there is one."""
        return f"{self.here}/?k={self.key}" if self.key else f"{self.here}/"
