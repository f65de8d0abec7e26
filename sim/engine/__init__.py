"""The kernel: a numba bitmask engine that plays whole matches."""

from sim.engine.block import play_matches, signature

__all__ = ["play_matches", "signature"]
