import { makeBatch } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, makeToken } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";
import type { Annotator } from "./annotator";

/**
 * Annotators of one batch of checklists, with this many assignments each, and this many annotators per
 * subject.
 */
export async function makeCrowd(
  many: number,
  { each, items }: { each: number; items: number },
): Promise<Annotator[]> {
  const project = await makeProject();
  const people: Awaited<ReturnType<typeof makeMember<"annotator">>>[] = [];
  for (let n = 0; n < many; n++) people.push(await makeMember("annotator", { project }));
  const admin = await makeToken(await makeMember("admin", { project }));
  const dataset = await makeDataset({ project, tasks: many, checklist: items, drafts: false });
  const settings = { exposure: "none" as const };
  const batch = await makeBatch({
    dataset,
    annotators: people,
    preset: "checklist-answering",
    settings,
    k: each,
  });
  // One after the other: two hundred transactions at once wait too long for a connection on a busy machine.
  const crowd: Annotator[] = [];
  for (const person of people)
    crowd.push({
      token: (await makeToken(person)).token,
      admin: admin.token,
      project: project.id,
      batch: batch.id,
      assignments: each,
      confirmed: new Map(),
      submitted: [],
      retries: 0,
    });
  return crowd;
}
