"""Projects, datasets and batches of a server."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from ._transport import Transport, quoted
from .errors import Failed
from .generated import models
from .generated.api import Api
from .records import OnConflict, Pushed, Record

if TYPE_CHECKING:
    import pandas

ExportFormat = Literal[
    "bundle", "csv", "jsonl", "parquet", "study", "agreement", "label-studio", "argilla", "preferences", "training"
]

Value = TypeVar("Value")

PART_RECORDS = 2_000
PART_BYTES = 4_000_000
"""The most records and text of one request of a push."""


class Countersign:
    """A server, with an API token.

    Both are taken from COUNTERSIGN_URL and COUNTERSIGN_TOKEN unless they are given. `patience` is how many seconds a
    request is sent again while the server says that it is busy. `api` has every operation of the server by its name in
    the OpenAPI document.
    """

    def __init__(
        self,
        url: str | None = None,
        token: str | None = None,
        *,
        timeout: float = 60,
        patience: float = 60,
    ) -> None:
        url = url or os.environ.get("COUNTERSIGN_URL")
        token = token or os.environ.get("COUNTERSIGN_TOKEN")
        if not url:
            raise ValueError("which server? Set COUNTERSIGN_URL or give url")
        if not token:
            raise ValueError("an API token is needed: set COUNTERSIGN_TOKEN or give token")
        self._transport = Transport(url, token, timeout=timeout, patience=patience)
        self.api = Api(self._transport)

    def __enter__(self) -> Countersign:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._transport.close()

    def projects(self) -> Iterator[Mapping[str, Any]]:
        """The projects that the token reaches."""
        return self.pages(self.api.get_projects)

    def project(self, id: str) -> Project:
        return Project(self, id)

    def dataset(self, id: str) -> Dataset:
        return Dataset(self, id)

    def batch(self, id: str) -> Batch:
        return Batch(self, id)

    def pages(self, method: Callable[..., Any], *path: str, **query: Any) -> Iterator[Any]:
        """All items of a list, page by page: `pages(client.api.get_batches_id_judgements, batch_id)`."""
        after: str | None = None
        while True:
            page = method(*path, **query, after=after)
            yield from page["items"]
            after = page["next"]
            if after is None:
                return


class Project:
    """A project: where files are imported and batches are made."""

    def __init__(self, client: Countersign, id: str) -> None:
        self.client = client
        self.id = id

    def datasets(self) -> Iterator[Mapping[str, Any]]:
        return self.client.pages(self.client.api.get_projects_project_datasets, self.id)

    def batches(self) -> Iterator[Mapping[str, Any]]:
        return self.client.pages(self.client.api.get_projects_project_batches, self.id)

    def import_file(
        self,
        path: str | os.PathLike[str],
        *,
        name: str | None = None,
        timeout: float = 600,
        **options: Any,
    ) -> Dataset:
        """Imports a file as a new dataset and waits until it is there. Failed says what is wrong, by line.

        `options` are the route's own: `format`, `mapping`, `leaveOut`.
        """
        api = self.client.api
        # A file of several hundred megabytes goes up in pieces and is never whole in memory.
        with open(path, "rb") as file:
            pieces = iter(lambda: file.read(1 << 20), b"")
            made = api.post_projects_project_imports(
                self.id, cast("Any", pieces), file=Path(path).name, name=name, **options
            )

        def ended() -> models.GetImportsImportAnswer | None:
            now = api.get_imports_import(made["id"])
            return None if now["state"] in ("uploading", "queued", "checking", "writing") else now

        found = _wait(ended, timeout, "the import")
        if found["state"] != "ready" or found["dataset"] is None:
            causes = [f"{one['place']}: {one['reason']} ({one['count']})" for one in found["causes"]]
            raise Failed("\n".join([found["failure"] or f"the import is {found['state']}", *causes]))
        return Dataset(self.client, found["dataset"]["id"])

    def create_batch(self, body: models.PostProjectsProjectBatchesBody) -> Batch:
        """A batch as a draft, from a design as the API takes it."""
        made = self.client.api.post_projects_project_batches(self.id, body)
        return Batch(self.client, cast("Mapping[str, str]", made)["id"])


class Study:
    """What has judgements: a dataset, or a batch."""

    _reports: Literal["datasets", "batches"]

    def __init__(self, client: Countersign, id: str) -> None:
        self.client = client
        self.id = id

    def rows(self) -> Iterator[dict[str, Any]]:
        """The ratings table, row by row, as docs/reference/study-file.md describes it. Needs no pandas."""
        path = f"/api/v1/exports/{quoted(self.id)}"
        with self.client._transport.stream("GET", path, query={"format": "jsonl"}) as pieces:
            for line in _lines(pieces):
                yield json.loads(line)

    def ratings(self) -> pandas.DataFrame:
        """The ratings table as a data frame: one row per judgement, decision, set of labels and answer.

        Values stay what they are in JSON, so a column may hold numbers and words; times are moments in UTC.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise ImportError("ratings() needs pandas: pip install 'countersign[pandas]', or use rows()") from error
        frame = pd.DataFrame.from_records(list(self.rows()))
        for column in frame.columns:
            if column.endswith("_at"):
                frame[column] = pd.to_datetime(frame[column], utc=True)
        return frame

    def export(self, format: ExportFormat, path: str | os.PathLike[str], **options: Any) -> Path:
        """Writes an export into a file. It takes the file's place only when it is complete."""
        to = Path(path)
        part = to.with_name(f"{to.name}.part")
        route = f"/api/v1/exports/{quoted(self.id)}"
        try:
            with self.client._transport.stream("GET", route, query={"format": format, **options}) as pieces:
                with open(part, "wb") as file:
                    for piece in pieces:
                        file.write(piece)
            part.replace(to)
        finally:
            part.unlink(missing_ok=True)
        return to

    def report(self, *, timeout: float = 600, **part: Any) -> dict[str, Any]:
        """The agreement report on the newest judgements, waited for. `part` narrows it: `item`, `arm`, `model`, …"""
        api = self.client.api

        def ready() -> dict[str, Any] | None:
            found = cast("dict[str, Any]", api.get_reports_of_id(self._reports, self.id, **part))
            if found["state"] == "failed":
                raise Failed(found["failure"] or "the report could not be computed")
            return found if found["state"] == "ready" else None

        return cast("dict[str, Any]", _wait(ready, timeout, "the report")["report"])

    def agreement(self, *, timeout: float = 600, **part: Any) -> list[dict[str, Any]]:
        """Agreement among raters by scope, level, rater set and exposure: the table `reliability` of the report.

        `value` is None where a coefficient is undefined; `reason` says why.
        """
        return cast("list[dict[str, Any]]", self.report(timeout=timeout, **part)["reliability"])


class Dataset(Study):
    """Tasks, responses and drafts."""

    _reports = "datasets"

    def info(self) -> models.GetDatasetsDatasetAnswer:
        return self.client.api.get_datasets_dataset(self.id)

    def push(
        self,
        records: Iterable[Record],
        *,
        on_conflict: OnConflict = "refuse",
        progress: Callable[[Pushed], None] | None = None,
    ) -> Pushed:
        """Adds tasks, responses and drafts, as many as come.

        What the dataset has already, exactly alike, is passed over, so a push that broke off is sent again from the
        start. Of a record whose id the dataset has with another content, `on_conflict` says what becomes; what people
        or judges have seen is never replaced. Records go in parts, each of them added whole or not at all: what a
        record refers to comes before it. RecordsUnfit names what does not fit, counted from 1.
        """
        total: Pushed = {"task": 0, "response": 0, "draft": 0, "replaced": 0, "skipped": 0, "unchanged": 0}
        first = 1
        for part in _parts(records):
            made = self.client.api.post_datasets_dataset_records(
                self.id, {"records": part, "firstLine": first, "onConflict": on_conflict}
            )
            first += len(part)
            added = made["added"]
            total = {
                "task": total["task"] + added["task"],
                "response": total["response"] + added["response"],
                "draft": total["draft"] + added["draft"],
                "replaced": total["replaced"] + made["replaced"],
                "skipped": total["skipped"] + made["skipped"],
                "unchanged": total["unchanged"] + made["unchanged"],
            }
            if progress:
                progress(total)
        return total

    def push_file(
        self, path: str | os.PathLike[str], *, on_conflict: OnConflict = "refuse"
    ) -> models.PostDatasetsDatasetRecordsLinesAnswer:
        """Adds the lines of a JSONL file, each by itself: those that do not fit are counted as `refused` and named in
        `problems`, and all others are added. What a line refers to stands before it.
        """
        # In pieces: the file is never whole in memory.
        with open(path, "rb") as file:
            pieces = iter(lambda: file.read(1 << 20), b"")
            return self.client.api.post_datasets_dataset_records_lines(
                self.id, cast("Any", pieces), onConflict=on_conflict
            )


class Batch(Study):
    """Work of annotators on a dataset."""

    _reports = "batches"

    def info(self) -> models.GetBatchesIdAnswer:
        return self.client.api.get_batches_id(self.id)

    def progress(self) -> models.GetBatchesIdProgressAnswer:
        return self.client.api.get_batches_id_progress(self.id)

    def judgements(self) -> Iterator[models.GetBatchesIdJudgementsAnswerItemsItem]:
        return self.client.pages(self.client.api.get_batches_id_judgements, self.id, limit=1000)

    def take_new(
        self, *, limit: int, rate: float = 1.0, per_day: int | None = None
    ) -> models.PutBatchesIdIntakeAnswer:
        """Lets the batch take what its dataset gets from now on, each with the chance `rate`, up to `limit` in all.

        On one day of UTC at most `per_day` are taken; what is above it waits in order for the next days.
        """
        return self.client.api.put_batches_id_intake(self.id, {"limit": limit, "rate": rate, "perDay": per_day})

    def wait(self, *, timeout: float = 3600, every: float = 5) -> models.GetBatchesIdProgressAnswer:
        """Waits until every assignment of the batch is submitted. TimeoutError when it takes longer.

        Programs that run for days are better told by a webhook (docs/reference/webhooks.md).
        """

        def finished() -> models.GetBatchesIdProgressAnswer | None:
            now = self.progress()
            return now if now["slots"] > 0 and now["submitted"] >= now["slots"] else None

        return _wait(finished, timeout, "the batch", every)


def _wait(look: Callable[[], Value | None], timeout: float, what: str, every: float = 0.5) -> Value:
    ends = time.monotonic() + timeout
    while True:
        found = look()
        if found is not None:
            return found
        if time.monotonic() + every > ends:
            raise TimeoutError(f"{what} was not ready after {timeout:g} seconds")
        time.sleep(every)


def _parts(records: Iterable[Record]) -> Iterator[list[dict[str, Any]]]:
    part: list[dict[str, Any]] = []
    size = 0
    for record in records:
        length = len(json.dumps(record, ensure_ascii=False))
        if part and (len(part) == PART_RECORDS or size + length > PART_BYTES):
            yield part
            part, size = [], 0
        part.append(cast("dict[str, Any]", record))
        size += length
    if part:
        yield part


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from (line for line in whole if line)
    if rest:
        yield rest
