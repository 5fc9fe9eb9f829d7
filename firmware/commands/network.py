"""`ringrichter network`: how the machine is reached, and its own network with a label to print."""

import argparse
from pathlib import Path

from firmware.errors import FirmwareError, NetworkError
from firmware.label import label_svg
from firmware.networks.choice import choose_networks
from firmware.networks.own import own_network
from firmware.networks.port import Link, Standing
from firmware.options import add_settings
from firmware.settings import read_settings

NAME = "network"
HELP = "Tell how this machine is reached, and name and password of its own network."


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument(
        "--label", metavar="FILE", type=Path, help="draw a label with QR codes (SVG, true size)"
    )
    add_settings(parser)


def run(options: argparse.Namespace) -> int:
    """Print a line each for the network that is joined and the own one; draw the label."""
    settings = read_settings(options.settings)
    network = settings.network
    own = own_network(settings.folder, network.own_name, network.own_password)
    status = 0
    if network.driver != "none":
        try:
            print(f"network: {_told(choose_networks(network).standing())}")
        except NetworkError as error:
            # The own network's name and password are asked for above all when something is wrong.
            print(f"network: {error}")
            status = 1
    print(f"own network: {own.name}, password {own.password}")
    if options.label is not None:
        drawn = label_svg(own, settings.page.port, settings.table.language)
        try:
            options.label.write_text(drawn, encoding="utf-8")
        except OSError as error:
            raise FirmwareError(f"cannot write {options.label}: {error.strerror}") from error
        print(f"label: {options.label}")
    return status


def _told(standing: Standing) -> str:
    joined = standing.link in {Link.JOINING, Link.JOINED}
    return f"{standing.link} {standing.name}" if joined else str(standing.link)
