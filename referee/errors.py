"""What can go wrong in the referee's room."""


class RefereeError(Exception):
    """Base of every error that the referee raises; the message says what to do next."""


class BoardError(RefereeError, ValueError):
    """A board file or its measures do not describe a board."""


class InvalidRequest(RefereeError, ValueError):  # noqa: N818  (it names what was received)
    """A position, throw, house rule or request does not make sense as written."""
