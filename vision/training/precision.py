"""The precision in which training runs its networks on this processor."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import torch


def quickest() -> AbstractContextManager:
    """Automatic bfloat16 where the processor has instructions for it, float32 elsewhere.

    With AMX bfloat16 halves a step; emulated, it takes ten times as long as float32.
    """
    # Private, but torch has no public way to ask; where it is gone, float32 is merely slower.
    native = getattr(torch.cpu, "_is_avx512_bf16_supported", bool)
    return torch.autocast("cpu", torch.bfloat16) if native() else nullcontext()
