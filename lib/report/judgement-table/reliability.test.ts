import fc from "fast-check";
import { expect, test } from "vitest";
import type { StudyRecord } from "@/lib/dataset/schema";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { conditionOf } from "@/lib/drafting/rules/run-condition";
import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";
import { EXPOSURES } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { measure } from "@/lib/report/rules/measured-agreement";
import { measurementOf } from "@/lib/report/rules/reliability";
import { reliabilityOf } from "@/lib/report/rules/scope-reliability";
import { type Scope, scopesOf } from "@/lib/report/rules/scopes";
import { unitsOf } from "@/lib/report/rules/units";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { StudyData } from "@/lib/report/schema/study";
import { dataOf, quick } from "@/lib/report/testing/records";
import { about, compare, drafted, itemOf, judged, studyOf, YESNO } from "@/lib/report/testing/study-data";
import { withRatings } from "@/lib/report/testing/study-ratings";
import { reliabilityOfTable, scopesOfTable } from "./reliability";

/** Agreement on a scope, unit by unit and rater by rater. */
function byHand({ units, ...scope }: Scope): Omit<ReliabilityRow, "items">[] {
  return RATER_SETS.flatMap((raters) =>
    EXPOSURE_CLASSES.flatMap((exposure) => {
      const rated = units.map(({ task, humans, others }) => {
        const people = humans[exposure];
        const llms = others.filter(({ rater }) => raters === "human+llm" && rater.kind === "llm");
        const ratings = people.length === 0 ? [] : [...people, ...llms];
        return {
          cluster: task,
          ratings: ratings.map(({ rater, value }) => ({ rater: rater.key, value })),
        };
      });
      const adjudicated = units.filter((unit) => unit.adjudicated).length;
      return measure(rated, measurementOf(scope), quick).map(({ items: _, ...row }) => ({
        ...{ scope: scope.name, raters, exposure, adjudicated },
        ...row,
      }));
    }),
  );
}

/** The differences when a rater judges a unit once more. */
const again = fc.record({
  exposure: fc.constantFrom(undefined, ...EXPOSURES),
  arm: fc.constantFrom(undefined, "a", "b"),
  submittedAt: fc.constantFrom(undefined, "2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"),
  keepsValue: fc.boolean(),
});

/** Some judgements of a study once more, most of them with other fields. */
function judgedAgain(
  records: readonly StudyRecord[],
  more: readonly (typeof again extends fc.Arbitrary<infer T> ? T : never)[],
) {
  const judgements = records.filter((record) => record.type === "judgement");
  return judgements.flatMap((record, at) => {
    const { keepsValue, ...fields } = more[at % (more.length + 1)] ?? { keepsValue: null };
    if (keepsValue === null) return [];
    return [{ ...record, ...fields, id: `${record.id} again`, value: keepsValue ? record.value : null }];
  });
}

test("agreement by the engine is agreement counted unit by unit, whatever a study has", async () => {
  let [repeated, compared] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      arbitraryStudy,
      fc.array(again, { minLength: 1, maxLength: 9 }),
      async (records, more) => {
        const study = dataOf([...records, ...judgedAgain(records, more)]);
        const units = unitsOf(study);
        await withRatings(study, async (table) => {
          const scopes = await scopesOfTable(table, study);
          const rows = await reliabilityOfTable(table, scopes, quick);
          const expected = scopesOf(study, units);
          expect(scopes).toEqual(expected.map(({ units: _, sameClass: __, ...scope }) => scope));
          expect(rows.map(({ items: _, ...row }) => row)).toEqual(expected.flatMap(byHand));
          expect(table.repeated).toBe(units.repeated);
          repeated += table.repeated;
          compared += rows.filter(({ value }) => value !== null).length;
        });
      },
    ),
    { seed: 42, numRuns: 12 },
  );
  expect(repeated).toBeGreaterThan(5);
  expect(compared).toBeGreaterThan(5);
});

/** The values that people and models have of a study's only item or target, in a class. */
async function valuesIn(study: StudyData, exposure: "independent" | "any") {
  return withRatings(study, async (table) => {
    const rows = await reliabilityOfTable(table, await scopesOfTable(table, study), quick);
    const own = rows.find(
      (row) => row.scope === "all" && row.raters === "human+llm" && row.exposure === exposure,
    );
    return own?.values;
  });
}

test("a person's earliest judgement of a unit counts, and none is independent after one that saw the draft", async () => {
  const twice = (first: "none" | "draft-first") =>
    studyOf({
      n: 1,
      items: [itemOf(YESNO)],
      judgements: [
        judged("late", "ann", { value: "no", submittedAt: "2026-01-02T00:00:00.000Z" }),
        judged("early", "ann", { value: "yes", exposure: first, submittedAt: "2026-01-01T00:00:00.000Z" }),
      ],
    });
  expect(await valuesIn(twice("none"), "independent")).toEqual({ yes: 1 });
  expect(await valuesIn(twice("draft-first"), "independent")).toEqual({});
  expect(await valuesIn(twice("draft-first"), "any")).toEqual({ yes: 1 });
});

test("samples count together, and not beside a judgement by the same model", async () => {
  const sampled = (more: Parameters<typeof judged>[2][]) =>
    studyOf({
      n: 1,
      items: [itemOf(YESNO)],
      drafts: ["yes", "no", "yes"].map((value, at) =>
        drafted(0, value as "yes" | "no", { id: `s${at}`, method: null, rater: "gpt" }),
      ),
      judgements: [
        judged("by ann", "ann", { value: "no" }),
        ...more.map((fields) => judged("by gpt", "gpt", { raterKind: "llm", ...fields })),
      ],
    });
  expect(await valuesIn(sampled([]), "any")).toEqual({ no: 1, yes: 1 });
  expect(await valuesIn(sampled([{ value: "no" }]), "any")).toEqual({ no: 2 });
  expect(await valuesIn(sampled([{ value: null }]), "any")).toEqual({ no: 1, yes: 1 });
});

test("of a judge one version counts, the one that judged most and of equals the newest; both ways of counting agree", async () => {
  const version = (judge: string, number: number, values: readonly ("yes" | "no")[]) =>
    values.map((value, n) =>
      drafted(n, value, {
        ...{ id: `${judge} ${number} ${n}`, rater: "gpt", method: JUDGE_METHOD },
        condition: conditionOf(String(number), { judge, hash: `a${number}` }),
      }),
    );
  const studyWith = (...drafts: ReturnType<typeof version>) =>
    studyOf({
      n: 2,
      items: [itemOf(YESNO)],
      drafts,
      judgements: [0, 1].map((n) => judged(`by ann ${n}`, "ann", { ...about(n), value: "yes" })),
    });
  const inBothWays = async (...drafts: ReturnType<typeof version>) => {
    const study = studyWith(...drafts);
    const scope = scopesOf(study, unitsOf(study)).find(({ name }) => name === "all") ?? expect.fail();
    const own = reliabilityOf(scope, quick).find(
      (row) => row.raters === "human+llm" && row.exposure === "any",
    );
    const found = await valuesIn(study, "any");
    expect(own?.values).toEqual(found);
    return found;
  };
  const [first, second] = [version("Tone", 1, ["yes", "yes"]), version("Tone", 2, ["no", "no"])];
  expect(await inBothWays(...first)).toEqual({ yes: 4 });
  expect(await inBothWays(...first, ...second)).toEqual({ yes: 2, no: 2 });
  expect(await inBothWays(...first, ...second.slice(0, 1))).toEqual({ yes: 4 });
  expect(await inBothWays(...first, ...second, ...version("Depth", 1, ["yes", "no"]))).toEqual({
    yes: 3,
    no: 3,
  });
});

test("a pair is one unit from either side, and a model's degrees become the sides that people chose", async () => {
  const other = { ...compare(0), pair: ["b0", "a0"] as const };
  const study = studyOf({
    n: 1,
    judgements: [
      judged("by ann", "ann", { ...compare(0), value: "A" }),
      judged("by ben", "ben", { ...other, value: "B" }),
      judged("by gpt", "gpt", { ...other, raterKind: "llm", value: 5 }),
    ],
  });
  expect(await valuesIn(study, "any")).toEqual({ A: 3 });
});

test("a study without judgements has a row that says so", async () => {
  expect(
    await valuesIn(studyOf({ n: 1, items: [itemOf(YESNO)], drafts: [drafted(0, "yes", about(0))] }), "any"),
  ).toEqual({});
});
