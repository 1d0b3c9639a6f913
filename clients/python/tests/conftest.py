"""Tests against a real server: `npm run python` starts one with its worker and says where it is."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from countersign import Batch, Countersign, Project


@pytest.fixture(scope="session")
def client() -> Iterator[Countersign]:
    with Countersign() as one:
        yield one


@pytest.fixture(scope="session")
def reader() -> Iterator[Countersign]:
    """The same person with a token that may only read."""
    with Countersign(token=os.environ["COUNTERSIGN_READ_TOKEN"]) as one:
        yield one


@pytest.fixture(scope="session")
def project(client: Countersign) -> Project:
    """A project of the tests' own."""
    return client.project(os.environ["TEST_PROJECT"])


@pytest.fixture(scope="session")
def batch(client: Countersign) -> Batch:
    """Two annotators scored two responses: they agree on one, and differ on the other."""
    return client.batch(os.environ["TEST_BATCH"])
