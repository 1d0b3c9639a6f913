import { expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { responsesThatFit } from "@/lib/dataset/data/task-filter";
import { listTasks } from "@/lib/dataset/data/tasks";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import { type StudyRecord, TaskFilter } from "@/lib/dataset/schema";
import { TasksQuery } from "@/lib/dataset/views";
import { makeBatch } from "@/testing/builders/batches";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const yesno = { type: "yesno" } as const;

const records: StudyRecord[] = [
  { type: "study", version: 1, name: "Filtered" },
  { type: "task", id: "sky", instruction: "Why is the SKY blue?", tags: ["physics", "short"] },
  {
    type: "task",
    id: "bread",
    instruction: "Bake bread.",
    input: "No yeast, 100 % rye_flour",
    tags: ["food"],
  },
  { type: "task", id: "tea", instruction: "Brew tea.", tags: ["food", "short"] },
  { type: "task", id: "empty", instruction: "Nobody answered." },
  { type: "response", id: "sky.a", task: "sky", model: "a", text: "x".repeat(10) },
  { type: "response", id: "sky.b", task: "sky", model: "b", text: "x".repeat(500) },
  { type: "response", id: "bread.a", task: "bread", model: "a", text: "x".repeat(100) },
  { type: "response", id: "tea.b", task: "tea", model: "b", text: "x".repeat(100) },
  {
    type: "rubric",
    id: "c1",
    task: "sky",
    kind: "checklist",
    items: [{ id: "c1.1", text: "Blue?", scale: yesno }],
  },
  {
    type: "rubric",
    id: "c2",
    task: "tea",
    kind: "criteria",
    items: [{ id: "c2.1", text: "Hot?", scale: yesno }],
  },
  { type: "rubric", id: "c3", task: "bread", kind: "criteria", items: [] },
  {
    type: "draft",
    id: "d1",
    task: "tea",
    response: "tea.b",
    item: "c2.1",
    rater: "m",
    raterKind: "llm",
    value: "no",
  },
  {
    type: "judgement",
    id: "j1",
    task: "tea",
    response: "tea.b",
    item: "c2.1",
    rater: "A01",
    raterKind: "human",
    value: "yes",
  },
];

async function makeStudy() {
  const project = await makeProject();
  const done = await importStudyFile(project.id, [Buffer.from(records.map(exportRecord).join("\n"))], {
    fileName: "study.jsonl",
  });
  if (!("datasetId" in done)) throw new Error(done.failure);
  const { actor } = await makeMember("researcher", { project });
  return { projectId: project.id, actor, id: done.datasetId };
}

type Given = Record<string, string | string[]>;

test.each<[Given, string[]]>([
  [{}, ["sky", "bread", "tea", "empty"]],
  [{ q: "sky blue" }, ["sky"]],
  [{ q: "tea" }, ["tea"]],
  [{ q: "100 % rye_" }, ["bread"]],
  [{ q: "%" }, ["bread"]],
  [{ q: "  " }, ["sky", "bread", "tea", "empty"]],
  [{ tag: "food" }, ["bread", "tea"]],
  [{ tag: ["food", "short"] }, ["sky", "bread", "tea"]],
  [{ tag: ["food", "short"], tags: "all" }, ["tea"]],
  [{ model: "a" }, ["sky", "bread"]],
  [{ model: "a", least: "50" }, ["bread"]],
  [{ model: ["a", "b"], most: "50" }, ["sky"]],
  [{ least: "101" }, ["sky"]],
  [{ has: "checklist" }, ["sky"]],
  [{ has: "criteria" }, ["tea"]],
  [{ has: ["criteria", "drafts"] }, ["tea"]],
  [{ has: ["checklist", "drafts"] }, []],
  [{ status: "judged" }, ["tea"]],
  [{ status: "untouched" }, ["sky", "bread", "empty"]],
  [{ status: "batch" }, []],
])("%j finds %j", async (given, keys) => {
  const { actor, id } = await studyOnce();
  const page = await listTasks(actor, id, TasksQuery.parse(given));
  expect(page?.tasks.map(({ key }) => key)).toEqual(keys);
  expect(page?.total).toBe(keys.length);
});

let made: ReturnType<typeof makeStudy> | undefined;
function studyOnce() {
  made ??= makeStudy();
  return made;
}

test("of responses, each has to fit by itself", async () => {
  const { id } = await studyOnce();
  const filter = TaskFilter.parse({ tag: ["short"], model: ["b"], least: 200 });
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT r."key" FROM "Task" AS t JOIN "Response" AS r ON r."taskId" = t."id"
    WHERE t."datasetId" = ${id}::uuid AND ${responsesThatFit(filter)}`;
  expect(rows).toEqual([{ key: "sky.b" }]);
});

test("a task is in a batch from when it is opened, and untouched no longer", async () => {
  const { projectId, actor, id } = await makeStudy();
  const admin = await makeMember("admin", { project: { id: projectId } });
  const found = async (status: "untouched" | "batch") =>
    (await listTasks(actor, id, { status }))?.tasks.map(({ key }) => key);
  const batch = await makeBatch({ dataset: { id, projectId }, open: false });
  expect(await found("batch")).toEqual([]);
  await openBatch(admin.actor, batch.id);
  expect(await found("batch")).toEqual(["sky", "bread", "tea"]);
  expect(await found("untouched")).toEqual(["empty"]);
});
