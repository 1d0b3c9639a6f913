import { test } from "@fast-check/vitest";
import { expect } from "vitest";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { StudyDataReader } from "./study-data";
import type { Rated, Units } from "./unit";
import { unitsOf } from "./units";

const fieldsOf = ({ rater, value, exposure, arm, draft, initial, judgement, place }: Rated) => ({
  ...{ rater, value, exposure, arm, draft, initial, place },
  judgement: judgement?.id,
});

/** Everything about the units of a study, read twice. */
function contentOf({ byItem, repeated }: Units) {
  const all = [...byItem].map(([item, units]) => [
    item,
    ...[...units, ...units].map((unit) => ({
      ...{ key: unit.key, item: unit.item, subject: unit.subject, task: unit.task, response: unit.response },
      ...{ undecided: unit.undecided, adjudicated: unit.adjudicated },
      others: unit.others.map(fieldsOf),
      humans: EXPOSURE_CLASSES.map((exposure) => unit.humans[exposure].map(fieldsOf)),
    })),
  ]);
  return { all, repeated };
}

function studyOf(records: readonly StudyRecord[]) {
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return reader.finish();
}

test.prop([arbitraryStudy], { numRuns: 50 })(
  "units are the same, stored or created on every access",
  (records) => {
    const study = studyOf(records);
    expect(contentOf(unitsOf(study))).toEqual(contentOf(unitsOf(study, 0)));
  },
);
