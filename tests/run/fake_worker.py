"""Preloaded by Dask workers and schedulers of the tests: they play with the stand-in."""

import os

import fake

fake.install(os.environ.get("FAKE_SIGNATURE", fake.SIGNATURE), os.environ.get("FAKE_SECONDS", "0"))


def dask_setup(node: object) -> None:
    """Dask wants a preloaded module to have one."""
