"""What the eye has learned of one table's colours: small, readable, and independent of the camera."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from vision.errors import CalibrationError
from vision.fields.colour import Reference
from vision.fields.misleading import left_of
from vision.fields.rim import corners_of, tones_of_rows


@dataclass(frozen=True)
class Appearance:
    """The colours of the labels, relative to the board's wood, and which seat plays which label.

    ``misleading``: cells of the board that look as if a hand were over them, see `vision.fields.misleading`;
    ``misled``: the names of places and start areas that do; ``rim``: what lies across the board's edge, see
    `vision.fields.rim`.
    """

    references: tuple[Reference, ...] = ()
    seats: Mapping[int, str] = field(default_factory=dict)
    misleading: tuple[str, ...] = ()
    misled: frozenset[str] = frozenset()
    rim: tuple[str, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels that balls can have."""
        return tuple(reference.label for reference in self.references)

    def to_json(self) -> dict[str, Any]:
        """Return plain data for a JSON file; `from_json` reads it back."""
        return {
            "references": [asdict(reference) for reference in self.references],
            "seats": {str(seat): label for seat, label in self.seats.items()},
            "misleading": list(self.misleading),
            "misled": sorted(self.misled),
            "rim": list(self.rim),
        }

    def own(self, seat: int) -> Reference | None:
        """Return the colour that a seat plays, if that is known."""
        label = self.seats.get(seat)
        return next((r for r in self.references if r.label == label), None)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Appearance":
        """Read an appearance back; a former calibration's knows nothing of misleading cells, nor of the rim.

        Raises:
            CalibrationError: the data is damaged.

        """
        try:
            rows = tuple(map(str, data.get("misleading", ())))
            left_of(rows)
            rim = tuple(map(str, data.get("rim", ())))
            if rim:
                corners_of(rim)
                tones_of_rows(rim)
            return cls(
                tuple(Reference(**row) for row in data["references"]),
                {int(seat): str(label) for seat, label in data["seats"].items()},
                rows,
                frozenset(map(str, data.get("misled", ()))),
                rim,
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CalibrationError(
                f"the calibration's colours are damaged ({error!r}): calibrate anew"
            ) from error
