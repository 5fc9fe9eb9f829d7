"""What people see when a request is refused or fails: our own page, in their language, no trace."""

from flask import Flask, render_template, request
from werkzeug.exceptions import HTTPException

_KINDS = {404: "missing", 403: "refused", 421: "refused"}


def own_errors(app: Flask) -> None:
    """Answer errors with a page of ours; scripts get the bare sentence."""

    @app.errorhandler(HTTPException)
    def mishap(error: HTTPException) -> tuple[str, int]:
        code = error.code or 500
        if "text/html" not in request.accept_mimetypes.values():
            return error.description or error.name, code
        return render_template("error.html", kind=_KINDS.get(code, "broken")), code
