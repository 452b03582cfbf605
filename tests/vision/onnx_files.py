"""Small ONNX files for tests, written field by field so that no exporter is needed to run them."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from pathlib import Path

import numpy as np

FLOAT, INT64 = 1, 7


def _varint(value: int) -> bytes:
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*out, value])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes | str) -> bytes:
    value = value.encode() if isinstance(value, str) else value
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def tensor(name: str, values: np.ndarray) -> bytes:
    values = np.ascontiguousarray(values)
    kind = INT64 if values.dtype == np.int64 else FLOAT
    raw = values.tobytes() if kind == INT64 else values.astype("<f4").tobytes()
    dims = b"".join(_number(1, size) for size in values.shape)
    return dims + _number(2, kind) + _bytes(8, name) + _bytes(9, raw)


def value_info(name: str, shape: Iterable[int | str]) -> bytes:
    dims = b"".join(
        _bytes(1, _bytes(2, size) if isinstance(size, str) else _number(1, size)) for size in shape
    )
    return _bytes(1, name) + _bytes(2, _bytes(1, _number(1, FLOAT) + _bytes(2, dims)))


def node(kind: str, inputs: Iterable[str], outputs: Iterable[str], **attributes) -> bytes:
    out = b"".join(_bytes(1, name) for name in inputs)
    out += b"".join(_bytes(2, name) for name in outputs)
    out += _bytes(4, kind)
    for name, value in attributes.items():
        body = _bytes(1, name)
        if isinstance(value, float):
            body += _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, 1)
        elif isinstance(value, int):
            body += _number(3, value) + _number(20, 2)
        else:
            body += b"".join(_number(8, item) for item in value) + _number(20, 7)
        out += _bytes(5, body)
    return out


def write_model(
    path: Path,
    nodes: Iterable[bytes],
    inputs: dict[str, tuple],
    outputs: dict[str, tuple],
    tensors: dict[str, np.ndarray] | None = None,
    metadata: dict[str, str] | None = None,
) -> Path:
    """A model file of these nodes; shapes hold sizes or, where any will do, names."""
    graph = b"".join(_bytes(1, one) for one in nodes) + _bytes(2, "test")
    graph += b"".join(_bytes(5, tensor(name, value)) for name, value in (tensors or {}).items())
    graph += b"".join(_bytes(11, value_info(name, shape)) for name, shape in inputs.items())
    graph += b"".join(_bytes(12, value_info(name, shape)) for name, shape in outputs.items())
    model = _number(1, 8) + _bytes(7, graph) + _bytes(8, _bytes(1, "") + _number(2, 17))
    for key, value in (metadata or {}).items():
        model += _bytes(14, _bytes(1, key) + _bytes(2, value))
    path.write_bytes(model)
    return path
