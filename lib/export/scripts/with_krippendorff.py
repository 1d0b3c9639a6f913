#!/usr/bin/env python3
"""The same alphas with the package krippendorff, for whoever trusts a published implementation more.

    pip install krippendorff
    python3 scripts/with_krippendorff.py

Prints each item's alpha by the package beside the one of agreement.json. Exit code 0 when all agree to 1e-9.
"""

import json
import os
import sys

import krippendorff
import numpy

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from recompute import FOLDER, Study, value_of  # noqa: E402


def main():
    with open(os.path.join(FOLDER, "agreement.json"), encoding="utf-8") as file:
        report = json.load(file)
    study, different = Study(), 0
    for row in report["reliability"]:
        if row["value"] is None:
            continue
        units, _ = study.scope(row["scope"], row["exposure"])
        columns = study.people + (study.llms if row["raters"] == "human+llm" else [])
        said = [[value_of(unit[column]) for unit in units] for column in columns]
        # Words become codes: at the nominal level only their equality counts.
        words = sorted({value for rater in said for value in rater if isinstance(value, str)})
        codes = {word: float(code) for code, word in enumerate(words)}
        cells = [[numpy.nan if v is None else codes.get(v, v) for v in rater] for rater in said]
        found = krippendorff.alpha(reliability_data=numpy.array(cells, dtype=float), level_of_measurement=row["level"])
        same = abs(found - row["value"]) <= 1e-9
        different += not same
        label = (row["scope"], row["level"], row["raters"], row["exposure"], found, row["value"])
        print("%s, %s, %s, %s: krippendorff %.6f, here %.6f" % label + ("" if same else "  DIFFERENT"))
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
