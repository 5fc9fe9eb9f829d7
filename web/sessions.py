"""Signed cookies that do not depend on the table's clock.

A Raspberry Pi has no clock of its own: without a network it wakes up when it was switched off last, and
jumps when it finds a network. Flask names the day on which a cookie ends, which may then be long past for
the phone, and refuses a cookie that was signed in what is now the future.
"""

from flask import Flask, Request, Response
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature


class ClocklessSessions(SecureCookieSessionInterface):
    """Lets the phone count the days itself, and takes every cookie that we have signed."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the phone's cookie holds, nothing if it is not ours."""
        serializer = self.get_signing_serializer(app)
        if serializer is None:
            return None
        try:
            held = serializer.loads(request.cookies.get(self.get_cookie_name(app), ""))
        except BadSignature:
            return self.session_class()
        return self.session_class(held)

    def save_session(self, app: Flask, session: SessionMixin, response: Response) -> None:
        """Set the cookie as Flask does, with the seconds that it lasts instead of a day."""
        super().save_session(app, session, response)
        name = self.get_cookie_name(app)
        lasts_s = int(app.permanent_session_lifetime.total_seconds())
        set_again = [
            _clockless(cookie, lasts_s) if cookie.startswith(f"{name}=") else cookie
            for cookie in response.headers.getlist("Set-Cookie")
        ]
        if set_again:
            response.headers.setlist("Set-Cookie", set_again)


def _clockless(cookie: str, lasts_s: int) -> str:
    """Return a Set-Cookie header whose day of ending is an age; one that deletes stays as it is."""
    parts = cookie.split("; ")
    if any(part.startswith("Max-Age=") for part in parts):
        return cookie
    return "; ".join(
        f"Max-Age={lasts_s}" if part.startswith("Expires=") else part for part in parts
    )
