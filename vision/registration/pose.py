"""From a homography of the board's plane to a camera, and a camera as a vector of numbers to fit."""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.camera import Camera, Points

# What is known of any camera before a picture was seen: wide-angle lenses of 62 to 102 degrees across the
# picture, mostly barrel-shaped. (name: expected value, usual spread)
FOCAL_LOG_SPREAD = 0.25
USUAL_FIELD_DEG = 75.0
K1_USUAL, K1_SPREAD = 0.02, 0.04
K2_USUAL, K2_SPREAD = 0.003, 0.01


def usual_focal_px(width_px: int) -> float:
    """Return the focal length of the usual lens for a picture of this width."""
    return width_px / 2 / float(np.tan(np.radians(USUAL_FIELD_DEG / 2)))


def camera_from_homography(homography: Points, width_px: int, height_px: int) -> Camera:
    """Return the undistorted camera that sees the plane z = 0 (millimetres) as this homography (3, 3) to pixels.

    The focal length comes from the homography as far as a slant shows it (Zhang, A flexible new technique for
    camera calibration, 2000), drawn towards the usual one; the rotation is the nearest true one.
    """
    centred = np.array([[1, 0, -width_px / 2], [0, 1, -height_px / 2], [0, 0, 1.0]]) @ homography
    focal = _focal(centred, usual_focal_px(width_px))
    m = np.diag([1 / focal, 1 / focal, 1.0]) @ centred
    m *= np.sign(m[2, 2]) * 2 / (np.linalg.norm(m[:, 0]) + np.linalg.norm(m[:, 1]))
    u, _, vt = np.linalg.svd(np.stack([m[:, 0], m[:, 1], np.cross(m[:, 0], m[:, 1])], axis=1))
    rotation = u @ np.diag([1, 1, np.linalg.det(u @ vt)]) @ vt
    return Camera(
        width_px=width_px, height_px=height_px, focal_px=focal, rotation=rotation,
        centre_mm=-rotation.T @ m[:, 2],
    )  # fmt: skip


def _focal(h: Points, usual: float) -> float:
    """Weigh both of Zhang's conditions on 1/f² and the usual lens's value by how much each of them tells."""
    scale = np.diag([1 / usual, 1 / usual, 1.0])
    a, b = (scale @ h)[:, 0], (scale @ h)[:, 1]
    size = (a @ a + b @ b) / 2
    factor = np.array([a[0] * b[0] + a[1] * b[1], a[0] ** 2 + a[1] ** 2 - b[0] ** 2 - b[1] ** 2])
    target = -np.array([a[2] * b[2], a[2] ** 2 - b[2] ** 2])
    factor, target = (
        np.append(factor / size / 0.02, 1 / 0.5),
        np.append(target / size / 0.02, 1 / 0.5),
    )
    inverse_square = float(np.clip(factor @ target / (factor @ factor), 0.4, 2.5))
    return usual / float(np.sqrt(inverse_square))


@dataclass(frozen=True)
class CameraVector:
    """A camera near ``start`` as nine numbers: turn (3), move in mm (3), log focal factor, k1, k2."""

    start: Camera

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
        """Return how far the lens is from the usual one, in usual spreads: (3,) residuals."""
        usual = usual_focal_px(self.start.width_px)
        focal = np.log(self.start.focal_px / usual) + x[6]
        return np.array([
            focal / FOCAL_LOG_SPREAD, (x[7] - K1_USUAL) / K1_SPREAD, (x[8] - K2_USUAL) / K2_SPREAD
        ])  # fmt: skip
