"""The bird on the 1 of bamboos."""

from __future__ import annotations

from vision.tile_art.shapes import (
    WIDTH,
    Shape,
    blob,
    brush,
    circle,
    curve,
    ellipse,
    line,
    polygon,
    ring,
)
from vision.tile_art.style import ArtStyle


def bird(style: ArtStyle) -> list[Shape]:
    shapes = BIRDS[style.bird](style)
    if style.bird_turn:
        shapes = [shape.turned(style.bird_turn, 150, 200) for shape in shapes]
    if style.bird_mirror:
        shapes = [shape.mirrored(WIDTH / 2) for shape in shapes]
    return shapes


def _eye(x, y, r, style):
    return [circle(x, y, r, style.face), circle(x, y, 0.5 * r, style.black)]


def _peacock(style: ArtStyle) -> list[Shape]:
    green, blue, red = style.scheme("bird_inks")
    shapes: list[Shape] = []
    # The train: feathers that fan out from the rump, an eye on each.
    for i, (tip, bend) in enumerate(
        (
            ((258, 178), (222, 178)),
            ((274, 228), (222, 208)),
            ((272, 280), (220, 236)),
            ((250, 328), (206, 260)),
            ((210, 362), (184, 278)),
        )
    ):
        shapes.append(brush([(146, 204), bend, tip], [20, 15, 9], green))
        shapes.append(circle(*tip, 21, green))
        shapes.append(circle(*tip, 13, style.face))
        shapes.append(circle(*tip, 8, blue if i % 2 else red))
    shapes.append(
        blob(
            [
                (98, 84),
                (122, 90),
                (130, 118),
                (138, 152),
                (174, 188),
                (180, 222),
                (150, 250),
                (112, 244),
                (84, 212),
                (80, 178),
                (94, 140),
                (90, 108),
            ],
            blue,
        )
    )
    for k in range(3):
        y = 178 + 20 * k
        shapes.append(
            curve([(98 + 6 * k, y), (117 + 6 * k, y + 11), (138 + 6 * k, y)], style.face, 5.5)
        )
    shapes.append(circle(106, 88, 25, blue))
    shapes += _eye(99, 84, 9, style)
    shapes.append(polygon([(84, 80), (44, 96), (87, 101)], red))
    for x, y in ((84, 36), (109, 26), (134, 36)):
        shapes.append(curve([(107, 66), ((107 + x) / 2 - 1, 52), (x, y)], red, 5.5))
        shapes.append(circle(x, y, 9, red))
    for x in (116, 144):
        shapes.append(curve([(x, 242), (x - 2, 304)], red, 7.5))
        shapes.append(curve([(x - 24, 314), (x - 2, 303), (x + 16, 314)], red, 7.5))
    shapes.append(curve([(34, 342), (92, 328), (166, 338)], green, 10))
    return shapes


def _sparrow(style: ArtStyle) -> list[Shape]:
    green, blue, red = style.scheme("bird_inks")
    return [
        brush([(24, 326), (110, 300), (210, 306), (280, 280)], [7, 13, 12, 6], green),
        brush([(196, 304), (236, 336), (276, 344)], [9, 14, 2], green),
        brush([(84, 306), (56, 270), (34, 262)], [8, 13, 2], green),
        brush([(190, 232), (236, 268), (276, 330)], [34, 26, 20], blue),
        blob(
            [
                (70, 130),
                (96, 104),
                (134, 106),
                (156, 138),
                (196, 180),
                (216, 240),
                (184, 284),
                (128, 290),
                (84, 258),
                (64, 206),
                (66, 162),
            ],
            red,
        ),
        blob([(130, 176), (176, 178), (214, 216), (248, 262), (206, 262), (160, 244)], blue),
        curve([(150, 198), (184, 212), (214, 244)], style.face, 5.5),
        curve([(148, 218), (176, 234), (196, 250)], style.face, 5.5),
        brush([(76, 128), (106, 96), (146, 112)], [6, 22, 8], blue),
        polygon([(72, 140), (32, 150), (70, 166)], style.black),
        *_eye(97, 142, 12, style),
        line([(118, 286), (112, 310)], style.black, 8),
        line([(154, 288), (154, 312)], style.black, 8),
        curve([(96, 244), (120, 266), (150, 268)], style.face, 5),
    ]


def _crane(style: ArtStyle) -> list[Shape]:
    green, blue, red = style.scheme("bird_inks")
    shapes = [
        brush([(176, 214), (226, 250), (262, 318)], [46, 40, 8], style.black),
        brush([(180, 206), (236, 226), (282, 272)], [38, 30, 6], style.black),
        blob(
            [(104, 196), (136, 164), (188, 172), (226, 216), (204, 252), (148, 262), (110, 240)],
            blue,
        ),
        brush([(124, 222), (88, 170), (112, 118), (84, 76)], [46, 26, 20, 22], blue),
        circle(84, 74, 20, blue),
        brush([(68, 58), (84, 48), (102, 56)], [5, 15, 5], red),
        polygon([(72, 66), (16, 96), (74, 88)], red),
        *_eye(82, 74, 8, style),
        line([(150, 256), (146, 352)], red, 8),
        line([(176, 254), (196, 300), (158, 322)], red, 8),
        curve([(120, 358), (146, 350), (172, 358)], red, 8),
        brush([(40, 372), (120, 362), (250, 374)], [4, 9, 4], green),
    ]
    for dy in (0, 20, 40):
        shapes.append(
            curve([(140 + dy / 3, 188 + dy), (172, 200 + dy), (200, 190 + dy)], style.face, 5)
        )
    for x, top in ((232, 300), (252, 322), (52, 318)):
        shapes.append(brush([(x, 370), (x + 4, (top + 370) / 2), (x + 16, top)], [10, 8, 2], green))
    return shapes


def _parrot(style: ArtStyle) -> list[Shape]:
    """Seen from the front on its perch, drawn in lines, as on many older sets."""
    green, blue, red = style.scheme("bird_inks")
    w = style.line_width
    return [
        brush([(100, 58), (128, 40), (158, 58), (200, 46)], [5, 13, 14, 4], red),
        curve([(140, 58), (146, 36), (162, 26)], red, w),
        ring(150, 92, 30, 30 - w, blue),
        circle(150, 92, 8, blue),
        polygon([(122, 92), (92, 104), (122, 112)], red),
        curve([(126, 116), (108, 164), (122, 208), (150, 222)], green, w),
        curve([(176, 112), (200, 160), (188, 206), (150, 222)], green, w),
        *(curve([(132, y), (150, y + 12), (172, y)], blue, w * 0.85) for y in (138, 160, 182)),
        blob([(104, 126), (118, 150), (110, 206), (84, 190), (76, 156)], green),
        curve([(206, 122), (236, 100), (236, 150), (200, 204)], blue, w),
        curve([(210, 140), (224, 132), (222, 158), (204, 184)], blue, w * 0.8),
        curve([(70, 222), (150, 234), (238, 214)], blue, w * 1.2),
        ring(54, 218, 17, 17 - w, blue),
        ring(252, 208, 17, 17 - w, blue),
        curve([(118, 224), (138, 300), (186, 372)], red, w),
        curve([(178, 222), (186, 290), (186, 372)], red, w),
        *(
            curve(
                [
                    (130 + k * 11, 246 + k * 28),
                    (150 + k * 7, 254 + k * 28),
                    (172 + 3 * k, 246 + k * 28),
                ],
                red,
                w * 0.85,
            )
            for k in range(4)
        ),
        brush([(104, 218), (92, 280), (112, 340)], [10, 8, 3], green),
    ]


def _swallow(style: ArtStyle) -> list[Shape]:
    green, blue, red = style.scheme("bird_inks")
    return [
        brush([(136, 190), (196, 128), (212, 48)], [44, 34, 3], blue),
        brush([(128, 214), (66, 214), (20, 290)], [38, 30, 3], blue),
        brush([(150, 216), (206, 280), (276, 356)], [34, 18, 3], red),
        brush([(142, 226), (172, 300), (204, 380)], [30, 17, 3], red),
        blob(
            [
                (72, 110),
                (104, 108),
                (142, 150),
                (172, 208),
                (164, 236),
                (134, 230),
                (98, 190),
                (72, 146),
            ],
            blue,
        ),
        brush([(98, 164), (122, 206), (150, 228)], [10, 24, 6], style.face),
        circle(86, 122, 26, blue),
        brush([(70, 134), (86, 150), (106, 146)], [5, 15, 5], red),
        polygon([(66, 112), (30, 100), (64, 128)], style.black),
        *_eye(80, 116, 9, style),
        curve([(150, 170), (184, 130), (200, 88)], style.face, 5),
        curve([(110, 218), (72, 226), (46, 258)], style.face, 5),
        brush([(196, 250), (236, 230), (272, 246)], [4, 11, 2], green),
        brush([(70, 300), (100, 330), (142, 338)], [3, 11, 2], green),
        brush([(98, 328), (110, 352), (104, 374)], [5, 8, 2], green),
    ]


def _phoenix(style: ArtStyle) -> list[Shape]:
    green, blue, red = style.scheme("bird_inks")
    w = style.line_width
    shapes = []
    for points, ink in (
        ([(150, 214), (210, 236), (252, 300), (236, 368)], red),
        ([(146, 220), (186, 262), (212, 320), (186, 376)], green),
        ([(138, 224), (156, 280), (162, 330), (132, 374)], blue),
        ([(130, 222), (116, 272), (108, 322), (72, 360)], red),
    ):
        shapes.append(brush(points, [13, 12, 9, 5], ink))
        shapes.append(ring(*points[-1], 15, 6, ink))
    shapes += [
        brush([(134, 194), (206, 152), (246, 62)], [56, 42, 5], green),
        *(
            curve(
                [
                    (160 + 8 * k, 184 - 8 * k),
                    (196 + 9 * k, 154 - 16 * k),
                    (216 + 9 * k, 118 - 12 * k),
                ],
                style.face,
                5,
            )
            for k in range(3)
        ),
        brush([(104, 190), (62, 214), (28, 282)], [40, 30, 4], green),
        blob(
            [(92, 124), (120, 130), (150, 170), (164, 216), (138, 236), (106, 222), (88, 178)], blue
        ),
        *(
            curve(
                [
                    (104 + 5 * k, 166 + 20 * k),
                    (120 + 5 * k, 176 + 20 * k),
                    (138 + 5 * k, 166 + 20 * k),
                ],
                style.face,
                5,
            )
            for k in range(3)
        ),
        brush([(112, 160), (88, 124), (98, 84)], [36, 24, 22], blue),
        circle(96, 80, 22, blue),
        *_eye(90, 76, 8, style),
        polygon([(78, 70), (42, 84), (78, 92)], red),
        curve([(100, 60), (104, 36), (126, 28)], red, w),
        curve([(110, 64), (130, 48), (150, 52)], red, w),
        curve([(88, 60), (84, 38), (94, 22)], red, w),
        ellipse(78, 102, 6, 11, red),
    ]
    return shapes


BIRDS = {
    "peacock": _peacock,
    "sparrow": _sparrow,
    "crane": _crane,
    "parrot": _parrot,
    "swallow": _swallow,
    "phoenix": _phoenix,
}
