"""Counter-based random streams: what is drawn depends on (seed, match, game, purpose) alone.

A stream is one int64 in an array of shape (1,), advanced by SplitMix64 (Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", OOPSLA 2014). Different keys give unrelated
streams, so the order in which blocks are played, and by whom, changes nothing.
"""

from __future__ import annotations

import numpy as np

from sim.engine.jit import entry, hot, jit

# Purposes: streams of one game that must not disturb each other.
DEAL = 1
SEATS = 2
LEAD = 3
TRICKS = 4
MISTAKES = 5
EXCHANGE = 6
CHOICES = 7
RULES = 8

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@jit
def mix(value):
    """The SplitMix64 finaliser of a uint64."""
    value = (value ^ (value >> _S30)) * _MIX1
    value = (value ^ (value >> _S27)) * _MIX2
    return value ^ (value >> _S31)


@jit
def root(seed, match, game):
    """What the keys of a game have in common, as int64."""
    state = mix(np.uint64(seed) + _GOLDEN)
    state = mix(state + np.uint64(match) * _GOLDEN + np.uint64(1))
    return np.int64(state + np.uint64(game) * _GOLDEN)


@jit
def key_of(root, purpose):
    """The start of a game's stream for a purpose, as int64."""
    return np.int64(mix(np.uint64(root) + np.uint64(purpose) * _MIX1))


@entry
def key(seed, match, game, purpose):
    """The start of the stream for these four int64, as int64."""
    return key_of(root(seed, match, game), purpose)


@jit
def bits(stream):
    """The next 64 random bits, as int64."""
    state = np.uint64(stream[0]) + _GOLDEN
    stream[0] = np.int64(state)
    return np.int64(mix(state))


@hot
def draw_ahead(work):
    """Work out the next random word of ``work.stream`` before it is asked for; to be called again after
    anything but ``below_ahead`` has drawn from the stream."""
    work.word = np.int64(mix(np.uint64(work.stream[0]) + _GOLDEN))


@hot
def below_ahead(work, n):
    """``below`` of ``work.stream``, with a word that is there already: after a branch that was guessed
    wrong nothing waits for its multiplications."""
    word = np.uint64(work.word) >> _S32
    work.stream[0] = np.int64(np.uint64(work.stream[0]) + _GOLDEN)
    draw_ahead(work)
    return np.int64((word * np.uint64(n)) >> _S32)


@jit
def below(stream, n):
    """A number from 0 to n-1, n < 2**31: the high half of a product (bias below n / 2**32)."""
    word = np.uint64(bits(stream)) >> _S32
    return np.int64((word * np.uint64(n)) >> _S32)


@jit
def chance(stream, units):
    """True with probability units / 2**53."""
    return np.int64(np.uint64(bits(stream)) >> np.uint64(11)) < units
