from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from countersign import Batch, Countersign, Refused, agreement


def test_ratings_are_a_data_frame_of_the_ratings_table(batch: Batch) -> None:
    ratings = batch.ratings()
    scored = ratings[ratings["unit"].str.endswith("/decision") == False]  # noqa: E712
    values = pd.to_numeric(scored["final_value"], errors="coerce").dropna()
    assert sorted(values) == [1, 4, 4, 4]
    assert ratings["rater"].nunique() == 2
    assert str(ratings["submitted_at"].dtype) == "datetime64[ns, UTC]"
    assert len(list(batch.rows())) == len(ratings)


def test_judgements_come_page_by_page(client: Countersign, batch: Batch) -> None:
    pages = client.pages(client.api.get_batches_id_judgements, batch.id, limit=3)
    assert sorted(one["value"] for one in pages) == [1, 4, 4, 4]
    assert len(list(batch.judgements())) == 4


def test_the_agreement_of_a_report_is_that_of_its_ratings_by_the_command(batch: Batch) -> None:
    row = next(
        row
        for row in batch.agreement()
        if row["level"] == "interval" and row["raters"] == "human" and row["exposure"] == "exposed" and row["units"] == 2
    )
    ratings = batch.ratings()
    scores = ratings.assign(score=pd.to_numeric(ratings["final_value"], errors="coerce")).dropna(subset=["score"])
    [alpha] = agreement(scores, value="score", level="interval")
    assert alpha["value"] == pytest.approx(row["value"], abs=1e-12)
    assert (alpha["units"], alpha["pairable"]) == (2, 4)


def test_a_finished_batch_is_waited_for_and_one_that_is_not_runs_out_of_time(batch: Batch) -> None:
    assert batch.wait(timeout=10)["submitted"] == 4
    assert batch.info()["id"] == batch.id


def test_exports_are_files_that_appear_when_they_are_whole(batch: Batch, tmp_path: Path) -> None:
    bundle = batch.export("bundle", tmp_path / "study.zip")
    with zipfile.ZipFile(bundle) as archive:
        assert "ratings.csv" in {Path(name).name for name in archive.namelist()}
    study = batch.export("study", tmp_path / "study.jsonl")
    assert json.loads(study.read_text().splitlines()[0])["type"] == "study"
    with pytest.raises(Refused):
        batch.client.batch("00000000-0000-4000-8000-000000000000").export("study", tmp_path / "none.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["study.jsonl", "study.zip"]


def test_a_token_does_what_its_scopes_allow(reader: Countersign, batch: Batch) -> None:
    mine = reader.batch(batch.id)
    assert len(list(mine.judgements())) == 4
    with pytest.raises(Refused) as refused:
        mine.ratings()
    assert (refused.value.status, refused.value.code) == (403, "token-scope")
    with pytest.raises(Refused, match="token's scope does not allow that"):
        reader.dataset(os.environ["TEST_DATASET"]).push([{"type": "task", "id": "no", "instruction": "No."}])


def test_what_is_not_there_is_refused_and_a_token_goes_over_https_only() -> None:
    with Countersign(token="cs_nobody") as stranger, pytest.raises(Refused) as refused:
        stranger.api.get_projects()
    assert refused.value.status == 401
    with pytest.raises(ValueError, match="https"):
        Countersign("http://example.org", "token")
