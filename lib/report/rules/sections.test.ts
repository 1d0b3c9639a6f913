import { expect, test } from "vitest";
import { RECORDS } from "@/lib/dataset/schema";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { Report } from "@/lib/report/schema";
import { SECTIONS, SectionName } from "@/lib/report/schema/sections";
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
function fromSections(study: StudyData, basisOf: () => ReportBasis) {
  const sections = SectionName.options.toReversed().map((name) => sectionOf(basisOf(), name));
  return wholeReport(overviewOf(basisOf()), sections, choicesOf(study));
}

test("every part of a report is in its overview or in exactly one section", () => {
  const inSections = Object.values(SECTIONS).flat();
  expect([...inSections, "study", "made", "choices"].sort()).toEqual([...PART_NAMES].sort());
  expect([...PART_NAMES, "bounded"].sort()).toEqual(Object.keys(Report.shape).sort());
});

test("a report put together from its sections is the same to the last digit, in the same order", async () => {
  const study = studyIn(emailsStudy());
  const whole = await reportOf(study, quick);
  const each = fromSections(study, () => new ReportBasis(study, quick, WHOLE));
  expect(JSON.stringify(each)).toBe(JSON.stringify(whole));
});

test("a report over its size limits is the same from its sections, with its notes on what was cut", async () => {
  const study = studyIn(poisonStudy(48));
  const bounds = { cells: 6, machines: 3, scopes: 2, rows: 48 };
  const whole = await reportOf(study, quick, bounds);
  expect(whole.bounded.length).toBeGreaterThan(4);
  const basis = new ReportBasis(study, quick, bounds);
  const same = fromSections(study, () => basis);
  expect(JSON.stringify(same)).toBe(JSON.stringify(whole));
});

test("a report without one of its sections is not complete", () => {
  const study = studyIn(emailsStudy());
  const basis = new ReportBasis(study, quick, WHOLE);
  const some = SectionName.options.slice(1).map((name) => sectionOf(basis, name));
  expect(wholeReport(overviewOf(basis), some, choicesOf(study))).toBeNull();
});

test("an overview has the agreement on all items together, and no rows or names that only sections show", () => {
  const bounds = { ...WHOLE, scopes: 2, cells: 6 };
  const basis = new ReportBasis(studyIn(poisonStudy(12)), quick, bounds);
  const [overview, agreement] = [overviewOf(basis), sectionOf(basis, "agreement")];
  expect(new Set(overview.reliability.map(({ scope }) => scope))).toEqual(new Set(["all"]));
  expect(overview.models).toBe(12);
  expect(overview.hasOthers).toBe(true);
  expect(overview.made.data).toBeNull();
  expect(JSON.stringify(overview).length).toBeLessThan(20_000);
  expect(agreement.made.data).toMatch(/^sha256:/);
});
