import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { ACTIONS, EXPOSURES, RATER_KINDS } from "@/lib/dataset/schema";
import type { ReportJudgement } from "@/lib/report/schema/study";
import { KeptJudgements } from "./kept";

const word = fc.constantFrom("a", "b", "t1", "", "é😀", "constructor");
const maybe = <T>(thing: fc.Arbitrary<T>) => fc.option(thing, { nil: null });
const value = fc.oneof(
  fc.constantFrom("yes", "no", "na", "A", "B", "tie"),
  fc.double({ noNaN: true }).map((x) => x + 0),
);
const moment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.constantFrom("2026-03-04T05:06:07Z", "2026-03-04T05:06:07+02:00", "2026-03-04", "long ago"),
);
const judgement = fc.record({
  id: fc.uuid(),
  task: word,
  item: word,
  response: maybe(word),
  pair: maybe(fc.tuple(word, word)),
  rater: word,
  raterKind: fc.constantFrom(...RATER_KINDS),
  arm: maybe(word),
  exposure: maybe(fc.constantFrom(...EXPOSURES)),
  draft: maybe(word),
  initial: fc.oneof(maybe(value), fc.constant(undefined)),
  value: maybe(value),
  lines: fc.array(
    fc.record({
      draft: maybe(fc.nat()),
      action: fc.constantFrom(...ACTIONS),
      reason: maybe(word),
      text: maybe(word),
    }),
    { maxLength: 2 },
  ),
  reason: fc.option(word, { nil: undefined }),
  activeMs: maybe(fc.nat()),
  startedAt: maybe(moment),
  submittedAt: maybe(moment),
}) as fc.Arbitrary<ReportJudgement>;

test.prop([fc.array(judgement, { maxLength: 20 })], { numRuns: 100 })(
  "a judgement that is kept in columns says what it said",
  (given) => {
    const kept = new KeptJudgements();
    for (const one of given) kept.add(one);
    expect(kept.all()).toHaveLength(given.length);
    for (const [at, one] of given.entries()) {
      const read = kept.all().at(at) as ReportJudgement;
      for (const field of Object.keys(one) as (keyof ReportJudgement)[])
        expect(read[field], field).toStrictEqual(one[field]);
      expect(JSON.stringify(read)).toBe(JSON.stringify({ ...one }));
    }
  },
);

test("one whose item is found later says so, and no other", () => {
  const kept = new KeptJudgements();
  const about = { task: "t", response: "r", pair: null, arm: null, exposure: null, draft: null, lines: [] };
  const by = { rater: "A", raterKind: "human", activeMs: null, startedAt: null, submittedAt: null } as const;
  for (const id of ["1", "2"]) kept.add({ id, ...about, ...by, item: "q", initial: undefined, value: 1 });
  const [first, second] = kept.all();
  if (first) first.item = "rubric/q";
  expect([first?.item, second?.item, second?.task]).toEqual(["rubric/q", "q", "t"]);
});
