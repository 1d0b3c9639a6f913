import { expect, test } from "vitest";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { labelAgreementOf, labelSharesOf } from "@/lib/report/rules/labellings";
import { labelsTable } from "@/lib/report/rules/tables/labellings";
import type { ReportLabelling } from "@/lib/report/schema/study";

const OPTIONS = { replicates: 50, seed: 1 };
const TONE = { question: "what", text: "What is it?", labels: ["Tone", "Length"], several: true };

const given = (
  rater: string,
  unit: string,
  labels: string[],
  more: Partial<ReportLabelling> = {},
): ReportLabelling => ({
  question: "what",
  unit,
  task: unit,
  arm: "A",
  rater,
  exposure: "none",
  initial: undefined,
  labels,
  ...more,
});

test("shares are of single labels, never of all labels together", async () => {
  const labellings = [given("A", "u1", ["Tone"]), given("B", "u1", ["Tone", "Length"])];
  const none = { name: "s", tasks: [], responses: [], items: [], drafts: [], judgements: [], decisions: [] };
  const report = await reportOf({ ...none, labels: { questions: [TONE], labellings, setAside: 0 } }, OPTIONS);
  const { rows } = labelsTable(
    report,
    report.labels.filter(({ exposure }) => exposure === "independent"),
  );
  expect(rows.map(({ label, given, tasks }) => [label, given, tasks])).toEqual([
    [null, null, 1],
    ["Tone", 1, 1],
    ["Length", 1 / 2, 1],
  ]);
});

test("sets of labels agree when all labels do, and each label is also compared where several may be given", () => {
  const labellings = [
    ...[given("A", "u1", ["Tone"]), given("B", "u1", ["Tone"])],
    ...[given("A", "u2", ["Tone", "Length"]), given("B", "u2", ["Length"])],
    ...[given("A", "u3", []), given("B", "u3", [])],
  ];
  const rows = labelAgreementOf({ questions: [TONE], labellings }, OPTIONS);
  const independent = rows.filter(({ exposure }) => exposure === "independent");
  expect(
    independent.map(({ label, percentAgreement, units, values }) => [label, percentAgreement, units, values]),
  ).toEqual([
    [null, 2 / 3, 3, { "": 2, Length: 1, Tone: 2, "Tone; Length": 1 }],
    ["Tone", 2 / 3, 3, { no: 3, yes: 3 }],
    ["Length", 1, 3, { no: 4, yes: 2 }],
  ]);
  // Where several labels may be given, sets that overlap disagree less than nominally.
  expect(independent[0]?.setAlpha?.value).toBeGreaterThan(independent[0]?.value ?? 1);
  expect(independent[1]).not.toHaveProperty("setAlpha");
  // Nominal alpha by hand: for "Length" there is no disagreement, for "Tone" one in three pairs where 3 of 5
  // were expected.
  expect(independent[2]?.value).toBe(1);
  expect(independent[1]?.value).toBeCloseTo(1 - 1 / 3 / (3 / 5), 12);
});

test("labels chosen before a draft was shown are independent, later ones are not", () => {
  const more = { exposure: "judge-then-reveal" as const };
  const labellings = [
    given("A", "u1", ["Length"], { ...more, initial: ["Tone"] }),
    given("B", "u1", ["Length"], { ...more, initial: ["Length"] }),
    given("A", "u2", ["Length"], { ...more, initial: ["Length"] }),
    given("B", "u2", ["Tone"], { ...more, initial: ["Length"] }),
  ];
  const rows = labelAgreementOf({ questions: [{ ...TONE, several: false }], labellings }, OPTIONS);
  expect(rows.map(({ exposure, percentAgreement, values }) => [exposure, percentAgreement, values])).toEqual([
    ["independent", 0.5, { Length: 3, Tone: 1 }],
    ["exposed", 0.5, { Length: 3, Tone: 1 }],
    ["any", 0.5, { Length: 3, Tone: 1 }],
  ]);
  expect(rows.every(({ label }) => label === null)).toBe(true);
});

test("shares of labels are listed for all arms together and for each arm, including labels without a use", () => {
  const labellings = [
    ...[given("P", "u1", ["Tone"]), given("P", "u2", ["Tone", "Length"]), given("Q", "u1", [])],
    given("P", "u3", ["Length"], { arm: "B" }),
  ];
  const rows = labelSharesOf({ questions: [TONE], labellings }, OPTIONS);
  expect(rows.map(({ arm, label, count, answers, share }) => [arm, label, count, answers, share])).toEqual([
    [null, "Tone", 2, 4, 0.5],
    [null, "Length", 2, 4, 0.5],
    ["A", "Tone", 2, 3, 2 / 3],
    ["A", "Length", 1, 3, 1 / 3],
    ["B", "Tone", 0, 1, 0],
    ["B", "Length", 1, 1, 1],
  ]);
  // A question whose labels are items has no list to count.
  expect(labelSharesOf({ questions: [{ ...TONE, labels: [] }], labellings }, OPTIONS)).toEqual([]);
});
