import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { studyRecords } from "@/lib/dataset/data/records";
import { exportRecord, parseRecord } from "@/lib/dataset/rules/records";
import { findRules, resumeRules, runRules, startRules } from "@/lib/drafting/data/rule-runs";
import { VERIFY } from "@/lib/drafting/rules/provenance-labels";
import { RULE_BASED_LABEL } from "@/lib/i18n/english/provenance";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const INSTRUCTION =
  'Write a note to Dana about the new date. Use exactly two sentences. Mention the word "Friday".';

async function makeInstructed({ checklist = 0, text = "Dana, we meet on Friday. See you there!" } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const wording = { instruction: INSTRUCTION, response: text };
  const dataset = await makeDataset({ project, tasks: 2, responses: 2, checklist, wording });
  return { admin: admin.actor, project, dataset: dataset.id };
}

async function walk(admin: Parameters<typeof startRules>[0], dataset: string, kind: "draft" | "check") {
  const run = await startRules(admin, dataset, { do: kind });
  if (!run || "refused" in run) throw new Error("the walk was refused");
  await runRules(run.id);
  return db.ruleRun.findUniqueOrThrow({ where: { id: run.id } });
}

test("every task gets a checklist in its own words, and proved answers as drafts of the rules", async () => {
  const { admin, dataset } = await makeInstructed();
  const run = await walk(admin, dataset, "draft");
  expect(run).toMatchObject({ tasks: 2, seen: 2, checklists: 2, items: 6, answered: 8, undecided: 4 });
  expect(run.finishedAt).not.toBeNull();

  const versions = await db.rubricVersion.findMany({
    where: { rubric: { datasetId: dataset } },
    include: { rubric: true, items: { orderBy: { position: "asc" } } },
  });
  expect(versions.map(({ origin, model, method }) => [origin, model, method])).toEqual(
    Array(2).fill(["rules", null, "offline.decompose@1"]),
  );
  for (const { rubric, items } of versions) {
    expect(rubric.metadata).toMatchObject({ label: RULE_BASED_LABEL, isModelGenerated: false });
    for (const { text, metadata } of items) {
      const { span } = metadata as { span: { start: number; end: number } };
      expect(text).toContain(`“${INSTRUCTION.slice(span.start, span.end)}”`);
    }
  }

  const drafts = await db.draft.findMany({ where: { datasetId: dataset }, include: { rater: true } });
  expect(drafts).toHaveLength(12);
  for (const { rater, method, target, scoreLine, lines, value, provenance } of drafts) {
    expect([rater.kind, method, target, scoreLine]).toEqual(["rules", VERIFY, "item", null]);
    expect(provenance).toMatchObject({ label: RULE_BASED_LABEL, provider: "none", model: null });
    expect(lines).toHaveLength(value === null ? 0 : 1);
    if (value === null) expect(provenance).toMatchObject({ undecided: "offline", note: expect.any(String) });
  }
  expect(drafts.filter(({ value }) => value === "yes")).toHaveLength(8);
  expect(await db.llmCall.count()).toBe(0);
  expect(await db.dataset.findUnique({ where: { id: dataset } })).toMatchObject({
    dataVersion: 1,
    counts: { rubrics: 2, items: 6, drafts: 12 },
  });
});

test("nothing is written twice, by a second walk, a repeated job or two workers at once", async () => {
  const { admin, dataset } = await makeInstructed();
  const first = await startRules(admin, dataset, { do: "draft" });
  expect(await startRules(admin, dataset, { do: "check" })).toMatchObject({
    id: (first as { id: string }).id,
  });
  await Promise.all([1, 2, 3].map(() => runRules((first as { id: string }).id)));
  await resumeRules(new Date(Date.now() + 3_600_000));
  expect(await walk(admin, dataset, "draft")).toMatchObject({ checklists: 0, answered: 0, undecided: 0 });
  expect(await walk(admin, dataset, "check")).toMatchObject({ checklists: 0, answered: 0, undecided: 0 });
  expect(await db.draft.count({ where: { datasetId: dataset } })).toBe(12);
  expect(await db.rubric.count({ where: { datasetId: dataset } })).toBe(2);
});

test("checks of rules are added to drafts of a model, for recognised questions only", async () => {
  const { admin, dataset } = await makeInstructed({ checklist: 2, text: "One sentence only." });
  const [item] = await db.itemVersion.findMany({
    where: { rubricVersion: { rubric: { datasetId: dataset } } },
  });
  await db.itemVersion.update({
    where: { id: item?.id },
    data: { text: "Does the response contain exactly two sentences?" },
  });
  const before = await db.draft.findMany({ where: { datasetId: dataset }, orderBy: { key: "asc" } });
  expect(await walk(admin, dataset, "check")).toMatchObject({ checklists: 0, answered: 2, undecided: 0 });
  const after = await db.draft.findMany({
    where: { datasetId: dataset, rater: { kind: "llm" } },
    orderBy: { key: "asc" },
  });
  expect(after).toEqual(before);
  const proved = await db.draft.findMany({ where: { itemId: item?.itemId, rater: { kind: "rules" } } });
  expect(proved.map(({ value, lines }) => [value, lines])).toEqual(
    Array(2).fill(["no", ["1 sentence; asked for exactly 2 (icu: 1, punct: 1)."]]),
  );
  expect(await walk(admin, dataset, "draft")).toMatchObject({ checklists: 0, leftOut: 0 });
});

test("tasks of an open batch are not changed", async () => {
  const { admin, project, dataset } = await makeInstructed();
  await makeBatch({ dataset: { id: dataset, projectId: project.id } });
  expect(await walk(admin, dataset, "draft")).toMatchObject({ checklists: 0, leftOut: 2 });
});

test("only admins of the project can start rules, and other accounts see nothing", async () => {
  const { dataset, project } = await makeInstructed();
  const elsewhere = await makeMember("admin");
  expect(await startRules(elsewhere.actor, dataset, { do: "draft" })).toBeNull();
  const outsider = await makeMember("researcher");
  expect(await findRules(outsider.actor, dataset)).toBeNull();
  const reader = await makeMember("researcher", { project });
  expect(await findRules(reader.actor, dataset)).toEqual({
    latest: null,
    tasks: 2,
    withoutChecklist: 2,
  });
});

test("a response of emoji, controls and lone marks is checked and stored", async () => {
  const { admin, dataset } = await makeInstructed({ text: `${"😀".repeat(300)} \u202e ‮ ** "’ Friday\u0001` });
  expect(await walk(admin, dataset, "draft")).toMatchObject({ checklists: 2, items: 6 });
});

test("an export marks every draft as made without a language model, and can be imported again", async () => {
  const { admin, project, dataset } = await makeInstructed();
  await walk(admin, dataset, "draft");
  const scope = { projectId: project.id, datasetId: dataset, batchId: null };
  const lines: string[] = [];
  for await (const record of fromSnapshot((snapshot) => studyRecords(snapshot, scope)))
    lines.push(exportRecord(record));
  const read = lines.map((line, at) => {
    const record = parseRecord(line, at + 1);
    if (Array.isArray(record)) throw new Error(record.map(({ reason }) => reason).join(", "));
    return record;
  });
  const made = read.filter(({ type }) => type === "rubric" || type === "draft");
  expect(made).toHaveLength(2 + 12);
  for (const record of made)
    expect(record.metadata).toMatchObject({ label: RULE_BASED_LABEL, origin: "offline_rules" });
  expect(read.map(exportRecord)).toEqual(lines);
});

test("rules write only answers to items: no score, no preference, no call of a model", async () => {
  const { admin, dataset } = await makeInstructed();
  await walk(admin, dataset, "draft");
  const other = await makeInstructed({ checklist: 2, text: "One." });
  await walk(other.admin, other.dataset, "check");
  const drafts = await db.draft.findMany({
    where: { datasetId: { in: [dataset, other.dataset] }, rater: { kind: "rules" } },
  });
  expect(drafts.length).toBeGreaterThan(0);
  for (const { target, value, scoreLine, itemId, responseBId, unitId } of drafts) {
    expect([target, scoreLine, responseBId, unitId]).toEqual(["item", null, null, null]);
    expect(itemId).not.toBeNull();
    expect(["yes", "no", null]).toContain(value);
  }
  const scales = await db.itemVersion.findMany({
    where: { item: { rubric: { datasetId: dataset } } },
    select: { scale: true },
  });
  for (const { scale } of scales) expect(scale).toEqual({ type: "yesno" });
  const project = { dataset: { id: { in: [dataset, other.dataset] } } };
  expect(await db.draftUnit.count({ where: { run: project } })).toBe(0);
  expect(await db.llmCall.count()).toBe(0);
});
