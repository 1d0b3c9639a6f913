import { randomUUID } from "node:crypto";
import { listCases } from "@/lib/adjudication/data/cases";
import { startAdjudication } from "@/lib/adjudication/data/start-adjudication";
import { DEFAULT_RULE } from "@/lib/adjudication/rules";
import { actAs } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { Op } from "@/lib/review/schema/operation";
import type { StepFrame } from "@/lib/review/schema/stimulus";
import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeSiteAdmin, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

const DAY = 86_400_000;

/**
 * A batch that two annotators scored with drafts in view, operation by operation as in the browser: they
 * agree on the first response and differ on the second, which is a contested case. With `late`, a third
 * response is unscored, the batch is overdue, and one of three annotators never started.
 */
export async function makeReadBatch({ late = false } = {}) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const people = [await makeMember("annotator", { project }), await makeMember("annotator", { project })];
  const absent = await makeMember("annotator", { project });
  const batch = await makeBatch({
    dataset: await makeDataset({ project, tasks: late ? 3 : 2, criteria: 1 }),
    annotators: late ? [...people, absent] : people,
    k: 2,
    preset: "criterion-scoring",
    settings: { overallScore: false, exposure: "draft-first" },
    subjectOrder: "fixed",
  });
  for (const [who, person] of people.entries()) {
    await scoreNext(person, batch.id, 4);
    await scoreNext(person, batch.id, who === 0 ? 4 : 1);
  }
  const path = `/projects/${project.id}/batches/${batch.id}`;
  if (late) {
    const openedAt = new Date(Date.now() - 10 * DAY);
    const dueAt = new Date(Date.now() - DAY);
    await db.batch.update({ where: { id: batch.id }, data: { openedAt, dueAt } });
    await db.batchAnnotator.updateMany({ where: { batchId: batch.id }, data: { addedAt: openedAt } });
    return { admin, absent: absent.name, project: project.id, path, contested: "" };
  }
  const { actor } = await makeSiteAdmin();
  await startAdjudication(actAs(actor, "admin"), batch.id, { rule: DEFAULT_RULE, adjudicators: [] });
  const [contested] = (await listCases(actAs(actor, "admin"), batch.id, "all", -1)).rows;
  return {
    admin,
    absent: absent.name,
    project: project.id,
    path,
    contested: `/projects/${project.id}/adjudication/${batch.id}/${contested?.id}`,
  };
}

async function scoreNext({ actor }: TestMember<"annotator">, batch: string, value: number): Promise<void> {
  const claimed = await claim(actor, batch);
  if (!claimed || !("assignment" in claimed)) throw new Error("nothing was claimed");
  const { id, lease } = claimed.assignment;
  const view = await findAssignment(actor, id);
  if (!view) throw new Error(`assignment ${id} is not its annotator's`);
  const at = new Date().toISOString();
  const ops = view.frame.steps
    .flatMap((step) => scoring(step, value))
    .map((op) => ({ op: randomUUID(), at, ...op }));
  const saved = await recordOps(actor, id, { lease, base: view.version, ops: ops as Op[] });
  if (!saved || "refused" in saved) throw new Error(`nothing was recorded: ${JSON.stringify(saved)}`);
  const submitted = await submit(actor, id, { lease, base: saved.version });
  if (!submitted || "refused" in submitted) throw new Error(`not submitted: ${JSON.stringify(submitted)}`);
}

/** Operations that accept every line of a draft, and score. */
function scoring(step: StepFrame, value: number): object[] {
  if (step.type !== "judge") return [];
  return step.items.flatMap(({ key, draft }) => [
    ...(draft?.lines ?? []).map((_, line) => ({
      type: "decide",
      target: { item: key, line },
      action: "accept",
    })),
    { type: "answer", item: key, value },
  ]);
}
