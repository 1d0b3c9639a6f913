import { existsSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { arbitraryStudy } from "@/lib/dataset/testing/arbitrary-study";
import { type Engine, isOutOfRoom } from "@/lib/duckdb/engine";
import { WHOLE } from "@/lib/report/rules/bounds";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { choicesOf, selected } from "@/lib/report/rules/selection";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { StudyData } from "@/lib/report/schema/study";
import { dataOf, quick } from "@/lib/report/testing/records";
import { withRatings } from "@/lib/report/testing/study-ratings";
import { outlineOf } from "./outline";
import { reliabilityOfTable } from "./reliability";
import { StudySnapshot } from "./study-snapshot";
import { summaryOfTable } from "./summary";

/** All that a report shows first, by the engine. */
function byEngine(study: StudyData) {
  return withRatings(study, async (table) => {
    const counts = { tasks: study.tasks.length, responses: study.responses.length };
    const summary = await summaryOfTable(table, study, counts);
    const { scopes, machines, ...rest } = await outlineOf(table, study, { ...summary, setAside: 0 });
    return { ...rest, scopes, models: machines.length, rows: await reliabilityOfTable(table, scopes, quick) };
  });
}

/** The same from the records. */
function byRecords(study: StudyData) {
  const { outline, reliability: rows } = new ReportBasis(study, quick, WHOLE);
  const { summary, records, machines } = outline;
  const scopes = outline.scopes.map(({ name, items, targets, readings }) => ({
    name,
    items,
    targets,
    readings,
  }));
  return { summary, records, scopes, models: machines.length, rows };
}

/** Every choice by itself, and some together. */
function selectionsOf(study: StudyData): StudySelection[] {
  const choices = Object.entries(choicesOf(study));
  const alone = choices.flatMap(([kind, [name]]) => (name ? [{ [kind]: name }] : []));
  const together = Object.fromEntries(choices.flatMap(([kind, [name]]) => (name ? [[kind, name]] : [])));
  return [...alone, { confidence: "0.9" }, together];
}

test("what a report shows first is the same by the engine and from the records, to the last digit, also of a part", async () => {
  let compared = 0;
  for (const records of fc.sample(arbitraryStudy, { seed: 42, numRuns: 2 })) {
    const whole = dataOf(records);
    for (const study of [whole, ...selectionsOf(whole).map((selection) => selected(whole, selection))]) {
      const found = byRecords(study);
      expect(found).toEqual(await byEngine(study));
      compared += found.rows.filter(({ value }) => value !== null).length;
    }
  }
  expect(compared).toBeGreaterThan(20);
});

test("where no room is left the ratings fail, and no file is left", async () => {
  let engine: Engine | undefined;
  const limits = { memoryMb: 40, diskMb: 4, threads: 1 };
  const snapshot = await StudySnapshot.create(async (own) => {
    engine = own;
    await own.connection.run(
      `CREATE VIEW study_judged AS SELECT i::INTEGER AS task, -1 AS item, i::INTEGER AS first, NULL::INTEGER AS second,
         0 AS rater, FALSE AS swapped, '1' AS value, NULL::VARCHAR AS initial, 0 AS exposure, FALSE AS is_opened,
         FALSE AS is_undated, NULL::VARCHAR AS arm, NULL::DOUBLE AS moment, NULL::VARCHAR AS id
       FROM range(2000000) AS r (i);
       CREATE VIEW study_drafted AS SELECT task, item, first, second, rater, swapped, value, NULL::VARCHAR AS method,
         NULL::VARCHAR AS condition FROM study_judged WHERE FALSE`,
    );
    return { raters: [{ kind: "human", code: "A" }], places: new Map() };
  }, limits);
  const failure = await snapshot.ratings().catch((error: unknown) => error);
  expect(isOutOfRoom(failure)).toBe(true);
  await snapshot.close();
  expect(existsSync(engine?.folder ?? "")).toBe(false);
});
