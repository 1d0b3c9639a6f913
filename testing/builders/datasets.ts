import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import type { RubricKind } from "@/lib/protocol/schema";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeProject } from "@/testing/builders/projects";

export interface TestDataset {
  id: string;
  projectId: string;
}

const words: Record<RubricKind, string> = {
  checklist: "Does the response answer the question?",
  criteria: "Is easy to follow",
};

/** Adds responses to the tasks of a dataset, a list of texts per task. Returns the tasks' ids. */
export async function addResponses(
  dataset: { id: string },
  texts: readonly (readonly string[])[],
): Promise<string[]> {
  const tasks = await db.task.findMany({ where: { datasetId: dataset.id }, orderBy: { position: "asc" } });
  await db.response.createMany({
    data: tasks.flatMap(({ id, key }, n) =>
      (texts[n] ?? []).map((text, position) => ({
        ...{ taskId: id, datasetId: dataset.id, key: `${key}.${position}`, text, position },
      })),
    ),
  });
  return tasks.map(({ id }) => id);
}

/**
 * A complete study: tasks with responses by one model, and for every task a checklist or criteria with the
 * given number of items, each with a drafted value and two explanation lines for every response.
 */
export async function makeDataset({
  project,
  name = `Dataset ${randomUUID().slice(0, 8)}`,
  tasks = 3,
  responses = 1,
  model = (_task, response) => `model-${response + 1}`,
  checklist = 0,
  criteria = 0,
  pointLabels = [],
  drafts = true,
  overallDrafts = false,
  sample = false,
  wording = {},
}: {
  project?: { id: string };
  name?: string;
  tasks?: number;
  responses?: number;
  /** The model of a response, by the positions of its task and of the response. */
  model?: (task: number, response: number) => string;
  checklist?: number;
  criteria?: number;
  /** Labels of the points of each criterion. */
  pointLabels?: readonly Record<string, string>[];
  drafts?: boolean;
  overallDrafts?: boolean;
  sample?: boolean;
  /** Replaces the default instruction, response and checklist question texts. */
  wording?: { instruction?: string; response?: string; question?: string };
} = {}): Promise<TestDataset> {
  const projectId = (project ?? (await makeProject())).id;
  const dataset = await db.dataset.create({
    data: { projectId, name, sample, state: "ready", readyAt: new Date() },
  });
  const datasetId = dataset.id;
  const drafter = await db.rater.create({ data: { projectId, datasetId, kind: "llm", code: "drafter-1" } });

  const made = Array.from({ length: tasks }, (_, n) => ({
    id: randomUUID(),
    datasetId,
    key: `t${n + 1}`,
    position: n,
    instruction: wording.instruction ?? `Explain topic ${n + 1} to a child.`,
    tags: [],
  }));
  await db.task.createMany({ data: made });
  const answers = made.flatMap((task) =>
    Array.from({ length: responses }, (_, n) => ({
      id: randomUUID(),
      datasetId,
      taskId: task.id,
      key: `${task.key}.r${n + 1}`,
      position: n,
      model: model(task.position, n),
      text: wording.response ?? `Topic ${task.position + 1} is simple, said model ${n + 1}.`,
    })),
  );
  await db.response.createMany({ data: answers });

  const proposed: Prisma.DraftCreateManyInput[] = [];
  const propose = (response: (typeof answers)[number], itemId: string | null, value: string | number) =>
    proposed.push({
      datasetId,
      key: `d${proposed.length + 1}`,
      position: proposed.length,
      taskId: response.taskId,
      target: itemId ? "item" : "overall",
      responseId: response.id,
      itemId,
      raterId: drafter.id,
      value,
      lines: ["It names the topic.", `So the value is ${value}.`],
      scoreLine: 1,
    });
  for (const [kind, items] of [
    ["checklist", checklist],
    ["criteria", criteria],
  ] as const) {
    if (items === 0) continue;
    for (const task of made) {
      const rubric = await db.rubric.create({
        data: {
          datasetId,
          taskId: task.id,
          key: `${task.key}.${kind}`,
          position: 0,
          kind,
          versions: { create: { version: 1, origin: "llm", model: "drafter-1" } },
          items: {
            create: Array.from({ length: items }, (_, n) => ({ key: `${task.key}.${kind}.${n + 1}` })),
          },
        },
        include: { versions: true, items: { orderBy: { key: "asc" } } },
      });
      await db.itemVersion.createMany({
        data: rubric.items.map((item, position) => ({
          itemId: item.id,
          rubricId: rubric.id,
          rubricVersionId: rubric.versions[0]?.id ?? "",
          position,
          name: kind === "criteria" ? `Criterion ${position + 1}` : null,
          text: (kind === "checklist" && wording.question) || words[kind],
          scale:
            kind === "checklist"
              ? { type: "yesno" }
              : { type: "points", min: 1, max: 5, labels: pointLabels[position] },
        })),
      });
      if (!drafts) continue;
      for (const response of answers.filter(({ taskId }) => taskId === task.id)) {
        for (const item of rubric.items) propose(response, item.id, kind === "checklist" ? "yes" : 4);
      }
    }
  }
  if (overallDrafts) for (const response of answers) propose(response, null, 4);
  await db.draft.createMany({ data: proposed });
  return { id: datasetId, projectId };
}

/** A drafted preference between the first two responses; of several answers of its judge with `votes`. */
export async function makePreferenceDraft(
  dataset: { id: string },
  { votes, ...content }: { value: string | number; lines: string[]; votes?: string[] },
): Promise<{ responseId: string; responseBId: string }> {
  const { id: raterId } = await db.rater.findFirstOrThrow({ where: { datasetId: dataset.id, kind: "llm" } });
  const [one, other] = await db.response.findMany({
    where: { datasetId: dataset.id },
    orderBy: { key: "asc" },
    take: 2,
  });
  if (!one || !other) throw new Error("a preference is between two responses");
  const pair = { responseId: one.id, responseBId: other.id };
  await db.draft.create({
    data: {
      ...content,
      datasetId: dataset.id,
      ...(votes && { provenance: { votes } }),
      key: ["preference", ...(votes ?? [])].join(" "),
      position: 0,
      taskId: one.taskId,
      target: "preference",
      ...pair,
      raterId,
    },
  });
  return pair;
}

/**
 * An imported study with judgements of two people and a model on every response: "A01" and "A02", who have no
 * account here and disagree on the first.
 */
export async function makeJudgedDataset(
  options: Parameters<typeof makeDataset>[0] = {},
): Promise<TestDataset & { raters: { id: string; code: string }[] }> {
  const dataset = await makeDataset({ criteria: 1, ...options });
  const { id: datasetId, projectId } = dataset;
  const raters = await db.rater.createManyAndReturn({
    data: ["A01", "A02"].map((code) => ({ projectId, datasetId, kind: "human" as const, code })),
    select: { id: true, code: true },
  });
  const drafts = await db.draft.findMany({ where: { datasetId }, orderBy: { position: "asc" } });
  const judgements = drafts.flatMap((draft) =>
    raters.map(({ id: raterId }, n) => ({ draft, raterId, value: draft.position === 0 && n === 0 ? 2 : 4 })),
  );
  await db.judgement.createMany({
    data: judgements.map(({ draft, raterId, value }, position) => ({
      datasetId,
      key: `j${position + 1}`,
      position,
      taskId: draft.taskId,
      target: draft.target,
      responseId: draft.responseId,
      itemId: draft.itemId,
      raterId,
      draftId: draft.id,
      arm: "with draft",
      exposure: "judge_then_reveal" as const,
      initial: 3,
      value,
    })),
  });
  const counts = { judgements: judgements.length, drafts: drafts.length };
  await db.dataset.update({ where: { id: datasetId }, data: { counts, source: "a paper" } });
  return { ...dataset, raters };
}
