import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { isProblem } from "@/lib/dataset/rules/lines";
import { readRecords } from "@/lib/dataset/rules/records";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { poisonStudy } from "@/lib/report/testing/poison";
import { cutLists, DISPLAY_BOUNDS, WHOLE, withinBounds } from "./bounds";
import { DEFAULT_OPTIONS } from "./report";
import { otherOf, type Scope, scopesOf } from "./scopes";
import { unitsOf } from "./units";

async function read(file: string) {
  const reader = new StudyDataReader();
  for await (const found of readRecords(Readable.from([Buffer.from(file)]))) {
    if (isProblem(found)) return expect.fail(found.reason);
    reader.add(found.record);
  }
  return reader.finish();
}

const OPTIONS = { ...DEFAULT_OPTIONS, replicates: 10 };
const bytesOf = (report: object) => JSON.stringify(report).length;

test("a study with a category, a drafter and a model for each task has a report of bounded size", async () => {
  const report = await reportOf(await read(poisonStudy(240)), OPTIONS, DISPLAY_BOUNDS);
  expect(bytesOf(report)).toBeLessThan(10_000_000);
  expect(report.bounded).toEqual([
    { dimension: "machines", shown: 40, of: 240 },
    { dimension: "items", shown: 50, of: 240 },
  ]);
  // Rows that are left out count in the pooled ones.
  const pooled = report.reliability.filter(({ scope }) => scope === "all");
  expect(Math.max(...pooled.map(({ units }) => units))).toBe(240);
  // Scopes without rows of their own share one.
  const others = report.reliability.filter(({ scope }) => scope === "other");
  expect(Math.max(...others.map(({ units }) => units))).toBe(190);
  expect(new Set(report.humanVsLlm.map(({ item }) => item)).size).toBe(52);
});

test("the row of other items holds every item without a row of its own, once", async () => {
  const study = await read(poisonStudy(60));
  const units = unitsOf(study);
  const [all, ...own] = scopesOf(study, units);
  if (!all) return expect.fail("there is nothing");
  const everything = (scopes: readonly Scope[]) =>
    scopes.flatMap((scope) => scope.units.map(({ item, subject }) => `${item} ${subject}`)).sort();
  const other = otherOf(own.slice(10), own.slice(0, 10));
  expect(everything([other])).toEqual(everything(own.slice(10)));
  expect(other.readings).toEqual(all.readings);
  expect(otherOf([...own.slice(10), ...own.slice(5)], own.slice(0, 10)).units).toHaveLength(50);
  expect(otherOf(own.slice(0, 10), own).units).toHaveLength(0);
  expect(
    everything(withinBounds({ ...DISPLAY_BOUNDS, cells: 0, scopes: 10 }, [all, ...own], []).scopes.slice(1)),
  ).toEqual(everything([all]));
});

test("the whole is in a file, and a study that people can read is whole in any case", async () => {
  const study = await read(poisonStudy(12));
  const shown = await reportOf(study, OPTIONS, DISPLAY_BOUNDS);
  expect(shown.bounded).toEqual([]);
  expect(shown).toEqual(await reportOf(study, OPTIONS, WHOLE));
  const whole = await reportOf(await read(poisonStudy(60)), OPTIONS, WHOLE);
  expect(whole.bounded).toEqual([]);
  expect(new Set(whole.humanVsLlm.map(({ item }) => item)).size).toBe(61);
});

test("lists that grow with people, arms or items are cut at a limit, which is stated", () => {
  const rows = Array.from({ length: 12 }, (_, n) => n);
  const report = { annotators: rows, reliability: rows, decisions: { byItem: { a: 1, b: 2 }, words: rows } };
  expect(cutLists(report, 10)).toEqual({
    report: {
      ...report,
      annotators: rows.slice(0, 10),
      decisions: { byItem: { a: 1, b: 2 }, words: rows.slice(0, 10) },
    },
    bounded: [
      { dimension: "annotators", shown: 10, of: 12 },
      { dimension: "decisions.words", shown: 10, of: 12 },
    ],
  });
});
