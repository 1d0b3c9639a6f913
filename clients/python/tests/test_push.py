from __future__ import annotations

from pathlib import Path

import pytest

from countersign import Draft, Failed, Project, RecordsUnfit, Response, Task

TABLE = "id,question,response,model,criteria\nq1,Why is the sky blue?,Because of scattering.,model-a,Is it clear?\n"


def test_a_dataset_grows_by_pushes_that_may_be_sent_again(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "questions.csv"
    file.write_text(TABLE)
    dataset = project.import_file(file, name="Growing")
    assert dataset.info()["name"] == "Growing"

    tasks = [Task(type="task", id=f"n{n}", instruction=f"Explain {n}.") for n in range(2500)]
    responses = [
        Response(type="response", id=f"n{n}.r", task=f"n{n}", model="model-b", text=f"It is {n}.") for n in range(50)
    ]
    drafts = [
        Draft(
            type="draft",
            id=f"n{n}.own",
            task=f"n{n}",
            response=f"n{n}.r",
            item="overall",
            rater="own-judge",
            raterKind="llm",
            method="own.score",
            condition="prompt 2",
            value=n % 5 + 1,
            confidence=0.5,
        )
        for n in range(50)
    ]
    seen: list[int] = []
    records = [*tasks, *responses, *drafts]
    pushed = dataset.push(records, progress=lambda now: seen.append(now["task"]))
    assert pushed == {"task": 2500, "response": 50, "draft": 50, "replaced": 0, "skipped": 0, "unchanged": 0}
    assert seen == [2000, 2500]
    again = dataset.push(records)
    assert (again["task"], again["response"], again["draft"], again["unchanged"]) == (0, 0, 0, 2600)
    own = [
        one
        for one in dataset.client.pages(dataset.client.api.get_datasets_dataset_drafts, dataset.id, limit=1000)
        if one["rater"] == "own-judge"
    ]
    assert len(own) == 50
    assert {(one["method"], one["condition"], one["confidence"]) for one in own} == {("own.score", "prompt 2", 0.5)}


def test_lines_of_a_file_are_pushed_each_by_itself_and_may_replace_others(project: Project, tmp_path: Path) -> None:
    table = tmp_path / "questions.csv"
    table.write_text(TABLE)
    dataset = project.import_file(table, name="Lines")
    file = tmp_path / "more.jsonl"
    file.write_text('{"type":"task","id":"n1","instruction":"Explain."}\n{"type":"response","id":"n2.r","task":"n2","text":"Lost."}\n')
    pushed = dataset.push_file(file)
    assert (pushed["added"]["task"], pushed["refused"]) == (1, 1)
    assert [(one["line"], one["place"]) for one in pushed["problems"]] == [(2, "task")]
    file.write_text('{"type":"task","id":"n1","instruction":"Explain better."}\n')
    assert dataset.push_file(file)["refused"] == 1
    assert dataset.push_file(file, on_conflict="replace")["replaced"] == 1
    changed = Task(type="task", id="n1", instruction="Explain best.")
    assert dataset.push([changed], on_conflict="skip")["skipped"] == 1
    assert dataset.push([changed], on_conflict="replace")["replaced"] == 1


def test_records_that_do_not_fit_are_named_by_line_and_none_is_added(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "questions.csv"
    file.write_text(TABLE)
    dataset = project.import_file(file, name="Unfit")
    with pytest.raises(RecordsUnfit) as unfit:
        dataset.push(
            [
                Task(type="task", id="q2", instruction="New."),
                Task(type="task", id="q1", instruction="Something else."),
                Response(type="response", id="lost", task="nowhere", text="Lost."),
            ]
        )
    assert [(one["line"], one["place"]) for one in unfit.value.problems] == [(2, "id"), (3, "task")]
    assert 'another task with the id "q1"' in str(unfit.value)
    tasks = dataset.client.pages(dataset.client.api.get_datasets_dataset_tasks, dataset.id)
    assert len(list(tasks)) == 1


def test_a_file_that_does_not_fit_ends_the_import_with_the_reason(project: Project, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_text('{"type":"study","version":1,"name":"Broken"}\n{"type":"response","id":"r","task":"t","text":"x"}\n')
    with pytest.raises(Failed, match="no task"):
        project.import_file(file)
