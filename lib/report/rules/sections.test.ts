import { expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { reportOf, withBasis } from "@/lib/report/report-on-study";
import { Report } from "@/lib/report/schema";
import { type ReportSection, SECTIONS, SectionName } from "@/lib/report/schema/sections";
import type { StudyData } from "@/lib/report/schema/study";
import { poisonStudy } from "@/lib/report/testing/poison";
import { quick } from "@/lib/report/testing/study-data";
import { emailsStudy } from "@/testing/builders/emails-study";
import { WHOLE } from "./bounds";
import { PART_NAMES } from "./report";
import { ReportBasis } from "./report-basis";
import { overviewOf, sectionOf, wholeReport } from "./sections";
import { choicesOf } from "./selection";
import { StudyDataReader } from "./study-data";

function studyIn(file: string) {
  const reader = new StudyDataReader();
  for (const line of file.trim().split("\n")) {
    const record = JSON.parse(line) as { type: keyof typeof RECORDS };
    reader.add(RECORDS[record.type].parse(record));
  }
  return reader.finish();
}

/** A report put together from its sections, the last computed first: each from the basis that `basisOf` gives. */
async function fromSections(study: StudyData, basisOf: () => ReportBasis) {
  const sections: ReportSection[] = [];
  for (const name of SectionName.options.toReversed()) sections.push(await sectionOf(basisOf(), name));
  return wholeReport(await overviewOf(basisOf()), sections, choicesOf(study));
}

test("every part of a report is in its overview or in exactly one section", () => {
  const inSections = Object.values(SECTIONS).flat();
  expect([...inSections, "study", "made", "choices"].sort()).toEqual([...PART_NAMES].sort());
  expect([...PART_NAMES, "bounded"].sort()).toEqual(Object.keys(Report.shape).sort());
});

test("a report put together from its sections is the same to the last digit, in the same order", async () => {
  const study = studyIn(emailsStudy());
  const whole = await reportOf(study, quick);
  const each = await withBasis(study, quick, WHOLE, ({ ratings }) =>
    fromSections(study, () => new ReportBasis(study, quick, WHOLE, ratings)),
  );
  expect(JSON.stringify(each)).toBe(JSON.stringify(whole));
});

test("a report over its size limits is the same from its sections, with its notes on what was cut", async () => {
  const study = studyIn(poisonStudy(48));
  const bounds = { cells: 6, machines: 3, scopes: 2, rows: 48 };
  const whole = await reportOf(study, quick, bounds);
  expect(whole.bounded.length).toBeGreaterThan(4);
  const same = await withBasis(study, quick, bounds, (basis) => fromSections(study, () => basis));
  expect(JSON.stringify(same)).toBe(JSON.stringify(whole));
});

test("a report without one of its sections is not complete", async () => {
  const study = studyIn(emailsStudy());
  const found = await withBasis(study, quick, WHOLE, async (basis) => {
    const some: ReportSection[] = [];
    for (const name of SectionName.options.slice(1)) some.push(await sectionOf(basis, name));
    return wholeReport(await overviewOf(basis), some, choicesOf(study));
  });
  expect(found).toBeNull();
});

test("an overview has the agreement on all items together, and no rows or names that only sections show", async () => {
  const bounds = { ...WHOLE, scopes: 2, cells: 6 };
  const [overview, agreement] = await withBasis(studyIn(poisonStudy(12)), quick, bounds, async (basis) => [
    await overviewOf(basis),
    await sectionOf(basis, "agreement"),
  ]);
  expect(new Set(overview.reliability.map(({ scope }) => scope))).toEqual(new Set(["all"]));
  expect(overview.models).toBe(12);
  expect(overview.hasOthers).toBe(true);
  expect(overview.made.data).toBeNull();
  expect(JSON.stringify(overview).length).toBeLessThan(20_000);
  expect(agreement.made.data).toMatch(/^sha256:/);
});
