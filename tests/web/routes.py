"""All addresses of the page, found in the application itself, so that no test forgets a new one."""

from flask import Flask

STREAM = "/events"


def readable(app: Flask) -> list[str]:
    """Return every address without gaps that can be read (GET), but for the stream, which never ends."""
    rules = app.url_map.iter_rules()
    found = {rule.rule for rule in rules if "GET" in (rule.methods or ()) and not rule.arguments}
    return sorted(found - {STREAM})


def changing(app: Flask) -> list[str]:
    """Return every address that something can be sent to (POST)."""
    return sorted(rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ()))


def pages(app: Flask) -> list[str]:
    """Return the addresses of all pages that people open."""
    client = app.test_client()
    answers = {path: client.get(path) for path in readable(app)}
    return [
        path for path, a in answers.items() if (a.status_code, a.mimetype) == (200, "text/html")
    ]
