import { randomUUID } from "node:crypto";
import { db } from "@/lib/database/db";
import { createRun } from "@/lib/drafting/data/create-run";
import { NewRun } from "@/lib/drafting/schema/runs";
import type { Prisma } from "@/prisma/generated/client/client";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

/** An endpoint, without a key, with limits high enough for tests. */
export async function makeEndpoint({
  project,
  ...data
}: { project?: { id: string } } & Partial<Omit<Prisma.LlmEndpointUncheckedCreateInput, "projectId">> = {}) {
  const projectId = (project ?? (await makeProject())).id;
  return db.llmEndpoint.create({
    data: {
      projectId,
      name: `Endpoint ${randomUUID().slice(0, 8)}`,
      provider: "openai_compatible",
      baseUrl: "https://models.example.org/v1",
      model: "model-1",
      requestsPerMinute: 6000,
      concurrency: 8,
      bearable: 8,
      ...data,
    },
  });
}

/** A run over every task with a checklist or every response, as the method requires. Not started. */
export async function makeRun({
  project,
  dataset,
  endpoint,
  state = "draft",
  ...design
}: {
  project?: { id: string };
  dataset?: { id: string; projectId: string };
  endpoint?: { id: string };
  state?: "draft" | "running" | "paused";
} & Partial<Pick<NewRun, "method" | "params" | "selection" | "maxCalls" | "maxCostMicros">> = {}) {
  const made = dataset ?? (await makeDataset({ project, tasks: 1, checklist: 1 }));
  const admin = await makeMember("admin", { project: { id: made.projectId } });
  const run = await createRun(
    admin.actor,
    made.projectId,
    NewRun.parse({
      name: "Run",
      dataset: made.id,
      endpoint: (endpoint ?? (await makeEndpoint({ project: { id: made.projectId } }))).id,
      method: "tick.generate",
      ...design,
    }),
  );
  if (!run || "refused" in run) throw new Error(`no run was made: ${JSON.stringify(run)}`);
  if (state !== "draft") {
    await db.draftRun.update({ where: { id: run.id }, data: { state, startedAt: new Date() } });
  }
  return { id: run.id, units: run.units, datasetId: made.id, projectId: made.projectId, admin };
}

/** A finished refinement of the dataset's first task: a first response and its revision, with their trace. */
export async function makeRefinement({ dataset }: { dataset: { id: string; projectId: string } }) {
  const run = await makeRun({ dataset, method: "stick.refine", selection: { filter: {}, first: 1 } });
  const unit = await db.draftUnit.findFirstOrThrow({ where: { runId: run.id }, include: { task: true } });
  await db.draftUnit.update({
    where: { id: unit.id },
    data: { state: "done", finishedAt: new Date(), result: { stopped: "all_yes" } },
  });
  await db.draftRun.update({ where: { id: run.id }, data: { state: "done", finishedAt: new Date() } });
  const question = "Does the response name a date?";
  const common = { unitId: unit.id, datasetId: dataset.id, taskId: unit.taskId, temperature: 0, asked: 1 };
  await db.generatedResponse.createMany({
    data: [
      {
        ...{ ...common, key: `${unit.task.key}/refined.r1`, position: 0, role: "initial", iteration: 0 },
        ...{ text: "The meeting is soon.", isFinal: false, yes: 0, answered: 1 },
        trace: {
          answers: [{ question, answer: "no", analysis: "There is no date." }],
          feedback: `${question} No`,
        },
      },
      {
        ...{ ...common, key: `${unit.task.key}/refined.r2`, position: 1, role: "revised", iteration: 1 },
        ...{ text: "The meeting is on 3 May.", isFinal: true, yes: 1, answered: 1 },
        trace: {
          plan: "Name the date.",
          answers: [{ question, answer: "yes", analysis: "It names 3 May." }],
        },
      },
    ],
  });
  return { ...run, unit: unit.id };
}
