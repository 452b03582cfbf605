"""The bird on the 1 of bamboos."""

from __future__ import annotations

from vision.tile_art.shapes import Shape, blob, brush, circle, curve, polygon
from vision.tile_art.style import ArtStyle


def _peacock(style: ArtStyle) -> list[Shape]:
    red, green, blue, black = style.red, style.green, style.blue, style.black
    shapes: list[Shape] = []
    # Train: feathers that fan out from the rump to the lower right, an eye on each.
    for i, (tip, bend) in enumerate(
        (
            ((262, 196), (226, 190)),
            ((272, 244), (222, 216)),
            ((268, 292), (216, 242)),
            ((244, 336), (200, 262)),
            ((206, 366), (182, 276)),
        )
    ):
        shapes.append(brush([(150, 200), bend, tip], [16, 12, 7], green))
        shapes.append(circle(*tip, 19, green))
        shapes.append(circle(*tip, 11.5, style.face))
        shapes.append(circle(*tip, 7, red if i % 2 == 0 else blue))
    # Body and neck
    shapes.append(
        blob(
            [
                (96, 92),
                (118, 92),
                (128, 116),
                (136, 150),
                (172, 186),
                (178, 220),
                (150, 248),
                (112, 240),
                (88, 210),
                (86, 176),
                (100, 140),
                (94, 112),
            ],
            blue,
        )
    )
    for k in range(3):
        y = 176 + 20 * k
        shapes.append(
            curve([(100 + 5 * k, y), (118 + 5 * k, y + 11), (138 + 5 * k, y)], style.face, 5.5)
        )
    # Head
    shapes.append(circle(106, 88, 23, blue))
    shapes.append(circle(100, 84, 8, style.face))
    shapes.append(circle(99, 84, 4, black))
    shapes.append(polygon([(86, 82), (50, 96), (88, 100)], red))
    for x, y in ((88, 38), (110, 30), (132, 38)):
        shapes.append(curve([(107, 68), ((107 + x) / 2 - 1, 54), (x, y)], red, 5))
        shapes.append(circle(x, y, 8, red))
    # Legs and ground
    for x in (116, 142):
        shapes.append(curve([(x, 242), (x - 2, 296)], red, 7))
        shapes.append(curve([(x - 22, 304), (x - 2, 294), (x + 14, 304)], red, 7))
    shapes.append(curve([(40, 330), (92, 318), (160, 326)], green, 9))
    return shapes


BIRDS = {"peacock": _peacock}
