import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { actAs } from "@/lib/auth/actor";
import { changeBatch } from "@/lib/batch/data/batches";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { findScope } from "@/lib/dataset/data/scope";
import { openExport } from "@/lib/export/data/exports";
import { claim } from "@/lib/participation/data/claim";
import { next } from "@/lib/quality/testing/fixture";
import { submitOps } from "@/lib/quality/testing/judged";
import { loadStudy } from "@/lib/report/data/load-study";
import { findFrame } from "@/lib/review/stimulus/find-frame";
import { newOp } from "@/lib/review/testing/fixture";
import { draftFollower, listRewordedItems } from "@/lib/rubric/data/follow-up-batch";
import { findConsensus } from "@/lib/rubric/data/reviewed";
import { makeVersions } from "@/lib/rubric/data/versions";
import { makeBatch, stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import { makeReviews, makeVotes, type TestReview } from "@/testing/builders/submissions";

/**
 * Two tasks with a checklist of two questions each, reviewed by three people: one with a majority, the other
 * tied.
 */
const REVIEWS: TestReview[][] = [
  [
    { items: ["accept", "Is it on topic?"], added: ["Is it kind?"] },
    { items: ["accept", "is it on topic"], added: ["is it  kind"] },
    { items: ["remove", "accept"] },
  ],
  [{ items: ["accept", "accept"] }, { items: ["remove", "Is it short?"] }, { items: ["Is it?", "remove"] }],
];

async function makeConsensusFixture() {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = await Promise.all([1, 2, 3].map(() => makeMember("annotator", { project })));
  const dataset = await makeDataset({ project, tasks: 2, checklist: 2 });
  // Judged before any decision about the questions.
  const scored = await makeBatch({ dataset, annotators, k: 2, preset: "checklist-answering" });
  await makeVotes(scored, annotators, () => ["yes", "no"]);
  const batch = await makeBatch({ dataset, annotators, k: 3, preset: "checklist-review" });
  await makeReviews(batch, annotators, (subject) => REVIEWS[subject] ?? []);
  const view = async () => {
    const found = await findConsensus(admin.actor, batch.id);
    if (!found) throw new Error("the batch is the admin's own");
    return found;
  };
  const byMajority = async () =>
    makeVersions(admin.actor, batch.id, { by: "majority", dataVersion: (await view()).batch.dataVersion });
  return { project, admin, annotators, dataset, scored, batch, view, byMajority };
}

async function rowsOf(
  actor: Parameters<typeof openExport>[0],
  study: string,
  format: "jsonl" | "study" = "jsonl",
) {
  let text = "";
  for await (const piece of (await openExport(actor, study, format))?.body ?? []) text += piece;
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a majority settles the rubrics it can, keeps their items' identity, and changes no version", async () => {
  const { admin, batch, view, byMajority } = await makeConsensusFixture();
  const before = await db.itemVersion.findMany({ orderBy: { id: "asc" } });
  expect(await byMajority()).toEqual({ made: 1, open: 1 });
  // Repeated from another tab: versions are not made twice.
  expect(await byMajority()).toEqual({ made: 0, open: 1 });

  const [unanimous, tied] = (await view()).rubrics;
  expect(unanimous).toMatchObject({ version: 1, latest: 2, made: 2, reviews: 3 });
  expect(tied).toMatchObject({ version: 1, latest: 1, made: null });
  const made = await db.rubricVersion.findFirstOrThrow({
    where: { batchId: batch.id },
    include: { items: { orderBy: { position: "asc" }, include: { item: true } } },
  });
  expect(made).toMatchObject({
    version: 2,
    origin: "consensus",
    method: "majority",
    createdBy: admin.actor.userId,
  });
  expect(made.items.map(({ text, wording }) => [text, wording])).toEqual([
    ["Does the response answer the question?", 1],
    ["Is it on topic?", 2],
    ["Is it kind?", 2],
  ]);
  expect(made.items.slice(0, 2).map(({ itemId }) => itemId)).toEqual(unanimous?.items.map(({ id }) => id));
  expect(made.items[2]?.item.key).toBe(unanimous?.additions[0]?.key);
  expect(
    await db.itemVersion.findMany({
      where: { id: { in: before.map(({ id }) => id) } },
      orderBy: { id: "asc" },
    }),
  ).toEqual(before);
});

test("an admin decides on every item once, and reworded additions name their parent", async () => {
  const { admin, batch, view } = await makeConsensusFixture();
  const [rubric] = (await view()).rubrics;
  const [first, second] = rubric?.items ?? [];
  if (!rubric || !first || !second) throw new Error("the world has a rubric of two items");
  const items = [
    { do: "write" as const, item: first.id, text: "Mine?" },
    { do: "drop" as const, item: second.id },
  ];
  const submitDecision = (change: object) =>
    makeVersions(admin.actor, batch.id, {
      ...{ by: "hand", rubric: rubric.id, latest: 1, items, additions: [] },
      ...change,
    });
  expect(await submitDecision({ items: items.slice(1) })).toEqual({ refused: "choices-do-not-fit" });
  const dropped = [first, second].map(({ id }) => ({ do: "drop" as const, item: id }));
  expect(await submitDecision({ items: dropped })).toEqual({ refused: "nothing-left-of-it" });
  const addition = rubric.additions[0]?.id ?? "";
  const additions = [{ addition, text: "Is it friendly?" }];
  expect(await submitDecision({ additions })).toEqual({ made: 1, open: 0 });
  expect(await submitDecision({ additions })).toEqual({ refused: "rubric-moved-on" });
  // Another version from the same decisions: the wording of the unchanged item is not new.
  expect(await submitDecision({ latest: 2, additions: [] })).toEqual({ made: 1, open: 0 });
  const versions = await db.rubricVersion.findMany({
    where: { rubricId: rubric.id },
    orderBy: { version: "asc" },
    include: { items: { orderBy: { position: "asc" }, include: { item: { include: { parent: true } } } } },
  });
  expect(versions.map(({ items }) => items.map(({ text, wording }) => [text, wording]))).toEqual([
    [
      [first.text, 1],
      [second.text, 1],
    ],
    [
      ["Mine?", 2],
      ["Is it friendly?", 2],
    ],
    [["Mine?", 2]],
  ]);
  expect(versions[1]?.items[1]?.item.parent?.key).toBe(rubric.additions[0]?.key);
});

test("people revise the scale of a criterion; the next version has it, and so have their decisions in the study file", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = await Promise.all([1, 2].map(() => makeMember("annotator", { project })));
  const dataset = await makeDataset({ project, tasks: 1, criteria: 1 });
  const steps = stepsOf("criteria-review", { exposure: "draft-first" });
  const batch = await makeBatch({
    ...{ dataset, annotators, preset: "criteria-review" },
    arms: [{ name: "A", k: 2, steps, exposure: null }],
  });
  const scale = { type: "points" as const, min: 1, max: 3, labels: { "1": "no", "3": "yes" } };
  for (const person of annotators) {
    const view = await next(person, batch);
    const step = view?.frame.steps[0];
    const item = step?.type === "rubric" ? step.rubrics[0]?.items[0] : undefined;
    if (!view || !item) throw new Error("there is a criterion to review");
    expect(item.scale).toEqual({ type: "points", min: 1, max: 5 });
    const { key, text } = item;
    const revised = newOp({ type: "decide", target: { item: key }, action: "revise", text, scale });
    expect(await submitOps(person, view, revised)).toMatchObject({ state: "submitted" });
  }
  const dataVersion = (await findConsensus(admin.actor, batch.id))?.batch.dataVersion ?? 0;
  expect(await makeVersions(admin.actor, batch.id, { by: "majority", dataVersion })).toEqual({
    made: 1,
    open: 0,
  });
  const versions = await db.itemVersion.findMany({
    where: { rubricVersion: { rubric: { datasetId: dataset.id } } },
    orderBy: { rubricVersion: { version: "asc" } },
    select: { scale: true, wording: true },
  });
  expect(versions).toMatchObject([{ wording: 1 }, { scale, wording: 2 }]);
  const records = await rowsOf(admin.actor, batch.id, "study");
  expect(records.flatMap((one) => (one.type === "decision" ? [one.scale] : []))).toEqual([scale, scale]);
});

test("an open batch goes on with its versions, and tables name the version that was judged", async () => {
  const { admin, annotators, dataset, batch, scored, byMajority } = await makeConsensusFixture();
  const [annotator] = annotators;
  if (!annotator) throw new Error("the world has annotators");
  const running = await makeBatch({ dataset, annotators, preset: "checklist-answering" });
  await byMajority();
  const claimed = await claim(annotator.actor, running.id);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const framed = await findFrame(annotator.actor, claimed.assignment.id);
  expect(JSON.stringify(framed?.frame)).not.toContain("on topic");

  const decided = await rowsOf(admin.actor, batch.id);
  expect(new Set(decided.filter(({ action }) => action !== "add").map((row) => row.item_version))).toEqual(
    new Set([1]),
  );
  const texts = new Set(decided.filter(({ action }) => action !== "add").map((row) => row.item_text));
  expect(texts).toEqual(new Set(["Does the response answer the question?"]));
  expect((await rowsOf(admin.actor, scored.id))[0]).toMatchObject({ item_version: 1 });

  // The imported study does not include what was made from it.
  for (const study of [{ dataset: dataset.id }, { batch: scored.id }]) {
    const scope = await findScope(admin.actor, study);
    const loaded = scope && (await loadStudy(scope));
    expect(loaded?.study.items.map(({ text }) => text)).toEqual(
      Array(4).fill("Does the response answer the question?"),
    );
  }
});

test("the scoring batch uses the new version, without drafts for an earlier wording", async () => {
  const { admin, annotators, batch, byMajority } = await makeConsensusFixture();
  const purpose = { purpose: "score", kind: "checklist" } as const;
  expect(await draftFollower(admin.actor, batch.id, purpose)).toEqual({ refused: "nothing-to-follow" });
  await byMajority();
  const draft = await draftFollower(admin.actor, batch.id, purpose);
  if (!draft || "refused" in draft) throw new Error("a draft was to be made");
  // Its subjects belong to one dataset and cannot be moved.
  const elsewhere = await makeDataset({ project: { id: batch.projectId } });
  expect(await changeBatch(admin.actor, draft.id, { dataset: elsewhere.id })).toEqual({
    refused: "batch-follows",
  });
  // Only the responses of the task whose rubric has a majority.
  expect(await openBatch(admin.actor, draft.id)).toEqual({ subjects: 1, slots: 3 });
  const [annotator] = annotators;
  const claimed = annotator && (await claim(annotator.actor, draft.id));
  if (!annotator || !claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const framed = await findFrame(annotator.actor, claimed.assignment.id);
  expect(framed?.frame.steps).toMatchObject([
    { type: "judge", items: [{}, { text: "Is it on topic?" }, { text: "Is it kind?" }] },
  ]);
  const scope = await findScope(admin.actor, { batch: draft.id });
  // Only the drafted answer to the unchanged question still applies.
  expect(scope && (await loadStudy(scope)).study.drafts).toHaveLength(1);
});

test("judgements of an earlier wording are listed, and can be repeated for those items, responses and annotators", async () => {
  const { admin, annotators, scored, byMajority } = await makeConsensusFixture();
  expect(await listRewordedItems(admin.actor, scored.id)).toEqual([]);
  await byMajority();
  expect(await listRewordedItems(admin.actor, scored.id)).toMatchObject([
    { version: 1, latest: 2, now: "Is it on topic?", judgements: 2, responses: 1 },
  ]);
  const draft = await draftFollower(admin.actor, scored.id, { purpose: "judge-again", kind: "checklist" });
  if (!draft || "refused" in draft) throw new Error("a draft was to be made");
  const people = await db.batchAnnotator.findMany({ where: { batchId: draft.id } });
  expect(people.map(({ membershipId }) => membershipId).sort()).toEqual(
    annotators
      .slice(0, 2)
      .map(({ membershipId }) => membershipId)
      .sort(),
  );
  expect(await openBatch(admin.actor, draft.id)).toEqual({ subjects: 1, slots: 2 });
  const [annotator] = annotators;
  const claimed = annotator && (await claim(annotator.actor, draft.id));
  if (!annotator || !claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  expect((await findFrame(annotator.actor, claimed.assignment.id))?.frame.steps).toMatchObject([
    { type: "judge", items: [{ text: "Is it on topic?" }] },
  ]);
});

test("researchers of the project read the consensus, admins make it, and other accounts get 404", async () => {
  const { project, annotators, batch, byMajority } = await makeConsensusFixture();
  await byMajority();
  const researcher = await makeMember("researcher", { project });
  const outsider = await makeMember("admin");
  expect(await findConsensus(researcher.actor, batch.id)).toMatchObject({ reviews: ["checklist"] });
  for (const { actor } of [outsider, annotators[0]].filter((one) => one !== undefined)) {
    expect(await findConsensus(actAs(actor, "researcher"), batch.id)).toBeNull();
    expect(await listRewordedItems(actAs(actor, "researcher"), batch.id)).toEqual([]);
  }
  for (const { actor } of [outsider, researcher]) {
    const admin = actAs(actor, "admin");
    expect(await makeVersions(admin, batch.id, { by: "majority", dataVersion: 0 })).toBeNull();
    expect(await draftFollower(admin, batch.id, { purpose: "score", kind: "checklist" })).toBeNull();
  }
});

test("an admin chooses and corrects the best of several lists that people wrote, which then counts as theirs", async () => {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const annotators = await Promise.all([1, 2].map(() => makeMember("annotator", { project })));
  const dataset = await makeDataset({ project, tasks: 1, checklist: 2 });
  const batch = await makeBatch({ dataset, annotators, k: 2, preset: "checklist-review" });
  await makeReviews(batch, annotators, () => [
    { items: [], added: ["Is it kind?", "Is it true?"] },
    { items: [], added: ["Does it rhyme?"] },
  ]);
  const view = async () => (await findConsensus(admin.actor, batch.id))?.rubrics[0];
  // Written beside a draft, they are no lists of their own.
  expect((await view())?.additions.map(({ list }) => list)).toEqual([null, null, null]);
  await db.decision.updateMany({ where: { batchId: batch.id }, data: { exposure: "none" } });
  const rubric = await view();
  if (!rubric) throw new Error("the rubric was reviewed");
  // Lists stand whole, and each as its annotator wrote it.
  const kind = rubric.additions.findIndex(({ text }) => text === "Is it kind?");
  const [first, second] = rubric.additions.slice(kind);
  const other = rubric.additions.find(({ text }) => text === "Does it rhyme?");
  expect(second?.text).toBe("Is it true?");
  expect(first?.list).not.toBeNull();
  expect(second?.list).toBe(first?.list);
  expect(other?.list).not.toBe(first?.list);

  const make = (list: string | undefined) =>
    makeVersions(admin.actor, batch.id, {
      ...{ by: "hand", rubric: rubric.id, latest: 1, ...(list && { list }) },
      items: rubric.items.map(({ id }) => ({ do: "drop", item: id })),
      additions: [
        { addition: first?.id ?? "", text: null },
        { addition: second?.id ?? "", text: "Is all of it true?" },
      ],
    });
  expect(await make(randomUUID())).toEqual({ refused: "choices-do-not-fit" });
  expect(await make(other?.list ?? "")).toEqual({ refused: "choices-do-not-fit" });
  expect(await make(first?.list ?? "")).toEqual({ made: 1, open: 0 });
  expect(await db.rubricVersion.findFirstOrThrow({ where: { batchId: batch.id } })).toMatchObject({
    ...{ version: 2, origin: "consensus", method: "chosen" },
  });
  const records = await rowsOf(admin.actor, batch.id, "study");
  expect(records.find(({ type }) => type === "rubric")).toMatchObject({
    metadata: {
      chosen: [
        { id: first?.key, from: null, text: "Is it kind?" },
        { id: `${second?.key}~2`, from: second?.key, text: "Is all of it true?" },
      ],
    },
  });
});
