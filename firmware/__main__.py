"""``python -m firmware``: the same as the command ``ringrichter``."""

import sys

from firmware.cli import main

sys.exit(main())
