"""A table's own dice: how large they are, whether their marks are light or dark, and how each face looks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.bank import FADE, Bank, Patches, normalised
from vision.dice.digits import digits, marks_of
from vision.dice.evidence import Candidate
from vision.dice.glyphs import NUMBER_FACES, OPTION_FACES
from vision.dice.match import SIZE, Banks, fine_banks, with_templates
from vision.dice.showing import ShownFace
from vision.errors import CalibrationError

# A face is learned without being told what it is only from explanations as likely and as clear as this.
_CERTAIN, _CLEAR = 4.0, 0.12
# Patches a face: the first views of it, as alike dice look in other light and turned.
_MOST = 3
# A further view is worth keeping if it correlates less than this with those known.
_NEW = 0.96

# One sigma, in die edges, by which a learned face is also known out of focus.
_SOFT = 0.03
# Photographed faces correlate 0.8 and more with the best drawing of them, other lettering less than 0.75.
_STRANGER = 0.78

FACES = (*NUMBER_FACES, *OPTION_FACES)


@dataclass(frozen=True)
class DiceFaces:
    """What is known of a table's dice.

    ``die_mm``: their edge; ``light``: by die ("number", "option") whether its marks are lighter than it;
    ``patches``: by face the marks (n, size, size) float32 in [0, 1], upright, in the way of
    `vision.dice.match`.
    """

    die_mm: float
    light: Mapping[str, bool] = field(default_factory=dict)
    patches: Mapping[str, Patches] = field(default_factory=dict)

    @cached_property
    def banks(self) -> Banks:
        """All templates, the table's own ones too, for dark and for light marks.

        A face that looks unlike every drawing of ours is known by its own look alone.
        """
        own: tuple[dict[str, Patches], dict[str, Patches]] = ({}, {})
        for face, patches in self.patches.items():
            light = self.light.get(_die_of(face))
            for way in (False, True) if light is None else (light,):
                own[way][face] = _softened(patches)
        dark, light_marks = fine_banks()
        return (
            with_templates(_without_strangers(dark, own[0]), own[0]),
            with_templates(_without_strangers(light_marks, own[1]), own[1]),
        )

    def polarities(self) -> tuple[bool, ...]:
        """Return which kinds of marks (False dark, True light) the two dice can have."""
        if len(self.light) < 2:
            return (False, True)
        return tuple(sorted(set(self.light.values())))

    def missing(self) -> tuple[str, ...]:
        """Return the faces that were not seen yet, in their usual order."""
        return tuple(face for face in FACES if face not in self.patches)

    def with_face(self, die: str, face: str, candidate: Candidate) -> "DiceFaces":
        """Return the faces with one more view of one face of one die."""
        patch = _upright(candidate, face)
        known = self.patches.get(face)
        if known is not None and (len(known) >= _MOST or _alike(known, patch) > _NEW):
            return self
        patches = patch[None] if known is None else np.concatenate([known, patch[None]])
        return replace(
            self,
            light={**self.light, die: candidate.match.light},
            patches={**self.patches, face: patches},
        )

    def with_shown(self, face: str, shown: ShownFace) -> "DiceFaces":
        """Return these faces with one that a person showed, in place of what was known of it."""
        return replace(
            self,
            light={**self.light, _die_of(face): shown.light},
            patches={**self.patches, face: shown.marks[None]},
        )

    def resized(self, die_mm: float) -> "DiceFaces":
        """Return these faces on dice of another edge."""
        return replace(self, die_mm=die_mm)

    def to_json(self) -> dict[str, Any]:
        """Return plain data that `from_json` understands: marks as rows of digits."""
        return {
            "die_mm": round(self.die_mm, 2),
            "light": dict(self.light),
            "faces": {face: [digits(p) for p in patches] for face, patches in self.patches.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DiceFaces":
        """Undo `to_json`.

        Raises:
            CalibrationError: the data does not describe dice.

        """
        try:
            return cls(
                die_mm=float(data["die_mm"]),
                light={str(die): bool(light) for die, light in data["light"].items()},
                patches={
                    str(face): np.stack([marks_of(rows, SIZE) for rows in patches])
                    for face, patches in data["faces"].items()
                },
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise CalibrationError(
                f"the dice's faces are damaged ({error}); learn the dice again"
            ) from error


def learn_faces(
    seen: Iterable[Sequence[Candidate]], known: DiceFaces | None = None
) -> DiceFaces | None:
    """Learn a table's dice from the candidates of some pictures, as far as they are certain.

    Returns what was ``known`` if nothing is certain. Nothing is asked of a person here; what a
    person confirmed is added by `DiceFaces.with_face`.
    """
    certain = [
        candidate
        for candidates in seen
        for candidate in candidates
        if candidate.evidence >= _CERTAIN and candidate.match.margin >= _CLEAR
    ]
    if not certain:
        return known
    edge_mm = float(np.median([candidate.edge_mm for candidate in certain]))
    faces = known or DiceFaces(edge_mm)
    for candidate in certain:
        faces = faces.with_face(candidate.kind, candidate.match.label, candidate)
    return faces


def _die_of(face: str) -> str:
    return "number" if face in NUMBER_FACES else "option"


def _softened(patches: Patches) -> Patches:
    """Add each patch as it looks a little out of focus."""
    soft = [cv2.GaussianBlur(patch, (0, 0), _SOFT * SIZE) for patch in patches]
    return np.concatenate([patches, np.array(soft, np.float32)])


def _without_strangers(bank: Bank, own: Mapping[str, Patches]) -> Bank:
    """Leave out the drawings of every face that looks otherwise on this table's own dice."""
    strangers = {
        face
        for face, patches in own.items()
        if bank.by_label(bank.scores(patches))[:, bank.labels.index(face)].max() < _STRANGER
    }
    return bank.only(np.array([i for i, name in enumerate(bank.labels) if name not in strangers]))


def _upright(candidate: Candidate, face: str) -> NDArray[np.float32]:
    """Return the marks of a candidate turned as the templates of this face are."""
    marks = np.rot90(candidate.match.marks, -candidate.match.quarters[face])
    highest = float(marks.max())
    return (marks / max(highest, 1e-6)).astype(np.float32)


def _alike(known: Patches, patch: NDArray[np.float32]) -> float:
    rows = normalised(known, FADE)
    return float((rows @ normalised(patch[None], FADE)[0]).max())
