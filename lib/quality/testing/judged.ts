import { fromSnapshot } from "@/lib/database/snapshot";
import { importStudyFile } from "@/lib/dataset/import/upload";
import { ratings } from "@/lib/export/data/ratings";
import type { Rating } from "@/lib/export/rules/ratings";
import type { TestAnnotator } from "@/lib/quality/testing/fixture";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { makeMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

export const CANARY = "canary-why-it-is-so";
export const SEEDS = { seed: 5, subjectOrder: "fixed" as const };

/**
 * A project with an admin, annotators, and a study of pairs; the second response of each, `good`, is the
 * better one.
 */
export async function pairs(tasks: number, people: number, more: (n: number) => object[]) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const records = [
    { type: "study", version: 1, name: "Pairs" },
    ...Array.from({ length: tasks }, (_, n) => [
      { type: "task", id: `t${n}`, instruction: `Explain ${n}.` },
      { type: "response", id: `bad${n}`, task: `t${n}`, text: `A bad answer to ${n}` },
      { type: "response", id: `good${n}`, task: `t${n}`, text: `A good answer to ${n}` },
      ...more(n),
    ]).flat(),
  ];
  const file = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  const imported = await importStudyFile(project.id, [file], { fileName: "s.jsonl" });
  if (!("datasetId" in imported)) throw new Error(imported.failure);
  const annotators: TestAnnotator[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  return { project, admin, dataset: { id: imported.datasetId, projectId: project.id }, annotators, records };
}

export async function submitOps(person: TestAnnotator, view: AssignmentView, ...ops: Op[]) {
  const lease = view.lease ?? "";
  const saved = await recordOps(person.actor, view.id, { lease, base: view.version, ops });
  if (!saved || "refused" in saved) throw new Error(JSON.stringify(saved));
  return submit(person.actor, view.id, { lease });
}

export async function ratingsOf(scope: { projectId: string; datasetId: string; batchId: string }) {
  const rows: Rating[] = [];
  for await (const row of fromSnapshot((snapshot) => ratings(snapshot, scope))) rows.push(row);
  return rows;
}
