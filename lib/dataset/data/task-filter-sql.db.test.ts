import { expect, test } from "vitest";
import { openBatch } from "@/lib/batch/data/open-batch";
import { db } from "@/lib/database/db";
import { responsesThatFit } from "@/lib/dataset/data/task-filter-sql";
import { listTasks } from "@/lib/dataset/data/tasks";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { exportRecord } from "@/lib/dataset/rules/records";
import { type StudyRecord, TaskFilter } from "@/lib/dataset/schema";
import { TasksQuery } from "@/lib/dataset/schema/views";
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
  {
    ...{ type: "response", id: "sky.a", task: "sky", model: "a", text: "x".repeat(10) },
    metadata: { reward: 0.25, kind: "plain" },
  },
  {
    ...{ type: "response", id: "sky.b", task: "sky", model: "b", text: "x".repeat(500) },
    metadata: { reward: -2, kind: "plain" },
  },
  {
    ...{ type: "response", id: "bread.a", task: "bread", model: "a", text: "x".repeat(100) },
    metadata: { reward: 0.75, kind: "a>=1" },
  },
  {
    ...{ type: "response", id: "tea.b", task: "tea", model: "b", text: "x".repeat(100) },
    metadata: { reward: "high" },
  },
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
  [{ responseMeta: "reward>=0.25" }, ["sky", "bread"]],
  [{ responseMeta: "reward>=0.26" }, ["bread"]],
  [{ responseMeta: "reward>=.26" }, ["bread"]],
  [{ responseMeta: "reward<=1e-100000" }, ["sky"]],
  [{ responseMeta: "reward<=-2" }, ["sky"]],
  [{ responseMeta: ["reward>=0", "reward<=0.5"] }, ["sky"]],
  [{ responseMeta: ["reward>=-1e1", "kind=a>=1"] }, ["bread"]],
  [{ responseMeta: ["reward<=1", "kind=plain"], model: "b" }, ["sky"]],
  [{ responseMeta: "kind>=1" }, []],
  [{ responseMeta: `x' OR TRUE -->=1` }, []],
  [{ meta: "reward>=0" }, []],
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

test("one response must meet all conditions on responses", async () => {
  const { id } = await studyOnce();
  const filter = TaskFilter.parse({ tag: ["short"], model: ["b"], least: 200 });
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT r."key" FROM "Task" AS t JOIN "Response" AS r ON r."taskId" = t."id"
    WHERE t."datasetId" = ${id}::uuid AND ${responsesThatFit(filter)}`;
  expect(rows).toEqual([{ key: "sky.b" }]);
});

test("a range narrows the responses of a batch, for its project's people alone", async () => {
  const { id, projectId, actor } = await makeStudy();
  const filter = TaskFilter.parse({ responseMeta: "reward>=0" });
  const rows = await db.$queryRaw<{ key: string }[]>`
    SELECT r."key" FROM "Task" AS t JOIN "Response" AS r ON r."taskId" = t."id"
    WHERE t."datasetId" = ${id}::uuid AND ${responsesThatFit(filter)} ORDER BY 1`;
  expect(rows.map(({ key }) => key)).toEqual(["bread.a", "sky.a"]);
  expect(await listTasks(actor, id, filter)).toMatchObject({ total: 2 });
  const stranger = await makeMember("researcher");
  expect(stranger.projectId).not.toBe(projectId);
  expect(await listTasks(stranger.actor, id, filter)).toBeNull();
});

test.each(["reward>=high", "reward<=", "reward>=0x10", "reward<=1e999", "reward>=1; SELECT 1"])(
  "%s is refused, because a range needs a number",
  (range) => {
    const { error } = TaskFilter.safeParse({ responseMeta: range });
    expect(error?.issues[0]?.message).toMatch(/must be a number/);
  },
);

test("a task counts as in a batch once the batch is open", async () => {
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
