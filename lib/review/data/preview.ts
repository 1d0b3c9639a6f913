import "server-only";
import { randomUUID } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { findNthSubject } from "@/lib/batch/data/subjects";
import { subjectKindOfArms } from "@/lib/batch/rules/design";
import { withDrafter } from "@/lib/batch/rules/protocol-sources";
import { db } from "@/lib/database/db";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import { Protocol } from "@/lib/protocol/schema";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { Quality } from "@/lib/quality/schema";
import { contentOf, taskContent } from "@/lib/review/data/assignments";
import type { AssignmentView } from "@/lib/review/schema";
import { previewFrame } from "@/lib/review/stimulus/find-frame";
import type { Origins } from "@/lib/review/stimulus/types";

export type BatchPreview = {
  projectId: string;
  state: AssignmentView["batch"]["state"];
  arms: string[];
  /** The kind of subject of its assignments. */
  kind: SubjectKind;
  /** Index of the previewed arm, and the subject's position in the batch. */
  arm: number;
  subject: number;
  /** Null when the batch has no subject at this position. */
  view: AssignmentView | null;
  /** Sources of the drafts in the view: for the person who previews, never for annotators. */
  origins: Origins;
};

/**
 * A subject as an annotator in an arm will see it, for draft and opened batches. The frame contains all drafts, since
 * no server sends them later: the page hides what an annotator would not see yet. Null when the researcher may not
 * read the batch.
 */
export async function previewAssignment(
  researcher: Member<"researcher">,
  batchId: string,
  wanted: { arm: number; subject: number },
): Promise<BatchPreview | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: {
      id: true,
      name: true,
      state: true,
      leaseMinutes: true,
      itemOrder: true,
      quality: true,
      projectId: true,
      dataset: { select: { sample: true } },
      arms: { orderBy: { position: "asc" }, select: { id: true, name: true, protocol: true } },
      guidelines: { orderBy: { version: "desc" }, take: 1, select: { text: true } },
    },
  });
  if (!batch) return null;
  const armNo = batch.arms[wanted.arm] ? wanted.arm : 0;
  const arm = batch.arms[armNo];
  const place = await findNthSubject(batch.id, wanted.subject);
  const subject =
    place &&
    (await db.task.findUnique({
      where: { id: place.taskId },
      select: {
        ...taskContent,
        datasetId: true,
        key: true,
        position: true,
        responses: {
          where: { id: { in: [place.responseId, place.responseBId].filter((id) => id !== null) } },
          select: { id: true, text: true },
        },
      },
    }));
  const about = {
    projectId: batch.projectId,
    state: batch.state,
    arms: batch.arms.map(({ name }) => name),
    kind: subjectKindOfArms(batch.arms.map(({ protocol }) => Protocol.parse(protocol))),
    arm: armNo,
    subject: wanted.subject,
  };
  if (!arm || !place || !subject)
    return { ...about, view: null, origins: { rubrics: new Map(), units: new Map() } };
  const { datasetId, key, position, responses, ...content } = subject;
  const designed = Protocol.parse(arm.protocol);
  // For a draft batch, the protocol as it will be once the batch opens.
  const protocol = batch.state === "draft" ? { steps: designed.steps.map(withDrafter) } : designed;
  const textOf = (id: string | null) => responses.find((response) => response.id === id) ?? null;
  const { frame, origins } = await previewFrame(
    { batchId: batch.id, armId: arm.id, subject: { ...place, datasetId, task: { key, position } } },
    protocol,
    batch.itemOrder,
  );
  const view: AssignmentView = {
    id: randomUUID(),
    state: "open",
    position: wanted.subject + 1,
    lease: randomUUID(),
    leaseUntil: null,
    submittedAt: null,
    undoUntil: null,
    skipReason: null,
    reopened: null,
    mayTakeBack: false,
    batch: {
      id: batch.id,
      name: batch.name || "Untitled batch",
      state: "open",
      sample: batch.dataset.sample,
      leaseMinutes: batch.leaseMinutes,
      signals: false,
      projectArchived: false,
    },
    guidelines: batch.guidelines[0]?.text ?? "",
    disclosures: disclosuresOf(Quality.parse(batch.quality)),
    ...contentOf(
      protocol,
      { task: content, response: textOf(place.responseId), responseB: textOf(place.responseBId) },
      false,
    ),
    frame,
    version: 0,
    savedAt: null,
    ops: [],
  };
  return { ...about, view, origins };
}
