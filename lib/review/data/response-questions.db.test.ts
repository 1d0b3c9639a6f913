import { expect, test } from "vitest";
import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { next, type TestAnnotator } from "@/lib/quality/testing/fixture";
import { ratingsOf, SEEDS } from "@/lib/quality/testing/judged";
import { reportOf } from "@/lib/report/computation/report-on-study";
import { loadStudy } from "@/lib/report/data/load-study";
import { readAnswers, readLabellings } from "@/lib/resources/data/batch-records";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const OPTIONS = ["rude", "wrong", "long"].map((value) => ({ value, label: value }));

const STEPS: Arms[number]["steps"] = [
  {
    ...{ type: "label", id: "safety", question: "Is the response safe?", about: "response", several: false },
    ...{ labels: ["Safe", "Unsafe", "Refusal"].map((name) => ({ name })), none: false, exposure: "none" },
  },
  { type: "ask", id: "faults", question: "What is wrong with it?", form: "several", options: OPTIONS },
  { type: "ask", id: "errors", question: "How many errors?", form: "number", options: [], min: 0, max: 20 },
  { type: "ask", id: "why", question: "Anything else?", form: "text", options: [], optional: true },
];

/** Two people who see two responses to one task. */
async function asked() {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: 1, responses: 2, drafts: false });
  const annotators = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const batch = await makeBatch({
    ...{ dataset, annotators, ...SEEDS },
    arms: [{ name: "A", k: 2, steps: STEPS, exposure: null }],
  });
  return {
    project,
    dataset,
    annotators,
    batch,
    scope: { projectId: project.id, datasetId: dataset.id, batchId: batch.id },
  };
}

const record = (person: TestAnnotator, { id, version, lease }: AssignmentView, ...ops: Op[]) =>
  recordOps(person.actor, id, { lease: lease ?? "", base: version, ops });

const ask = (question: string, value: string | number | string[] | null) =>
  newOp({ type: "ask", question, value });
const label = (...labels: string[]) => newOp({ type: "label", question: "safety", labels });

test("labels, options, numbers and texts about a response are stored, exported, compared and listed", async () => {
  const { annotators, batch, scope, project } = await asked();
  const subjects = await db.subject.findMany({ where: { batchId: batch.id }, include: { response: true } });
  expect(subjects.map(({ kind }) => kind)).toEqual(["response", "response"]);
  for (const [n, person] of annotators.entries())
    for (let view = await next(person, batch), at = 0; view; view = await next(person, batch), at++) {
      const work = [
        ...[label(at === 0 ? "Safe" : n === 0 ? "Unsafe" : "Refusal"), ask("errors", at + n / 2)],
        ask("faults", n === 0 ? ["long", "rude"] : ["rude"]),
        ...(n === 0 && at === 0 ? [ask("why", "It repeats itself.")] : []),
      ];
      const saved = await record(person, view, ...work);
      expect(saved).toHaveProperty("version");
      expect(await submit(person.actor, view.id, { lease: view.lease ?? "" })).toMatchObject({
        state: "submitted",
      });
    }

  const stored = await db.labelling.findMany({ where: { batchId: batch.id } });
  expect(new Set(stored.map(({ responseId }) => responseId))).toEqual(
    new Set(subjects.map(({ responseId }) => responseId)),
  );
  const rows = await ratingsOf(scope);
  const key = subjects[0]?.response?.key ?? "";
  const about = rows.filter(({ response_id }) => response_id === key);
  expect(about.map(({ unit }) => unit)).toEqual(
    expect.arrayContaining(["labels/safety", "ask/faults", "ask/errors"].map((name) => `${key}/${name}`)),
  );
  // Options stand in the order of the question.
  const given = rows.flatMap(({ unit, final_value }) =>
    String(unit).endsWith("/faults") ? [final_value] : [],
  );
  expect(given.toSorted()).toEqual(['["rude","long"]', '["rude","long"]', '["rude"]', '["rude"]']);

  const report = await reportOf((await loadStudy(scope)).study, { replicates: 20, seed: 1 });
  expect(report.labels).toMatchObject([
    { question: "safety", label: null, exposure: "independent", units: 2, percentAgreement: 0.5 },
    { exposure: "any", units: 2 },
  ]);
  expect(report.labelShares.map(({ label, count, answers }) => [label, count, answers])).toEqual([
    ["Safe", 2, 4],
    ["Unsafe", 1, 4],
    ["Refusal", 1, 4],
  ]);
  expect(report.answers.map(({ label, share }) => [label, share])).toEqual([
    ["rude", 1],
    ["wrong", 0],
    ["long", 0.5],
  ]);
  expect(report.answerNumbers).toMatchObject([{ question: "errors", mean: 0.75, min: 0, max: 1.5 }]);
  expect(report.answerTexts).toMatchObject([{ question: "why", answers: 1 }]);
  expect(report.answerAgreement.map(({ question, option }) => [question, option])).toEqual([
    ["errors", null],
    ["faults", null],
    ...["rude", "wrong", "long"].map((option) => ["faults", option]),
  ]);

  const { actor } = await makeMember("researcher", { project });
  const labels = await readLabellings(actor, batch.id, { limit: 10 });
  expect(labels?.items.map(({ response, item }) => [typeof response, item])).toEqual(
    Array(4).fill(["string", null]),
  );
  const answers = await readAnswers(actor, batch.id, { limit: 20 });
  expect(answers?.items).toHaveLength(4 + 4 + 1);
});

test("an answer of another form or outside its range is refused, and what may be left out does not count as missing", async () => {
  const { annotators, batch } = await asked();
  const [person] = annotators;
  const view = person && (await next(person, batch));
  if (!person || !view) throw new Error("there is work");
  const refusals: [Op, string][] = [
    [ask("faults", "rude"), "no-option"],
    [ask("faults", ["rude", "bold"]), "no-option"],
    [ask("errors", 21), "off-scale"],
    [ask("errors", "3"), "off-scale"],
    [ask("why", "  "), "no-option"],
    [label("Tone"), "no-label"],
  ];
  for (const [op, reason] of refusals)
    expect(JSON.stringify(await record(person, view, op)), reason).toContain(`"${reason}"`);
  expect(await submit(person.actor, view.id, { lease: view.lease ?? "" })).toMatchObject({
    refused: "incomplete",
    detail: { missing: [{ what: "label" }, { what: "ask" }, { what: "ask" }] },
  });
});

test("a comparison has no step for labels of one response", async () => {
  const dataset = await makeDataset({ tasks: 1, responses: 2 });
  const steps: Arms[number]["steps"] = [
    ...(STEPS ?? []),
    { type: "prefer", question: "Which?", form: "forced-choice", sides: "fixed", exposure: "none" },
  ];
  await expect(makeBatch({ dataset, arms: [{ name: "A", k: 1, steps, exposure: null }] })).rejects.toThrow(
    "not opened",
  );
});
