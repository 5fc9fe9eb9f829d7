"""What can go wrong between the table and a phone."""


class WebError(Exception):
    """Base of every error of the page's room; the message says what to do next."""


class CommandError(WebError, ValueError):
    """A command as it came in does not make sense; the message names the key that is wrong."""


class TextError(WebError, LookupError):
    """A text is asked for that no catalogue has, or a catalogue is not one."""
