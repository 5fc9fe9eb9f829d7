"""From a homography of the board's plane to a camera, and a camera as a vector of numbers to fit."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera import Camera, Points

# The natural sizes of the numbers of a `CameraVector`.
CAMERA_SCALE = np.array([0.01, 0.01, 0.01, 5, 5, 5, 0.05, 0.02, 0.01])

# What is known of any lens before a picture was seen: 62 to 102 degrees across the picture, mostly barrel-
# shaped.
_USUAL_FIELD_DEG, _FOCAL_SPREAD = 75.0, 0.25
_USUAL_K1, _K1_SPREAD = 0.02, 0.04
_USUAL_K2, _K2_SPREAD = 0.003, 0.01
# A calibrated lens does not change but for what one picture could not tell.
_KNOWN_FOCAL_SPREAD, _KNOWN_K_SPREAD = 0.003, 0.001
# How well a homography tells the focal length (a part of its columns' length), and the range of 1/f² over the
# believed one that is allowed.
_TOLD = 0.02
_FOCAL_RANGE = (0.4, 2.5)


@dataclass(frozen=True, slots=True)
class Lens:
    """What is believed about a lens: focal length in pixels, k1, k2, and how far each may be off (focal: a
    part).
    """

    focal_px: float
    k1: float
    k2: float
    focal_spread: float
    k1_spread: float
    k2_spread: float


def usual_lens(width_px: int) -> Lens:
    """Return what is known of any lens for pictures of this width."""
    focal = width_px / 2 / float(np.tan(np.radians(_USUAL_FIELD_DEG / 2)))
    return Lens(focal, _USUAL_K1, _USUAL_K2, _FOCAL_SPREAD, _K1_SPREAD, _K2_SPREAD)


def known_lens(camera: Camera) -> Lens:
    """Return what is known of a calibrated camera's lens."""
    return Lens(
        camera.focal_px, camera.k1, camera.k2,
        _KNOWN_FOCAL_SPREAD, _KNOWN_K_SPREAD, _KNOWN_K_SPREAD,
    )  # fmt: skip


def camera_from_homography(homography: Points, width_px: int, height_px: int, lens: Lens) -> Camera:
    """Return the camera that sees the plane z = 0 (millimetres) about as this homography (3, 3) to pixels.

    The focal length comes from the homography as far as a slant shows it (Zhang, A flexible new technique for
    camera calibration, 2000), drawn towards the lens's; the rotation is the nearest true one.
    """
    centred = np.array([[1, 0, -width_px / 2], [0, 1, -height_px / 2], [0, 0, 1.0]]) @ homography
    focal = _focal(centred, lens)
    m = np.diag([1 / focal, 1 / focal, 1.0]) @ centred
    m *= np.sign(m[2, 2]) * 2 / (np.linalg.norm(m[:, 0]) + np.linalg.norm(m[:, 1]))
    u, _, vt = np.linalg.svd(np.stack([m[:, 0], m[:, 1], np.cross(m[:, 0], m[:, 1])], axis=1))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    return Camera(
        width_px=width_px, height_px=height_px, focal_px=focal, rotation=rotation,
        centre_mm=-rotation.T @ m[:, 2], k1=lens.k1, k2=lens.k2,
    )  # fmt: skip


def _focal(h: Points, lens: Lens) -> float:
    """Weigh both of Zhang's conditions on 1/f² and the lens's own value by how much each of them tells."""
    a, b = (np.diag([1 / lens.focal_px, 1 / lens.focal_px, 1.0]) @ h)[:, :2].T
    size = (a @ a + b @ b) / 2 * _TOLD
    doubt = 2 * lens.focal_spread
    factor = np.array(
        [(a[0] * b[0] + a[1] * b[1]) / size, (a[:2] @ a[:2] - b[:2] @ b[:2]) / size, 1 / doubt]
    )
    target = np.array([-a[2] * b[2] / size, -(a[2] ** 2 - b[2] ** 2) / size, 1 / doubt])
    inverse_square = float(np.clip(factor @ target / (factor @ factor), *_FOCAL_RANGE))
    return lens.focal_px / float(np.sqrt(inverse_square))


@dataclass(frozen=True, slots=True)
class CameraVector:
    """A camera near ``start`` as nine numbers: turn (3), move in mm (3), log focal factor, k1, k2."""

    start: Camera
    lens: Lens

    @property
    def zero(self) -> Points:
        """The vector of the starting camera itself."""
        return np.array([0, 0, 0, 0, 0, 0, 0, self.start.k1, self.start.k2])

    def camera(self, x: Points) -> Camera:
        """Return the camera that the numbers (9,) stand for."""
        turn = cv2.Rodrigues(np.asarray(x[:3], dtype=np.float64))[0]
        return replace(
            self.start,
            rotation=turn @ self.start.rotation,
            centre_mm=self.start.centre_mm + x[3:6],
            focal_px=self.start.focal_px * float(np.exp(x[6])),
            k1=float(x[7]),
            k2=float(x[8]),
        )

    def prior(self, x: Points) -> Points:
        """Return how far the lens is from what is believed of it, in spreads: (3,) residuals."""
        lens = self.lens
        focal = np.log(self.start.focal_px / lens.focal_px) + x[6]
        return np.array([
            focal / lens.focal_spread, (x[7] - lens.k1) / lens.k1_spread, (x[8] - lens.k2) / lens.k2_spread
        ])  # fmt: skip
