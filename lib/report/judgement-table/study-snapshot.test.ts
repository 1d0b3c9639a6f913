import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { type Engine, isOutOfRoom } from "@/lib/duckdb/engine";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { StudyData } from "@/lib/report/schema/study";
import { dataOf, quick } from "@/lib/report/testing/records";
import { studyRatings } from "./outline";
import type { RatingsTable } from "./ratings-table";
import { snapshotOfStudy, withRatings } from "./study-ratings";
import { StudySnapshot } from "./study-snapshot";

/** All that a report shows first. */
async function headline(table: RatingsTable, study: StudyData) {
  const ratings = studyRatings(table, study, quick);
  const outline = await ratings.outline();
  return { ...outline, rows: await ratings.reliability(outline.scopes) };
}

/** Every choice by itself, and some together. */
function selectionsOf(study: StudyData): StudySelection[] {
  const choices = Object.entries(choicesOf(study));
  const alone = choices.flatMap(([kind, names]) => names.slice(0, 2).map((name) => ({ [kind]: name })));
  const together = Object.fromEntries(choices.flatMap(([kind, [name]]) => (name ? [[kind, name]] : [])));
  return [...alone, { confidence: "0.9" }, together];
}

test("the headline of a part from the snapshot of its study is that of the part by itself, of several at once", async () => {
  let compared = 0;
  for (const records of fc.sample(arbitraryStudy, { seed: 42, numRuns: 3 })) {
    const study = dataOf(records);
    const snapshot = await snapshotOfStudy(study);
    const parts = selectionsOf(study).map((selection) => ({ ...selected(study, selection), selection }));
    const tables = await Promise.all(parts.map((part) => snapshot.ratings(part)));
    const found = await Promise.all(tables.map((table, at) => headline(table, parts[at] as StudyData)));
    for (const [at, part] of parts.entries()) {
      expect(found[at]).toEqual(await withRatings(part, (table) => headline(table, part)));
      compared += found[at]?.rows.filter(({ value }) => value !== null).length ?? 0;
    }
    await Promise.all(tables.map((table) => table.close()));
    await snapshot.close();
  }
  expect(compared).toBeGreaterThan(20);
});

test("where no room is left the ratings of a part fail, those that are there stay, and no file is left", async () => {
  let engine: Engine | undefined;
  const limits = { memoryMb: 40, diskMb: 4, threads: 1 };
  const snapshot = await StudySnapshot.create(async (own) => {
    engine = own;
    await own.connection.run(
      `CREATE VIEW study_judged AS SELECT i::INTEGER AS task, -1 AS item, i::INTEGER AS first, NULL::INTEGER AS second,
         0 AS rater, FALSE AS swapped, '1' AS value, NULL::VARCHAR AS initial, 0 AS exposure, FALSE AS is_opened,
         FALSE AS is_undated, CASE WHEN i > 10 THEN 'a' ELSE 'b' END AS arm, NULL::DOUBLE AS moment, NULL::VARCHAR AS id
       FROM range(2000000) AS r (i);
       CREATE VIEW study_drafted AS SELECT task, item, first, second, rater, swapped, value, NULL::VARCHAR AS method,
         NULL::VARCHAR AS condition FROM study_judged WHERE FALSE`,
    );
    return { raters: [{ kind: "human", code: "A" }], places: new Map() };
  }, limits);
  const part = (arm: string) => ({ tasks: [], responses: [], items: [], selection: { arm } });
  const few = await snapshot.ratings(part("b"));
  const failure = await snapshot.ratings(part("a")).catch((error: unknown) => error);
  expect(isOutOfRoom(failure)).toBe(true);
  expect(few.read.judged).toBe(11);
  expect((await few.ratingsOf([-1])).people.unit).toHaveLength(11);
  await few.close();
  await snapshot.close();
  expect(existsSync(engine?.folder ?? "")).toBe(false);
});
