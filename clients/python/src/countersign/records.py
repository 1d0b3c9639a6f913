"""Records that a dataset may be given: lines of a study file, as docs/reference/study-file.md describes them.

Every record may carry further fields, which are kept as metadata.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NotRequired, TypedDict, Union


class Task(TypedDict):
    type: Literal["task"]
    id: str
    instruction: str
    input: NotRequired[str]
    messages: NotRequired[list[dict[str, str]]]
    reference: NotRequired[str]
    tags: NotRequired[list[str]]


class Response(TypedDict):
    type: Literal["response"]
    id: str
    task: str
    text: str
    model: NotRequired[str]


class Draft(TypedDict):
    """A judge's answer: about an item, the overall score (`overall`) or a pair (`preference`)."""

    type: Literal["draft"]
    id: str
    task: str
    item: str
    rater: str
    raterKind: Literal["llm", "rules"]
    response: NotRequired[str]
    pair: NotRequired[tuple[str, str]]
    method: NotRequired[str]
    condition: NotRequired[str]
    order: NotRequired[Literal["AB", "BA"]]
    sample: NotRequired[int]
    value: NotRequired[str | float | None]
    confidence: NotRequired[float]
    lines: NotRequired[list[str]]
    scoreLine: NotRequired[int]


Record = Union[Task, Response, Draft, Mapping[str, Any]]


OnConflict = Literal["refuse", "skip", "replace"]
"""What becomes of a record whose id the dataset has with another content."""


class Pushed(TypedDict):
    """What a push came to: how many records are new, how many replaced others, how many with another content were
    skipped, and how many were there already, exactly alike."""

    task: int
    response: int
    draft: int
    replaced: int
    skipped: int
    unchanged: int
