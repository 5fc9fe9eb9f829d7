"""Choosing the driver of the machine's networks by the name in the settings."""

from firmware.networks.nmcli import NetworkManager
from firmware.networks.none import NoNetworks
from firmware.networks.port import Networks
from firmware.networks.simulated import SimulatedNetworks
from firmware.settings import NetworkSettings


def choose_networks(settings: NetworkSettings) -> Networks:
    """Return the networks that the settings name."""
    match settings.driver:
        case "networkmanager":
            return NetworkManager()
        case "simulated":
            # Two neighbours: one with a password (the word itself), one open.
            return SimulatedNetworks({"Home": "password", "Guests": ""}, {"Home": 80, "Guests": 40})
        case _:
            return NoNetworks()
