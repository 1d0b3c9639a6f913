import "server-only";
import { z } from "zod";
import { Message } from "@/lib/dataset/schema";
import { db } from "@/lib/db";
import { type Annotator, findOps, ownedBy } from "@/lib/review/data/held";
import { UNDO_MS } from "@/lib/review/data/submit";
import { findFrame } from "@/lib/review/frame";
import { fold, withhold } from "@/lib/review/rules/apply";
import type { AssignmentView, FinishedWork, OwnAssignment } from "@/lib/review/schema";

const Messages = z.array(Message).nullable();

/**
 * Everything the workbench needs for one assignment of the annotator: the content to judge, the frame as far as it
 * may be seen now, and the operations so far. Null when it is not theirs. Nothing in it tells which model answered,
 * what the study file calls things, or what anybody else did.
 */
export async function findAssignment(annotator: Annotator, id: string): Promise<AssignmentView | null> {
  const framed = await findFrame(annotator, id);
  if (!framed) return null;
  const [assignment, recorded] = await Promise.all([
    db.assignment.findFirst({
      where: { id, ...ownedBy(annotator) },
      select: {
        id: true,
        state: true,
        position: true,
        lease: true,
        leaseUntil: true,
        submittedAt: true,
        skipReason: true,
        guidelinesVersion: true,
        batch: {
          select: {
            id: true,
            name: true,
            state: true,
            leaseMinutes: true,
            project: { select: { sample: true } },
            dataset: { select: { sample: true } },
            guidelines: { select: { version: true, text: true } },
          },
        },
        subject: {
          select: {
            task: { select: { instruction: true, input: true, messages: true, reference: true, tags: true } },
            response: { select: { text: true } },
          },
        },
      },
    }),
    findOps(db, id),
  ]);
  if (!assignment) return null;
  const { batch, subject, submittedAt, guidelinesVersion, ...own } = assignment;
  const ops = recorded.map(({ op }) => op);
  return {
    ...own,
    batch: {
      id: batch.id,
      name: batch.name,
      state: batch.state,
      leaseMinutes: batch.leaseMinutes,
      sample: batch.project.sample || batch.dataset.sample,
    },
    guidelines: batch.guidelines.find(({ version }) => version === guidelinesVersion)?.text ?? "",
    submittedAt,
    undoUntil: submittedAt && new Date(submittedAt.getTime() + UNDO_MS),
    task: { ...subject.task, messages: Messages.parse(subject.task.messages) },
    response: subject.response,
    frame: withhold(framed.frame, fold(framed.frame, ops)),
    version: ops.length,
    savedAt: recorded.at(-1)?.recordedAt ?? null,
    ops,
  };
}

/** The annotator's assignments in a batch, newest first. Null when they are not among its annotators. */
export async function listOwnWork(annotator: Annotator, batchId: string): Promise<OwnAssignment[] | null> {
  const batch = await db.batch.findFirst({
    where: {
      id: batchId,
      state: { not: "draft" },
      annotators: {
        some: { membership: { userId: annotator.userId, disabledAt: null, user: { disabledAt: null } } },
      },
    },
    select: {
      assignments: {
        where: ownedBy(annotator),
        orderBy: { position: "desc" },
        take: 1000,
        select: {
          id: true,
          state: true,
          position: true,
          version: true,
          submittedAt: true,
          leaseUntil: true,
          subject: { select: { task: { select: { instruction: true } } } },
        },
      },
    },
  });
  if (!batch) return null;
  return batch.assignments.map(({ subject, ...own }) => ({
    ...own,
    title: titleOf(subject.task.instruction),
  }));
}

/** The annotator's last submissions in all their batches, newest first. */
export async function listFinishedWork(annotator: Annotator): Promise<FinishedWork[]> {
  const rows = await db.assignment.findMany({
    where: { state: "submitted", ...ownedBy(annotator) },
    orderBy: { submittedAt: "desc" },
    take: 50,
    select: {
      id: true,
      submittedAt: true,
      batch: { select: { name: true } },
      subject: { select: { task: { select: { instruction: true } } } },
    },
  });
  return rows.map(({ subject, batch, ...own }) => ({
    ...own,
    batch: batch.name,
    title: titleOf(subject.task.instruction),
  }));
}

/** The first words of an instruction, to tell assignments apart in a list. */
function titleOf(instruction: string): string {
  const line = instruction.trim().replaceAll(/\s+/g, " ");
  return line.length > 120 ? `${line.slice(0, 119).trimEnd()}…` : line;
}
