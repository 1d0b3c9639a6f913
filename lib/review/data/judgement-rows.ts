import "server-only";
import { randomUUID } from "node:crypto";
import { preparedForAnyone, type Tx } from "@/lib/database/db";
import { isOfLibrary } from "@/lib/drafting/rules/item-library";
import { FROM_LIBRARY, RULE_BASED } from "@/lib/drafting/rules/provenance-labels";
import { insertDecisions, insertSubmitted, removeSubmitted } from "@/lib/judgement/data/write";
import { decisionColumns, reasonColumns, targetColumns } from "@/lib/judgement/rules/columns";
import { sideOf, swapSides } from "@/lib/judgement/rules/sides";
import type { Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { storedAnswer } from "@/lib/protocol/rules/answers";
import { isCorrected } from "@/lib/quality/rules/planted-values";
import type { LockedAssignment } from "@/lib/review/data/assignment-lock";
import { type Projection, project } from "@/lib/review/rules/projection";
import { labelKey } from "@/lib/review/rules/selectors";
import type { ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import type { Framed, FrameRows, PlantedRows } from "@/lib/review/stimulus/types";
import { Exposure, Prisma } from "@/prisma/generated/client/client";

/** Removes the judgements, decisions and answers of an assignment. */
export async function removeRows(tx: Tx, assignmentId: string): Promise<void> {
  await removeSubmitted(tx, assignmentId);
  await tx.labelling.deleteMany({ where: { assignmentId } });
  await tx.askAnswer.deleteMany({ where: { assignmentId } });
  await tx.plantedAnswer.deleteMany({ where: { assignmentId } });
}

const EXPOSURES = {
  none: Exposure.none,
  "draft-first": Exposure.draft_first,
  "judge-then-reveal": Exposure.judge_then_reveal,
  "on-request": Exposure.on_request,
  "score-hidden": Exposure.score_hidden,
} as const;

const asJson = (value: Value | undefined) => (value === undefined ? null : JSON.stringify(value));

/** Ids that all rows of a submission refer to. They stay the same while the assignment stays in its arm. */
export type About = {
  armId: string;
  arm: string;
  subject: { datasetId: string; taskId: string; responseId: string | null; responseBId: string | null };
  isCheck: boolean;
  /** The batch counts pastes and absences. */
  countsSignals: boolean;
  /** The batch asks for further annotators where those of a subject disagree. */
  growsOverlap: boolean;
};

export async function findAbout(id: string): Promise<About | null> {
  type Row = Omit<About, "subject"> & About["subject"];
  const [row] = await preparedForAnyone<Row>(
    "about-submission",
    Prisma.sql`SELECT a."armId", m."name" AS "arm", s."datasetId", s."taskId", s."responseId", s."responseBId",
        s."use" = 'check' AS "isCheck", coalesce((b."quality" ->> 'signals')::boolean, false) AS "countsSignals",
        coalesce(jsonb_typeof(b."quality" -> 'overlap') = 'object', false) AS "growsOverlap"
      FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Arm" m ON m."id" = a."armId" JOIN "Subject" s ON s."id" = a."subjectId"
      WHERE a."id" = ${id}::uuid`,
  );
  if (!row) return null;
  const { armId, arm, isCheck, countsSignals, growsOverlap, ...subject } = row;
  return { armId, arm, isCheck, countsSignals, growsOverlap, subject };
}

export async function insertRows(
  tx: Tx,
  assignment: LockedAssignment,
  { frame, rows, planted }: Framed,
  document: ReviewDocument,
  submittedAt: Date,
  { arm, subject }: About,
): Promise<void> {
  const projection = project(frame, document);
  const { judgements, labels, asks } = projection;
  // A planted item is not an item of the rubric: a decision on it only answers the planted error.
  const decisions = projection.decisions.filter(({ item }) => !planted.has(item));
  const answers = answersTo(rows, planted, projection, assignment.id);
  if (answers.length > 0) await tx.plantedAnswer.createMany({ data: answers });
  const flags = Object.keys(document.flags);
  const flagNotes = Object.entries(document.flags).filter(([, note]) => note !== "");
  const remarks = {
    ...(document.note.trim() && { note: document.note }),
    ...(flags.length > 0 && { flags }),
    ...(flagNotes.length > 0 && { flagNotes: Object.fromEntries(flagNotes) }),
  };
  const common = {
    datasetId: subject.datasetId,
    batchId: assignment.batchId,
    assignmentId: assignment.id,
    armId: assignment.armId,
    arm,
    raterId: assignment.raterId,
  };
  const judged = judgements.map((row) => ({ id: randomUUID(), row }));

  await insertSubmitted(
    tx,
    {
      ...common,
      taskId: subject.taskId,
      startedAt: assignment.openedAt,
      submittedAt,
    },
    judged.map(({ id, row }, position) => ({
      id,
      position,
      step: row.step,
      ...targetColumns(row.item, subject, (item) => itemColumns(rows, item)),
      ...(row.item === PREFERENCE && { swapped: rows.swapped }),
      exposure: row.exposure,
      draftId: row.draft,
      initial: row.initial === null ? "null" : asJson(asStored(rows, row.item, row.initial)),
      value: asJson(asStored(rows, row.item, row.value)),
      shown: row.shown,
      activeMs: row.activeMs,
      idleMs: row.idleMs,
      bulk: row.bulk === true,
      metadata: row.reason ? { ...remarks, reason: row.reason } : remarks,
    })),
  );

  const onLines = judged.flatMap(({ id, row }) =>
    row.lines.map((line) => ({
      ...common,
      step: row.step,
      judgementId: id,
      draftId: row.draft,
      exposure: EXPOSURES[row.exposure],
      line: line.line,
      ...(line.initial && { metadata: { initial: true } }),
      ...decisionColumns(line),
      at: new Date(line.at),
    })),
  );
  const onItems = decisions.map((row) => ({
    ...common,
    step: row.step,
    rubricId: required(rows.rubrics.get(row.rubric), row.rubric),
    itemId: rows.items.get(row.item)?.id ?? null,
    itemKey: rows.items.get(row.item)?.key ?? row.item,
    exposure: EXPOSURES[row.exposure],
    scale: row.scale ?? Prisma.DbNull,
    metadata: row.offered === undefined ? remarks : { ...remarks, ...offeredBy(row.offered) },
    ...decisionColumns(row),
    at: new Date(row.at),
  }));
  const decided = [...onItems, ...onLines].map((row, position) => ({ ...row, position }));
  await insertDecisions(tx, decided);

  if (labels.length > 0)
    await tx.labelling.createMany({
      data: labels.map(({ item, draft, initial, labels: chosen, exposure, reason, ...row }) => ({
        batchId: assignment.batchId,
        assignmentId: assignment.id,
        armId: assignment.armId,
        raterId: assignment.raterId,
        taskId: subject.taskId,
        ...(isOfResponse(frame, row.step) && { responseId: subject.responseId }),
        ...(item !== null && itemColumns(rows, item)),
        ...row,
        exposure: EXPOSURES[exposure],
        draftUnitId: draft?.id ?? null,
        ...(draft && { drafted: [...draftedOf(planted, labelKey(row.question, item), draft.labels)] }),
        initial: initial === null ? Prisma.JsonNull : initial && [...initial],
        labels: [...chosen],
        ...reasonColumns(reason),
        startedAt: assignment.openedAt,
        submittedAt,
      })),
    });

  if (asks.length > 0)
    await tx.askAnswer.createMany({
      data: asks.map((row) => ({
        batchId: assignment.batchId,
        assignmentId: assignment.id,
        raterId: assignment.raterId,
        ...row,
        value: storedAnswer(row.value),
        at: submittedAt,
      })),
    });
}

/** True if the step labels the response. */
function isOfResponse({ steps }: ReviewFrame, place: number): boolean {
  const step = steps[place];
  return step?.type === "label" && step.about === "response";
}

/** The labels that were drafted, also where wrong ones were planted in their place. */
function draftedOf(planted: PlantedRows, unit: string, shown: readonly string[]): readonly string[] {
  const error = planted.get(unit);
  return error?.kind === "labels" ? error.drafted : shown;
}

/** The annotator's answers to planted errors they could see; an error behind a closed draft has none. */
function answersTo(
  rows: FrameRows,
  planted: PlantedRows,
  { judgements, decisions, labels }: Projection,
  assignmentId: string,
): Prisma.PlantedAnswerCreateManyInput[] {
  const onValues = judgements.flatMap(({ item, draft, value, lines, reason }) => {
    const error = planted.get(item);
    if (error?.kind !== "verdict" || draft !== error.draftId) return [];
    const reasonCode = (reason ?? lines.find((line) => line.reason !== null)?.reason)?.code ?? null;
    const isFollowed = item === PREFERENCE ? sideOf(value) === sideOf(error.value) : value === error.value;
    return [
      {
        plantedId: error.id,
        assignmentId,
        answer: asStored(rows, item, value),
        detected: !isFollowed,
        reasonCode,
      },
    ];
  });
  const onItems = decisions.flatMap(({ item, action, reason }) => {
    const error = planted.get(item);
    if (error?.kind !== "item") return [];
    const reasonCode = reason?.code ?? null;
    return [{ plantedId: error.id, assignmentId, answer: action, detected: action === "remove", reasonCode }];
  });
  const onLabels = labels.flatMap(({ question, item, draft, labels: given, reason }) => {
    const error = planted.get(labelKey(question, item));
    if (error?.kind !== "labels" || draft === null) return [];
    const reasonCode = reason?.code ?? null;
    const detected = isCorrected(given, error);
    return [{ plantedId: error.id, assignmentId, answer: [...given], detected, reasonCode }];
  });
  return [...onValues, ...onItems, ...onLabels];
}

/** The origin of an added item that was offered: the library, or the words of the instruction. */
function offeredBy(offered: string) {
  if (isOfLibrary(offered)) return { ...FROM_LIBRARY, offered };
  const { origin, ruleset, isModelGenerated } = RULE_BASED;
  return { origin, ruleset, isModelGenerated, offered };
}

/** A value as stored: preferences are given for the sides as shown, and stored for the pair's own order. */
function asStored<V extends Value | undefined>(rows: FrameRows, item: string, value: V): V | Value {
  return item === PREFERENCE && rows.swapped && value !== undefined ? swapSides(value) : value;
}

function itemColumns(rows: FrameRows, key: string) {
  const item = required(rows.items.get(key), key);
  return { itemId: item.id, itemVersionId: item.versionId };
}

export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the frame names ${name}, which has no row`);
  return value;
}
