import { expect, test } from "vitest";
import { type Random, randomFrom } from "@/lib/agreement/random";
import type { StudyRecord } from "@/lib/dataset/schema";
import { WHOLE } from "@/lib/report/rules/bounds";
import { wholeReportOn } from "@/lib/report/rules/report";
import { ReportBasis } from "@/lib/report/rules/report-basis";
import { selected } from "@/lib/report/rules/selection";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { ModelEstimateRow } from "@/lib/report/schema/inference";
import type { StudyData, UndrawnMaterial } from "@/lib/report/schema/study";

const JUDGE = { rater: "judge", raterKind: "llm", method: "m", condition: null } as const;
const PASSES = { weak: 0.5, strong: 0.8 };
const QUESTION = JSON.stringify(["list", "q"]);

interface Design {
  tasks: number;
  /** The number of responses to expect in the sample. */
  size: number;
  /** The share of what was not drawn that the judge was asked about. */
  asked?: number;
}

/**
 * A batch's study and what its sample left. Each task has a response by each of two models, and one question. Two in five
 * responses are open to the judge, which then guesses, and says yes too often; these are drawn four times as often.
 */
function sampled(random: Random, { tasks, size, asked = 1 }: Design): StudyData {
  const records: StudyRecord[] = [
    { type: "study", version: 1, name: "sampled" },
    {
      ...{ type: "rubric", id: "list", task: null, kind: "checklist", origin: "human" },
      items: [{ id: "q", text: "Is it met?", scale: { type: "yesno" } }],
    },
  ];
  const undrawn: UndrawnMaterial = {
    ...{ drawn: [], subjects: [], drafts: [] },
    items: [{ key: QUESTION, category: null, scale: { type: "yesno" } }],
  };
  for (let n = 0; n < tasks; n++) {
    const task = `t${n}`;
    const shift = random() < 0.5 ? 0.15 : -0.15;
    const drawnHere: StudyRecord[] = [];
    for (const [model, passes] of Object.entries(PASSES)) {
      const response = `${task}/${model}`;
      const truth = random() < passes + shift;
      const isOpen = random() < 0.4;
      const says = isOpen ? random() < 0.8 : random() < (truth ? 0.95 : 0.1);
      const value = says ? "yes" : "no";
      const probability = ((isOpen ? 4 : 1) * size) / (2 * tasks * 2.2);
      const about = { task, response, pair: null };
      if (random() >= probability) {
        undrawn.subjects.push({ ...about, tags: [task.endsWith("0") ? "rare" : "common"], models: [model] });
        if (random() < asked) undrawn.drafts.push({ ...about, item: QUESTION, ...JUDGE, order: null, value });
        continue;
      }
      undrawn.drawn.push({ ...about, probability });
      const id = `${response}/q`;
      drawnHere.push(
        {
          type: "response",
          id: response,
          task,
          model,
          text: "",
          metadata: { inclusionProbability: probability },
        },
        {
          ...{ type: "draft", id, task, response, item: "q", rater: "judge", raterKind: "llm", method: "m" },
          value,
        },
        {
          ...{
            type: "judgement",
            id,
            task,
            response,
            item: "q",
            rater: "P",
            raterKind: "human",
            exposure: "none",
          },
          value: truth ? "yes" : "no",
        },
      );
    }
    if (drawnHere.length > 0)
      records.push(
        { type: "task", id: task, instruction: "", tags: [task.endsWith("0") ? "rare" : "common"] },
        ...drawnHere,
      );
  }
  const reader = new StudyDataReader();
  for (const record of records) reader.add(record);
  return { ...reader.finish(), undrawn };
}

const OPTIONS = { replicates: 20, seed: 1 };

const wholeReportOf = (study: StudyData) => wholeReportOn(new ReportBasis(study, OPTIONS, WHOLE));
const estimatesOf = (study: StudyData) => new ReportBasis(study, OPTIONS, WHOLE).modelEstimates;

const rowOf = (study: StudyData, model: string) => drfrOf(estimatesOf(study).estimates, model);

function drfrOf(estimates: readonly ModelEstimateRow[], model: string): ModelEstimateRow {
  return (
    estimates.find((row) => row.measure === "drfr" && row.scope === "all" && row.responseModel === model) ??
    expect.fail("there is a row of each model")
  );
}

const widthOf = (ends: readonly number[] | null) => (ends?.[1] ?? Number.NaN) - (ends?.[0] ?? Number.NaN);
const holds = (ends: readonly number[] | null, truth: number) =>
  (ends?.[0] ?? 1) <= truth && truth <= (ends?.[1] ?? 0);

test("a judge on everything, and people on a sample with unequal chances, estimate everything without bias", () => {
  const studies = 40;
  const random = randomFrom(8);
  const sums = { powered: 0, judge: 0, covered: 0, differs: 0, narrower: 0, humans: 0 };
  for (let n = 0; n < studies; n++) {
    const study = sampled(random, { tasks: 400, size: 240 });
    const { estimates, differences } = estimatesOf(study);
    const row = drfrOf(estimates, "strong");
    sums.powered += (row.powered ?? 0) / studies;
    sums.humans += (row.human ?? 0) / studies;
    sums.judge += (row.judge ?? 0) / studies;
    sums.covered += Number(holds(row.poweredCi, PASSES.strong)) / studies;
    sums.narrower += widthOf(row.poweredCi) / widthOf(row.humanCi) / studies;
    const difference = differences.find(({ measure, scope }) => measure === "drfr" && scope === "all");
    sums.differs += Number(holds(difference?.poweredCi ?? null, PASSES.strong - PASSES.weak)) / studies;
  }
  expect(Math.abs(sums.powered - PASSES.strong)).toBeLessThan(0.015);
  expect(Math.abs(sums.humans - PASSES.strong)).toBeLessThan(0.015);
  expect(sums.covered).toBeGreaterThan(0.85);
  expect(sums.differs).toBeGreaterThan(0.85);
  expect(sums.narrower).toBeLessThan(0.95);
});

test("what was not drawn changes what the judge says, and not what people say", () => {
  const study = sampled(randomFrom(3), { tasks: 200, size: 100 });
  const { undrawn, ...alone } = study;
  const [whole, sample] = [rowOf(study, "weak"), rowOf(alone, "weak")];
  expect(whole).toMatchObject({ units: 200, labelled: sample.labelled, human: sample.human });
  expect(whole.humanCi).toEqual(sample.humanCi);
  expect(sample.units).toBe(sample.labelled);
  expect(sample.judge).not.toBeCloseTo(whole.judge ?? 0, 2);
  expect(undrawn?.subjects).toHaveLength(400 - study.responses.length);
  // Nothing else of the report knows of it.
  const { made: _, modelEstimates: __, modelDifferences: ___, ...rest } = wholeReportOf(study);
  const { made: _0, modelEstimates: _1, modelDifferences: _2, ...same } = wholeReportOf(alone);
  expect(rest).toEqual(same);
});

test("a judge that was asked about the sample, or about half of the rest, is read of the sample alone", () => {
  for (const asked of [0, 0.5]) {
    const study = sampled(randomFrom(4), { tasks: 100, size: 60, asked });
    const { undrawn: _, ...alone } = study;
    expect(estimatesOf(study)).toEqual(estimatesOf(alone));
  }
  const nearlyAll = sampled(randomFrom(4), { tasks: 100, size: 60, asked: 0.98 });
  expect(rowOf(nearlyAll, "weak").units).toBeGreaterThan(90);
});

test("a response that no lot decided on, like a check, is no part of everything", () => {
  const study = sampled(randomFrom(5), { tasks: 100, size: 60 });
  const [check] = study.undrawn?.drawn ?? [];
  const without = { ...study, undrawn: { ...(study.undrawn as UndrawnMaterial) } };
  without.undrawn.drawn = without.undrawn.drawn.slice(1);
  const model = String(check?.response).split("/")[1] ?? "";
  expect(rowOf(study, model).units).toBe(100);
  expect(rowOf(without, model)).toMatchObject({ units: 99, labelled: rowOf(study, model).labelled - 1 });
});

test("a part of a study has its part of what was not drawn", () => {
  const study = sampled(randomFrom(6), { tasks: 300, size: 200 });
  expect(rowOf(selected(study, { model: "weak" }), "weak")).toEqual(rowOf(study, "weak"));
  expect(rowOf(selected(study, { family: "rare" }), "weak")).toMatchObject({ units: 30 });
  expect(rowOf(selected(study, { item: "q" }), "weak")).toEqual(rowOf(study, "weak"));
});
