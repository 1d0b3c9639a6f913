import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { previewRun } from "@/lib/drafting/data/preview-run";
import { findRun } from "@/lib/drafting/data/progress";
import { runRules, startRules } from "@/lib/drafting/data/rule-runs";
import { workOnDrafts } from "@/lib/drafting/data/run-worker";
import { LEFT_TO_RULES, VERIFY } from "@/lib/drafting/rules/provenance-labels";
import { RunDesign } from "@/lib/drafting/schema/runs";
import { env } from "@/lib/env";
import { openStub, type Stub } from "@/lib/llm/testing/stub";
import { claim } from "@/lib/participation/data/claim";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeEndpoint, makeRun } from "@/testing/builders/runs";

let stub: Stub;
beforeAll(async () => {
  const [origin = ""] = env().LLM_ALLOWED_ORIGINS;
  stub = await openStub(
    () => ({ say: "Analysis: it does.\nAnswer: YES", usage: { input: 100, output: 20 } }),
    Number(new URL(origin).port),
  );
});
afterAll(() => stub.close());

/** A checklist of two questions on one response; rules prove that the answer to the first is no. */
async function study() {
  const project = await makeProject();
  const wording = { response: "One, two.", question: "Does the response contain no commas?" };
  const dataset = await makeDataset({
    project,
    tasks: 1,
    responses: 1,
    checklist: 2,
    drafts: false,
    wording,
  });
  const [first, second] = await db.itemVersion.findMany({
    where: { item: { rubric: { datasetId: dataset.id } } },
    orderBy: { position: "asc" },
  });
  await db.itemVersion.update({ where: { id: second?.id ?? "" }, data: { text: "Is it friendly?" } });
  const endpoint = await makeEndpoint({ project, baseUrl: stub.base });
  return { project, dataset, endpoint, proved: first?.itemId ?? "", unproved: second?.itemId ?? "" };
}

const drafts = (datasetId: string) =>
  db.draft.findMany({ where: { datasetId }, include: { rater: true }, orderBy: { createdAt: "asc" } });

test("a hybrid run asks the model only what rules cannot prove, and keeps both raters' drafts apart", async () => {
  const { dataset, endpoint, proved, unproved: questions } = await study();
  const run = await makeRun({
    ...{ dataset, endpoint, method: "tick.evaluate", params: { hybrid: true }, state: "running" },
  });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    ...{ state: "done", requests: 1, calls: 1, made: { drafts: 1 }, left: 1, params: { hybrid: true } },
  });
  const made = await drafts(dataset.id);
  const of = (itemId: string) =>
    made
      .filter((draft) => draft.itemId === itemId)
      .map(({ rater, value, method }) => [rater.kind, method, value])
      .sort();
  expect(of(proved)).toEqual([
    ["llm", "tick.evaluate", null],
    ["rules", VERIFY, "no"],
  ]);
  expect(of(questions)).toEqual([["llm", "tick.evaluate", "yes"]]);
  const left = made.find(({ itemId, rater }) => itemId === proved && rater.kind === "llm");
  expect(left?.provenance).toMatchObject({ undecided: "not_run", flags: ["left_to_rules"], calls: [] });

  // The rules' own drafts already exist.
  const walk = await startRules(run.admin.actor, dataset.id, { do: "check" });
  await runRules((walk as { id: string }).id);
  expect(await drafts(dataset.id)).toHaveLength(made.length);
});

test("the workbench shows the rules' draft for a proved question, and the model's for others", async () => {
  const { project, dataset, endpoint } = await study();
  await makeRun({ dataset, endpoint, method: "tick.evaluate", params: { hybrid: true }, state: "running" });
  await workOnDrafts();
  const left = await db.draft.findFirstOrThrow({
    where: { datasetId: dataset.id, provenance: { path: ["flags"], array_contains: [LEFT_TO_RULES] } },
  });
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({
    ...{ dataset, preset: "checklist-answering", settings: { exposure: "draft-first" } },
    annotators: [annotator],
  });
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("there is work in the batch");
  const framed = await findFrame(annotator.actor, claimed.assignment.id);
  const judging = framed?.frame.steps.find((step) => step.type === "judge");
  expect(judging?.items).toMatchObject([
    { draft: { by: "rules", value: "no", rules: { note: null, flags: [] } } },
    { draft: { by: "", value: "yes" } },
  ]);
  for (const item of judging?.items ?? []) expect(item.beside).toBeUndefined();
  expect(judging?.items[0]?.draft?.lines).toHaveLength(1);
  expect(judging?.items[1]?.draft?.rules).toBeUndefined();
  expect(JSON.stringify(framed?.frame)).not.toContain(left.id);
});

test("a unit that rules prove completely needs no call", async () => {
  const { dataset, endpoint, unproved: questions } = await study();
  await db.itemVersion.updateMany({
    where: { itemId: questions },
    data: { text: "Does the response contain at most 9 words?" },
  });
  const run = await makeRun({
    ...{ dataset, endpoint, method: "tick.evaluate", params: { hybrid: true }, state: "running" },
  });
  await workOnDrafts();
  expect(await findRun(run.admin.actor, run.id)).toMatchObject({
    ...{ state: "done", units: { done: 1, failed: 0 }, requests: 0, left: 2 },
  });
});

test("a run without hybrid mode asks the model everything, without drafts of rules", async () => {
  const { dataset, endpoint } = await study();
  await makeRun({ dataset, endpoint, method: "tick.evaluate", state: "running" });
  await workOnDrafts();
  const made = await drafts(dataset.id);
  expect(made.map(({ rater, value }) => [rater.kind, value])).toEqual([
    ["llm", "yes"],
    ["llm", "yes"],
  ]);
});

test("the preview counts questions left to the rules, without calls for them", async () => {
  const { project, dataset, endpoint } = await study();
  const { admin } = await makeRun({ dataset, endpoint, method: "tick.evaluate" });
  const design = (params: object) =>
    RunDesign.parse({ dataset: dataset.id, endpoint: endpoint.id, method: "tick.evaluate", params });
  expect(await previewRun(admin.actor, project.id, design({}))).toMatchObject({ calls: 2, left: null });
  expect(await previewRun(admin.actor, project.id, design({ hybrid: true }))).toMatchObject({
    ...{ calls: 1, left: 1 },
  });
});
