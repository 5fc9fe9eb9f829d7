"""What can go wrong on the machine that runs the referee."""


class FirmwareError(Exception):
    """Base of every error of the firmware; the message says what to do next."""


class MalformedLine(FirmwareError, ValueError):  # noqa: N818  (it names what was received)
    """A line of input is not one JSON object."""

    def __init__(self, message: str, request_id: object = None) -> None:
        super().__init__(message)
        self.request_id = request_id


class ResourceError(FirmwareError, LookupError):
    """A file that belongs to the program (a board, texts) is missing or damaged."""
