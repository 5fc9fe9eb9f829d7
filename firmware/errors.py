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


class ScratchError(FirmwareError):
    """There is no room on the disk for work in progress; the message names the folder."""


class JournalError(FirmwareError):
    """The journal on disk cannot be used; the message names the file."""


class JournalFull(JournalError):  # noqa: N818  (the state of the disk)
    """There is no room for another event; what was committed before is safe."""


class CameraError(FirmwareError):
    """A camera or recording cannot be opened or gives no pictures any more."""


class SettingsError(FirmwareError, ValueError):
    """A settings file cannot be used; the message names the key."""


class LightsError(FirmwareError):
    """The lights cannot be used or are gone; a game goes on without them."""


class PageError(FirmwareError):
    """The page cannot be served."""


class ButtonError(FirmwareError):
    """The button cannot be used; a game goes on without it."""


class SimulationError(FirmwareError):
    """A script for the simulated table asks for something that hands cannot do."""


class TrialError(FirmwareError):
    """The simulated table cannot be shown."""


class VoiceError(FirmwareError):
    """The voice cannot be used; a game goes on without it."""


class NetworkError(FirmwareError):
    """The machine's networks cannot be used; a game goes on without."""


class WrongPassword(NetworkError):  # noqa: N818  (what is wrong with the wish)
    """A network does not take the password that was given."""
