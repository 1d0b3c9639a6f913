from __future__ import annotations

import json
import os
from pathlib import Path

from notebook import run_notebook, write_notebook

NOTEBOOK = Path(__file__).parents[3] / "docs/how-to/own-judge.ipynb"


def test_the_outputs_of_the_notebook_are_those_of_a_run() -> None:
    """With WRITE_NOTEBOOK=1 the outputs of this run become the notebook's."""
    written = json.loads(NOTEBOOK.read_text())
    run = run_notebook(NOTEBOOK)
    if os.environ.get("WRITE_NOTEBOOK"):
        write_notebook(NOTEBOOK, run)
    else:
        assert texts_of(run) == texts_of(written)


def texts_of(notebook: dict) -> list[tuple[str, str]]:
    """What a reader sees, without markup, whose details belong to pandas' version."""
    return [
        (cell["id"], "".join(output.get("text") or output["data"]["text/plain"]))
        for cell in notebook["cells"]
        for output in cell.get("outputs", [])
    ]
