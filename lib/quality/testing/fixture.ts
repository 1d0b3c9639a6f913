import type { Arms } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { claim } from "@/lib/participation/data/claim";
import { findAssignment } from "@/lib/review/data/assignments";
import { recordOps } from "@/lib/review/data/record-operations";
import { submit } from "@/lib/review/data/submit";
import type { AssignmentView } from "@/lib/review/schema";
import type { Op } from "@/lib/review/schema/operation";
import { answer, newOp } from "@/lib/review/testing/fixture";
import { stepsOf } from "@/testing/builders/batches";
import { makeDataset } from "@/testing/builders/datasets";
import { makeMember, type TestMember } from "@/testing/builders/people";
import { makeProject } from "@/testing/builders/projects";

export type TestAnnotator = TestMember<"annotator">;

/**
 * A project with an admin, annotators, and a dataset whose tasks have one response and a checklist of two
 * items.
 */
export async function makeQualityStudy(tasks: number, people = 1) {
  const project = await makeProject();
  const admin = await makeMember("admin", { project });
  const dataset = await makeDataset({ project, tasks, checklist: 2 });
  // Each question has its own text, so that one of another task can be recognised.
  const items = await db.itemVersion.findMany({
    where: { item: { rubric: { datasetId: dataset.id } } },
    include: { item: true },
  });
  for (const { id, item } of items)
    await db.itemVersion.update({ where: { id }, data: { text: `Does it meet ${item.key}?` } });
  const annotators: TestAnnotator[] = [];
  for (let n = 0; n < people; n++) annotators.push(await makeMember("annotator", { project }));
  return { project, admin, dataset, annotators };
}

/** One arm that answers them with visible drafts. */
export const judging: Arms = [
  { name: "with", k: 1, steps: stepsOf("checklist-answering", { exposure: "draft-first" }), exposure: null },
];

/** The assignment that a claim returns, as the browser gets it; null for nothing. */
export async function next(person: TestAnnotator, batch: { id: string }): Promise<AssignmentView | null> {
  const got = await claim(person.actor, batch.id);
  return got && "assignment" in got ? findAssignment(person.actor, got.assignment.id) : null;
}

/** Answers every question of an assignment, accepts every line and item, and submits it. */
export async function submitAssignment(
  person: TestAnnotator,
  view: AssignmentView,
  say: (item: { key: string; text: string; drafted: unknown }) => "yes" | "no",
) {
  const ops: Op[] = view.frame.steps.flatMap((step): Op[] => {
    if (step.type === "judge")
      return step.items.flatMap(({ key, text, draft }) => [
        ...(draft?.lines ?? []).map((_, line) =>
          newOp({ type: "decide", target: { item: key, line }, action: "accept" }),
        ),
        answer(key, say({ key, text, drafted: draft?.value })),
      ]);
    if (step.type === "rubric")
      return step.rubrics.flatMap(({ items }) =>
        items.map(({ key, text }) =>
          newOp({
            type: "decide",
            target: { item: key },
            action: say({ key, text, drafted: null }) === "yes" ? "accept" : "remove",
          }),
        ),
      );
    return [];
  });
  const lease = view.lease ?? "";
  const saved = await recordOps(person.actor, view.id, { lease, base: view.version, ops });
  if (!saved || "refused" in saved) throw new Error(JSON.stringify(saved));
  return submit(person.actor, view.id, { lease });
}
