import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import { ACTIONS, EXPOSURES, RATER_KINDS } from "@/lib/judgement/schema";
import type { ReportDraft, ReportJudgement } from "@/lib/report/schema/study";
import { DraftTable, draftsById } from "./draft-table";
import { JudgementTable } from "./judgement-table";
import { Abouts } from "./subject-keys";

const word = fc.constantFrom("a", "b", "t1", "", "é😀", "constructor");
const maybe = <T>(thing: fc.Arbitrary<T>) => fc.option(thing, { nil: null });
const value = fc.oneof(
  fc.constantFrom("yes", "no", "na", "A", "B", "tie"),
  fc.double({ noNaN: true }).map((x) => x + 0),
);
const moment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
  fc.constantFrom(
    "2026-03-04T05:06:07Z",
    "2026-03-04T05:06:08.5Z",
    "2026-03-04T05:06:08.500Z",
    "2026-03-04T05:06:07+02:00",
    "2026-03-04",
    "long ago",
  ),
);
const judgement = fc.record({
  id: fc.oneof(fc.uuid(), fc.string({ unit: "grapheme", maxLength: 40 }), fc.constant("0".repeat(200))),
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
    fc.record(
      {
        draft: maybe(fc.nat()),
        action: fc.constantFrom(...ACTIONS),
        reason: maybe(word),
        text: maybe(word),
      },
      { noNullPrototype: true },
    ),
    { maxLength: 3 },
  ),
  reason: fc.option(word, { nil: undefined }),
  activeMs: maybe(fc.nat()),
  startedAt: maybe(moment),
  submittedAt: maybe(moment),
}) as fc.Arbitrary<ReportJudgement>;

test.prop([fc.array(judgement, { maxLength: 40 })], { numRuns: 100 })(
  "a judgement that is kept in columns says what it said",
  (given) => {
    const table = new JudgementTable();
    for (const one of given) table.add(one);
    expect(table.all()).toHaveLength(given.length);
    for (const [at, one] of given.entries()) {
      const read = table.all().at(at) as ReportJudgement;
      for (const field of Object.keys(one) as (keyof ReportJudgement)[])
        expect(read[field], field).toStrictEqual(one[field]);
      expect(JSON.stringify(read)).toBe(JSON.stringify({ ...one }));
    }
  },
);

const draft = fc.record({
  id: fc.oneof(fc.uuid(), fc.string({ unit: "grapheme", maxLength: 12 })),
  task: word,
  item: word,
  response: maybe(word),
  pair: maybe(fc.tuple(word, word)),
  rater: word,
  raterKind: fc.constantFrom(...RATER_KINDS),
  method: maybe(word),
  value: maybe(value),
  scoreLine: maybe(fc.nat(9)),
  words: fc.nat(500),
}) as fc.Arbitrary<ReportDraft>;

test.prop([fc.uniqueArray(draft, { maxLength: 20, selector: ({ id }) => id })], { numRuns: 100 })(
  "a draft that is kept in columns says what it said, and is found by its id",
  (given) => {
    const table = new DraftTable(new Abouts());
    for (const one of given) table.add(one);
    const found = draftsById(table.all());
    for (const one of given) {
      const read = found.get(one.id) as ReportDraft;
      for (const field of Object.keys(one) as (keyof ReportDraft)[])
        expect(read[field], field).toStrictEqual(one[field]);
    }
    expect(found.get("nobody’s")).toBeUndefined();
    expect(draftsById(given).get("nobody’s")).toBeUndefined();
  },
);

test("those about one item are about it by the name it is known by, once it is found", () => {
  const table = new JudgementTable();
  const about = { task: "t", response: "r", pair: null, arm: null, exposure: null, draft: null, lines: [] };
  const by = { rater: "A", raterKind: "human", activeMs: null, startedAt: null, submittedAt: null } as const;
  const given = { ...about, ...by, initial: undefined, value: 1 };
  for (const item of ["q", "elsewhere", "q"]) table.add({ id: item, ...given, item });
  table.abouts.findItems((task, item) => (task === "t" && item === "q" ? "rubric/q" : null));
  expect(table.all().map(({ item, task }) => [item, task])).toEqual([
    ["rubric/q", "t"],
    ["elsewhere", "t"],
    ["rubric/q", "t"],
  ]);
});
