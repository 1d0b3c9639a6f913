import { expect, test } from "vitest";
import { db } from "@/lib/database/db";
import { addLines } from "@/lib/dataset/data/add-lines";
import { LINE_LIMITS } from "@/lib/dataset/rules/lines";
import type { OnConflict } from "@/lib/dataset/schema/additions";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

async function study({ tasks = 0, checklist = 0, drafts = true } = {}) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks, checklist, drafts });
  const admin = await makeMember("admin", { project });
  const push = (lines: readonly (object | string)[], onConflict: OnConflict = "refuse") =>
    addLines(admin.actor, dataset.id, bodyOf(lines), { onConflict });
  const tasksOf = () => db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  return { project, dataset, admin: admin.actor, push, tasksOf };
}

async function* bodyOf(lines: readonly (object | string)[]) {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const bytes = Buffer.from(`${text}\n`);
  // Blocks that end anywhere.
  for (let at = 0; at < bytes.length; at += 60_001) yield bytes.subarray(at, at + 60_001);
}

const task = (n: number | string, instruction = `Explain ${n}.`) => ({
  type: "task",
  id: `n${n}`,
  instruction,
});
const response = (n: number, text = `Answer ${n}.`) => ({
  type: "response",
  id: `n${n}.r`,
  task: `n${n}`,
  model: "model-n",
  text,
});
const score = (n: number, value = 4) => ({
  type: "draft",
  id: `n${n}.d`,
  task: `n${n}`,
  item: "overall",
  response: `n${n}.r`,
  rater: "own-judge",
  raterKind: "llm",
  method: "own.score",
  condition: "prompt 2",
  confidence: 0.75,
  value,
});

const NONE = { replaced: 0, skipped: 0, unchanged: 0, refused: 0, problems: [] };

test("lines that do not fit are refused by number with the reason, and all others are added", async () => {
  const { push, tasksOf, dataset } = await study();
  expect(
    await push([
      { type: "study", version: 1, name: "More" },
      task(1),
      '{"type":"task","id":"broken"',
      "",
      response(2),
      score(2),
      task(3),
      response(3),
      { ...score(3), value: "lots" },
      { type: "labels", id: "l", task: "n1", question: "q", labels: [], rater: "g", raterKind: "gold" },
      '{"type":"task","id":"twice","id":"twice","instruction":"x"}',
      "[1]",
      task(1),
      task(1, "Something else."),
      task(4),
    ]),
  ).toEqual({
    added: { task: 3, response: 1, draft: 0 },
    ...{ replaced: 0, skipped: 0, unchanged: 1, refused: 8 },
    problems: [
      { line: 3, place: "", reason: expect.stringContaining("not the end of the line") },
      { line: 5, place: "task", reason: 'no task has the id "n2"' },
      { line: 6, place: "task", reason: 'no task has the id "n2"' },
      { line: 9, place: "value", reason: expect.stringContaining("or a number") },
      { line: 10, place: "type", reason: 'is "labels": only task, response, draft can be added' },
      { line: 11, place: "", reason: 'the field "id" occurs twice' },
      { line: 12, place: "", reason: "a record is an object in braces, not a list" },
      { line: 14, place: "id", reason: 'the dataset has another task with the id "n1"' },
    ],
  });
  expect((await tasksOf()).map(({ key }) => key)).toEqual(["n1", "n3", "n4"]);
  const { counts, dataVersion } = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(counts).toMatchObject({ tasks: 3, responses: 1, drafts: 0 });
  expect(dataVersion).toBe(2);
});

test("an id that comes twice in one body is handled as in two: an equal record is passed over, a different one follows the rule for conflicts", async () => {
  const lines = [task(1), task(2), task(1), task(1, "Second."), task(1, "Third."), task(3)];
  const texts = async ({ tasksOf }: Awaited<ReturnType<typeof study>>) =>
    (await tasksOf()).map(({ instruction }) => instruction);
  const refusing = await study();
  expect(await refusing.push(lines)).toMatchObject({ added: { task: 3 }, unchanged: 1, refused: 2 });
  expect(await texts(refusing)).toEqual(["Explain 1.", "Explain 2.", "Explain 3."]);
  const skipping = await study();
  expect(await skipping.push(lines, "skip")).toMatchObject({ added: { task: 3 }, unchanged: 1, skipped: 2 });
  const replacing = await study();
  expect(await replacing.push(lines, "replace")).toMatchObject({ unchanged: 1, replaced: 2, refused: 0 });
  expect(await texts(replacing)).toEqual(["Third.", "Explain 2.", "Explain 3."]);
});

test("a line refers to earlier lines only, also within the lines that are written together", async () => {
  const { push, tasksOf } = await study();
  expect(await push([response(1), score(2), task(2), response(2), task(1), response(1), score(2)])).toEqual({
    ...NONE,
    added: { task: 2, response: 2, draft: 1 },
    refused: 2,
    problems: [
      { line: 1, place: "task", reason: 'the task "n1" comes later, on line 5' },
      { line: 2, place: "task", reason: 'the task "n2" comes later, on line 3' },
      { line: 2, place: "response", reason: 'the response "n2.r" comes later, on line 4' },
    ],
  });
  expect((await tasksOf()).map(({ key }) => key)).toEqual(["n2", "n1"]);
});

test("nothing that people or judges have seen is replaced, and drafts never are", async () => {
  const { push, tasksOf, project, dataset } = await study();
  await push([task(1), response(1), task(2), response(2), score(2), task(3), response(3), task(4)]);
  const annotator = await makeMember("annotator", { project });
  const batch = await makeBatch({ dataset, annotators: [annotator], k: 1 });
  const claimed = await claim(annotator.actor, batch.id);
  if (!claimed || !("assignment" in claimed)) return expect.fail();
  const { subject } = await db.assignment.findUniqueOrThrow({
    where: { id: claimed.assignment.id },
    select: { subject: { select: { response: { select: { key: true } } } } },
  });
  const shown = Number(subject.response?.key.slice(1, 2));
  const hidden = shown === 1 ? 3 : 1;
  const { dataVersion } = await db.batch.findUniqueOrThrow({ where: { id: batch.id } });

  const changed = (n: number) => [task(n, "Changed."), response(n, "Changed.")];
  const given = "was given to annotators or judged: what they saw stays";
  const drafted = "has drafts, or a drafting run uses it: what they are about stays";
  const sent = [
    ...changed(shown),
    ...(shown === 2 ? [] : [...changed(2), score(2, 1)]),
    ...changed(hidden),
    { ...task(4), tags: ["new"] },
  ];
  const answer = await push(sent, "replace");
  if (!answer || !("problems" in answer)) return expect.fail();
  expect(answer.problems).toEqual([
    { line: 1, place: "id", reason: `the task "n${shown}" ${given}` },
    { line: 2, place: "id", reason: `the response "n${shown}.r" ${given}` },
    ...(shown === 2
      ? []
      : [
          { line: 3, place: "id", reason: `the task "n2" ${drafted}` },
          { line: 4, place: "id", reason: `the response "n2.r" ${drafted}` },
          { line: 5, place: "id", reason: expect.stringContaining('the draft "n2.d" is what a judge said') },
        ]),
  ]);
  expect(answer).toMatchObject({ added: { task: 0 }, replaced: 3, refused: shown === 2 ? 2 : 5 });
  const now = Object.fromEntries((await tasksOf()).map((one) => [one.key, one]));
  expect(now[`n${hidden}`]?.instruction).toBe("Changed.");
  expect(now[`n${shown}`]?.instruction).toBe(`Explain ${shown}.`);
  expect(now.n4?.tags).toEqual(["new"]);
  // Reports of the batch are outdated.
  expect((await db.batch.findUniqueOrThrow({ where: { id: batch.id } })).dataVersion).toBe(dataVersion + 1);

  const moved = await push([{ ...response(hidden, "Changed."), task: "n4" }], "replace");
  expect(moved).toMatchObject({
    refused: 1,
    problems: [{ reason: expect.stringContaining("and stays there") }],
  });
});

test("a body that breaks off leaves complete parts; once it is sent again, every record is there exactly once", async () => {
  const { admin, dataset, push, tasksOf } = await study();
  const lines = Array.from({ length: 9_000 }, (_, n) => task(n));
  async function* cut() {
    yield Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    throw new Error("aborted");
  }
  expect(await addLines(admin, dataset.id, cut(), { onConflict: "refuse" })).toMatchObject({
    refused: "lines-interrupted",
  });
  expect(await tasksOf()).toHaveLength(8_000);
  const short = addLines(admin, dataset.id, bodyOf(lines.slice(0, 10)), {
    onConflict: "refuse",
    expected: 1_000_000,
  });
  expect(await short).toMatchObject({ refused: "lines-interrupted" });
  expect(await push(lines)).toEqual({
    ...NONE,
    added: { task: 1_000, response: 0, draft: 0 },
    unchanged: 8_000,
  });
});

test("fifteen thousand lines are added while another request adds the same ones", async () => {
  const { admin, dataset, push } = await study();
  const lines = Array.from({ length: 5_000 }, (_, n) => [task(n), response(n), score(n)]).flat();
  const [one, other] = await Promise.all([push(lines), push(lines.slice(0, 6_000))]);
  if (!one || !("added" in one) || !other || !("added" in other)) return expect.fail();
  expect(one.added.task + other.added.task).toBe(5_000);
  expect(one.refused + other.refused).toBe(0);
  const { counts } = await db.dataset.findUniqueOrThrow({ where: { id: dataset.id } });
  expect(counts).toMatchObject({ tasks: 5_000, responses: 5_000, drafts: 5_000 });
  const positions = await db.$queryRaw<{ same: number }[]>`
    SELECT count(*)::int - count(DISTINCT "position")::int AS "same" FROM "Response" WHERE "datasetId" = ${dataset.id}::uuid`;
  expect(positions).toEqual([{ same: 0 }]);
  const few = { ...LINE_LIMITS, lines: 3 };
  expect(
    await addLines(admin, dataset.id, bodyOf(lines.slice(0, 5)), { onConflict: "refuse", limits: few }),
  ).toMatchObject({ unchanged: 3, refused: 1, problems: [{ line: null }] });
});

test("an archived project and a dataset of another project take no lines", async () => {
  const { admin, dataset, push, project } = await study();
  const stranger = (await makeMember("admin")).actor;
  expect(await addLines(stranger, dataset.id, bodyOf([task(1)]), { onConflict: "refuse" })).toBeNull();
  await db.project.update({ where: { id: project.id }, data: { archivedAt: new Date() } });
  expect(await push([task(1)])).toMatchObject({ refused: "archived" });
  expect(await addLines(admin, dataset.id, bodyOf([]), { onConflict: "replace" })).toMatchObject({
    refused: "archived",
  });
});
