import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { makeBatch, stepsOf, type TestBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

type Annotator = TestMember<"annotator">;
type Design = Omit<Parameters<typeof makeBatch>[0] & object, "dataset" | "annotators" | "open">;

/** An open batch with annotators who may claim in it, and its admin. */
export async function makeCrowd({
  subjects = 4,
  people = 2,
  ...design
}: { subjects?: number; people?: number } & Design = {}) {
  const project = await makeProject();
  const dataset = await makeDataset({ project, tasks: subjects });
  const annotators: Annotator[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  const batch = await makeBatch({ dataset, annotators, ...design });
  const admin = await makeMember("admin", { project });
  return {
    project,
    batch,
    annotators,
    admin,
    first: annotators[0] as Annotator,
    second: annotators[1] as Annotator,
  };
}

/** The assignment that an annotator gets on claiming; throws if there is none. */
export async function claimed(annotator: Annotator, batch: TestBatch) {
  const result = await claim(annotator.actor, batch.id);
  if (!result || !("assignment" in result)) throw new Error(`nothing was claimed: ${JSON.stringify(result)}`);
  return result.assignment;
}

/** Submits an assignment without its judgements. */
export function submitEmpty(id: string) {
  return db.assignment.update({
    where: { id },
    data: { state: "submitted", submittedAt: new Date(), lease: null, leaseUntil: null },
  });
}

/** Ends the lease of an assignment a second ago. */
export function endLease(id: string) {
  return db.assignment.update({ where: { id }, data: { leaseUntil: new Date(Date.now() - 1000) } });
}

/** Arms with the same steps, each with its k. */
export function armsOf(...ks: number[]): Arms {
  const steps = stepsOf("direct-scoring");
  return ks.map((k, n) => ({ name: `arm ${n}`, k, steps: n === 0 ? steps : null, exposure: null }));
}
