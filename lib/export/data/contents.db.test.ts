import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { findLacking } from "@/lib/export/data/contents";
import { listExportable, openExport } from "@/lib/export/data/exports";
import { bodyText } from "@/lib/export/testing/read";
import { next } from "@/lib/quality/testing/fixture";
import { ratingsOf, submitOps } from "@/lib/quality/testing/judged";
import { newOp } from "@/lib/review/testing/fixture";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeReviews } from "@/testing/builders/submissions";

const researcher = await makeMember("researcher");
const { actor, projectId } = researcher;

async function importStudy(records: readonly object[]): Promise<string> {
  const lines = [{ type: "study", version: 1, name: "Pairs" }, ...records];
  const file = Buffer.from(lines.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const imported = await importStudyFile(projectId, [file], { fileName: "s.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  return imported.datasetId;
}

const CONTENTS = [
  { type: "task", id: "t1", instruction: "Explain." },
  { type: "response", id: "r1", task: "t1", text: "One" },
  { type: "response", id: "r2", task: "t1", text: "Two" },
  { type: "response", id: "r3", task: "t1", text: "Three" },
];

/** The first has a majority that gold overrules; the second has none. */
const OVERRULED = [
  { raterKind: "gold", pair: ["r1", "r2"], value: 3 },
  { raterKind: "human", pair: ["r1", "r2"], value: "A" },
];
const ON_CHECK = [{ raterKind: "human", pair: ["r1", "r2"], value: "A", metadata: { check: true } }];
/** One is for a response, more are for neither. */
const MOSTLY_TIES = ["A", "tie", 3].map((value) => ({ raterKind: "human", pair: ["r1", "r2"], value }));
const SPLIT = [
  { raterKind: "human", pair: ["r1", "r2"], value: 1 },
  { raterKind: "human", pair: ["r2", "r1"], value: "A" },
];

const preference: fc.Arbitrary<object> = fc.record({
  raterKind: fc.constantFrom("human", "human", "gold", "llm"),
  pair: fc.constantFrom(["r1", "r2"], ["r2", "r1"], ["r3", "r1"]),
  value: fc.constantFrom("A", "B", "tie", 1, 2, 3, 4, 5, null),
  metadata: fc.constantFrom({}, {}, { check: true }, { planted: true }),
});

property.prop([fc.array(preference, { maxLength: 4 })], {
  numRuns: 25,
  examples: [[[]], [OVERRULED], [SPLIT], [MOSTLY_TIES], [ON_CHECK]],
})("a study lacks preferences exactly where their file has no line", async (preferences) => {
  const judgements = preferences.map((preferred, n) => ({
    type: "judgement",
    id: `j${n}`,
    task: "t1",
    item: "preference",
    rater: `R${n}`,
    ...preferred,
  }));
  const study = await importStudy([...CONTENTS, ...judgements]);
  const file = await bodyText((await openExport(actor, study, "preferences"))?.body);
  const lacks = await findLacking(actor, { dataset: study });
  expect(lacks?.includes("preferences")).toBe(file === "");
});

test("the contents of a batch are the records judged in it", async () => {
  const dataset = await makeDataset({ project: { id: projectId }, tasks: 1, responses: 2 });
  const person = await makeMember("annotator", { project: { id: projectId } });
  const [compared, scored] = [
    await makeBatch({ dataset, annotators: [person], preset: "preference" }),
    await makeBatch({ dataset, annotators: [person] }),
  ];
  const lacking = () => Promise.all([compared, scored].map(({ id }) => findLacking(actor, { batch: id })));
  expect(await lacking()).toEqual([
    ["ratings", "preferences"],
    ["ratings", "preferences"],
  ]);

  const view = await next(person, compared);
  if (!view) return expect.fail();
  const submitted = await submitOps(person, view, newOp({ type: "prefer", value: 2 }));
  expect(submitted).toMatchObject({ state: "submitted" });

  expect(await lacking()).toEqual([[], ["ratings", "preferences"]]);
  expect(await findLacking(actor, { dataset: dataset.id })).toEqual(["ratings", "preferences"]);
  const listed = await listExportable(actor, projectId);
  const lacksOf = ({ id }: { id: string }) => listed?.find((one) => one.id === id)?.lacks;
  expect([compared, scored, dataset].map(lacksOf)).toEqual([
    [],
    ["ratings", "preferences"],
    ["ratings", "preferences"],
  ]);
});

test("a study of tasks only lacks responses, and so do batches about its tasks", async () => {
  const dataset = await makeDataset({ project: { id: projectId }, tasks: 2, responses: 0, checklist: 2 });
  const person = await makeMember("annotator", { project: { id: projectId } });
  const batch = await makeBatch({ dataset, annotators: [person], preset: "checklist-review" });
  const none = ["ratings", "responses", "preferences"];
  expect(await findLacking(actor, { dataset: dataset.id })).toEqual(none);
  expect(await findLacking(actor, { batch: batch.id })).toEqual(none);
  await makeReviews(batch, [person], () => [{ items: ["accept", "remove"] }]);
  expect(await findLacking(actor, { dataset: dataset.id })).toEqual(none);
  expect(await findLacking(actor, { batch: batch.id })).toEqual(["responses", "preferences"]);
  for (const [format, text] of [
    ["argilla", ""],
    ["label-studio", "[\n]\n"],
  ] as const)
    expect(await bodyText((await openExport(actor, batch.id, format))?.body)).toBe(text);
});

test("a batch in which only questions were answered has as many ratings as its file has rows", async () => {
  const dataset = await makeDataset({ project: { id: projectId }, tasks: 1, responses: 1 });
  const person = await makeMember("annotator", { project: { id: projectId } });
  const batch = await makeBatch({ dataset, annotators: [person], preset: "checklist-writing" });
  const view = await next(person, batch);
  if (!view) return expect.fail();
  const answers = ["safe", "sense"].map((question) => newOp({ type: "ask", question, value: "no" }));
  expect(await submitOps(person, view, ...answers)).toMatchObject({ state: "submitted" });

  const rows = await ratingsOf({ projectId, datasetId: dataset.id, batchId: batch.id });
  expect(rows.map(({ item_id, final_value }) => [item_id, final_value])).toEqual([
    ["safe", "no"],
    ["sense", "no"],
  ]);
  const listed = (await listExportable(actor, projectId))?.find(({ id }) => id === batch.id);
  expect(listed).toMatchObject({ ratings: 2, lacks: ["preferences"] });
  expect(await findLacking(actor, { batch: batch.id })).toEqual(["preferences"]);
});

test("gold about what a batch judges is counted among its ratings, as its file has it", async () => {
  const gold = { type: "judgement", id: "j", task: "t1", item: "preference", ...OVERRULED[0], rater: "G" };
  const study = await importStudy([...CONTENTS, gold]);
  const dataset = { id: study, projectId };
  const batch = await makeBatch({ dataset, annotators: [researcher], preset: "preference" });
  expect(await ratingsOf({ projectId, datasetId: study, batchId: batch.id })).toHaveLength(1);
  const listed = (await listExportable(actor, projectId))?.filter(({ id }) => [study, batch.id].includes(id));
  expect(listed?.map(({ ratings }) => ratings)).toEqual([1, 1]);
  expect(await findLacking(actor, { batch: batch.id })).not.toContain("ratings");
});

test("missing contents are listed for those who may export, and for no one else", async () => {
  const study = await importStudy(CONTENTS);
  const outsider = await makeMember("admin");
  expect(await findLacking(actor, { dataset: study })).not.toBeNull();
  expect(await findLacking(outsider.actor, { dataset: study })).toBeNull();
});
