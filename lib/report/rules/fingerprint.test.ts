import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import type { ReportJudgement, StudyData } from "@/lib/report/schema/study";
import { studyFingerprint } from "./fingerprint";

const judgementOf = (id: string): ReportJudgement => ({
  ...{ id, task: "t", item: "q", response: "r", pair: null, rater: "A", raterKind: "human", arm: null },
  ...{ exposure: null, draft: null, initial: undefined, value: 1, lines: [], activeMs: null },
  ...{ startedAt: null, submittedAt: null },
});
const studyOf = (judgements: StudyData["judgements"]): StudyData => ({
  ...{ name: "s", tasks: [], responses: [], items: [], drafts: [], decisions: [] },
  judgements,
});

/** Ids with equal beginnings, different lengths, and characters of several bytes or units. */
const id = fc
  .tuple(
    fc.constantFrom("", "j", "j1234567", "é", "ÿÿ", "😀"),
    fc.string({ unit: "grapheme", maxLength: 12 }),
  )
  .map((parts) => parts.join(""));

test("a fingerprint depends on gold, not on the order of gold", () => {
  const gold = { rater: "A", arm: "a", task: "t", about: "value", given: 3, times: 1 } as const;
  const golds = [
    { ...gold, gold: 3 },
    { ...gold, gold: 4 },
  ];
  const of = (results: StudyData["golds"]) => studyFingerprint({ ...studyOf([]), golds: results });
  expect(of(golds.toReversed())).toBe(of(golds));
  expect(of(golds.slice(1))).not.toBe(of(golds));
});

test("a fingerprint says on which scale overall scores were given", () => {
  const of = (max?: number) =>
    studyFingerprint({ ...studyOf([]), ...(max && { overall: { type: "points", min: 1, max } }) });
  expect(new Set([of(), of(5), of(7)]).size).toBe(3);
});

test.prop([fc.uniqueArray(id, { maxLength: 20 }), fc.nat()], { numRuns: 200 })(
  "a fingerprint does not depend on the order of judgements",
  (ids, turn) => {
    const given = ids.map(judgementOf);
    const turned = [...given.slice(turn % 7), ...given.slice(0, turn % 7)].reverse();
    expect(studyFingerprint(studyOf(turned))).toBe(studyFingerprint(studyOf(given)));
  },
);
