"""Agreement among raters in a data frame, computed by the `countersign` command."""

from __future__ import annotations

import csv
import io
import json
import os
import shlex
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict, Union, cast

from .errors import CountersignError

if TYPE_CHECKING:
    import pandas

Rows = Union["pandas.DataFrame", Iterable[Mapping[str, Any]]]


class Statistic(TypedDict):
    """One coefficient. `value` is None where it is undefined, and `reason` says why."""

    metric: str
    level: str | None
    value: float | None
    ci: list[float] | None
    reason: str | None
    units: int
    raters: int
    pairable: int
    between: NotRequired[list[str] | None]


def agreement(
    ratings: Rows,
    *,
    unit: str = "unit",
    rater: str = "rater",
    value: str = "value",
    metrics: Sequence[str] = ("alpha",),
    level: Literal["nominal", "ordinal", "interval", "ratio"] = "nominal",
    bootstrap: int | None = None,
    seed: int = 42,
    cluster: str | None = None,
    categories: Sequence[str | float] | None = None,
    command: Sequence[str] | None = None,
) -> list[Statistic]:
    """The agreement of raters in long rows: one row for each unit and rater, missing values left empty.

    The numbers are those of `countersign agreement --json`, so that a notebook, a report and a paper never differ.
    `command` is how the command is started; without it the variable COUNTERSIGN_CLI, or `countersign` on the path.
    """
    columns = [unit, rater, value] + ([cluster] if cluster else [])
    options = ["--unit", unit, "--rater", rater, "--value", value, "--level", level, "--seed", str(seed), "--json"]
    for metric in metrics:
        options += ["--metric", metric]
    if bootstrap is not None:
        options += ["--bootstrap", str(bootstrap)]
    if cluster is not None:
        options += ["--cluster", cluster]
    if categories is not None:
        options += ["--categories", ",".join(_cell(one) for one in categories)]
    start = list(command) if command else shlex.split(os.environ.get("COUNTERSIGN_CLI", "countersign"))
    try:
        done = subprocess.run(
            [*start, "agreement", "-", *options],
            input=_csv_of(ratings, columns),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
    except FileNotFoundError as error:
        raise CountersignError(
            f"the command {start[0]} is not there: set COUNTERSIGN_CLI, or give `command`"
        ) from error
    if done.returncode != 0:
        raise CountersignError(done.stderr.strip() or f"{start[0]} ended with {done.returncode}")
    found = json.loads(done.stdout)
    return cast("list[Statistic]", found if isinstance(found, list) else [found])


def _csv_of(ratings: Rows, columns: Sequence[str]) -> str:
    to_dict = getattr(ratings, "to_dict", None)
    rows: Iterable[Mapping[str, Any]] = to_dict("records") if to_dict else cast("Any", ratings)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return text.getvalue()


def _cell(value: Any) -> str:
    """A value as the command reads it: nothing for what is missing, whole numbers without a point."""
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
