import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Asked, keepAnswers } from "@/lib/batch/data/checks/qualification";
import { emitIfFinished, retractFinished } from "@/lib/batch/data/events";
import { dropAhead } from "@/lib/batch/data/release";
import { db, prepared, type Tx } from "@/lib/database/db";
import { sideOf, swapSides } from "@/lib/dataset/rules/items";
import type { Exposure as StudyExposure, Value } from "@/lib/dataset/schema";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import { isOfLibrary } from "@/lib/drafting/rules/item-library";
import { FROM_LIBRARY, RULE_BASED } from "@/lib/drafting/rules/provenance-labels";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { hasCompleted } from "@/lib/participation/data/participations";
import { givesFeedback } from "@/lib/quality/data/gold-comparison";
import { goldUnit } from "@/lib/quality/rules/gold";
import { isPutRight } from "@/lib/quality/rules/planted";
import {
  type Annotator,
  findOpsIn,
  type Held,
  hold,
  holdBatch,
  leaseFrom,
  refusalOf,
} from "@/lib/review/data/assignment-lock";
import { recall } from "@/lib/review/data/document-cache";
import { staleSince } from "@/lib/review/data/record-operations";
import { fold } from "@/lib/review/rules/apply";
import { missing } from "@/lib/review/rules/complete";
import { type Projection, project } from "@/lib/review/rules/project";
import { labelKey } from "@/lib/review/rules/selectors";
import type { ReviewDocument, SubmitBody } from "@/lib/review/schema";
import { findFrame } from "@/lib/review/stimulus/find";
import type { Framed, FrameRows, PlantedRows } from "@/lib/review/stimulus/types";
import { Exposure, Prisma } from "@/prisma/generated/client/client";

/** For this long a submission can be taken back. */
export const UNDO_MS = 10_000;

export type Submitted = {
  state: "submitted";
  submittedAt: Date;
  /** Not later than the submission where the annotator is told how it compares with gold. */
  undoUntil: Date;
  /** There is something to read about it: how it compares with gold, or the result of the exam that it ends. */
  feedback?: true;
  result?: true;
};
export type TakenBack = { state: "open"; lease: string; leaseUntil: Date; version: number };

/**
 * Hands an assignment in: its document becomes judgements, decisions and answers in the same transaction, in the place
 * of those of an earlier submission that was sent back. "stale"
 * when another tab has written since the version (`base`) the annotator sees. "incomplete" names what is missing.
 * Exactly one of several simultaneous submissions succeeds, the others are told "already-submitted". Of training and
 * exams only the answers to gold are kept: they are in no result of the batch.
 */
export async function submit(
  annotator: Annotator,
  id: string,
  { lease, base }: z.infer<typeof SubmitBody>,
): Promise<Submitted | Refusal | null> {
  // What this process saved last need not be read again: under the lock is asked whether it still is what there is.
  const recalled = recall(id);
  const framed = recalled ?? (await findFrame(annotator, id));
  const about = await findAbout(id);
  if (!framed || !about) return null;
  return db.$transaction(async (tx) => {
    await holdBatch(tx, annotator, id);
    const held = await hold(tx, annotator, id, lease);
    if (!held) return null;
    const refused = refusalOf(held);
    if (refused) return refused;
    // Given to another arm meanwhile.
    if (framed.armId !== held.armId || about.armId !== held.armId) return refuse("expired");
    const isCurrent =
      recalled !== undefined &&
      recalled.ops.length === held.version &&
      (recalled.ops.at(-1)?.op ?? null) === held.lastOp;
    const ops = isCurrent ? [...recalled.ops] : (await findOpsIn(tx, id)).map(({ op }) => op);
    if (base !== undefined && base !== held.version) {
      const since = base > held.version ? 0 : base;
      return refuse("stale", staleSince(framed.frame, ops, since, ops.slice(since)));
    }
    const document = isCurrent ? recalled.document : fold(framed.frame, ops);
    const left = missing(framed.frame, document);
    if (left.length > 0) return refuse("incomplete", { missing: left });

    if (held.reopenedAt) await removeRows(tx, id);
    await tx.$executeRaw`
      WITH reopened AS (
        UPDATE "Reopening" SET "endedAt" = ${held.now} WHERE "assignmentId" = ${id}::uuid AND "endedAt" IS NULL
      )
      UPDATE "Assignment" SET "state" = 'submitted', "submittedAt" = ${held.now}, "submittedVersion" = ${held.version},
        "reopenedAt" = NULL, "lease" = NULL, "leaseUntil" = NULL, "activeMs" = ${activeMs(document)}
      WHERE "id" = ${id}::uuid`;
    if (held.attempt > 0) {
      const told = await keepAnswers(tx, held, askedIn(framed, document));
      return {
        state: "submitted",
        submittedAt: held.now,
        undoUntil: held.now,
        ...(told && { [told]: true }),
      };
    }
    await insertRows(tx, held, framed, document, held.now, about);
    const feedback = about.isCheck && (await givesFeedback(tx, id));
    // Last, because every submission of the batch waits for this row until the one before has committed.
    await touchResults(tx, held.batchId);
    await emitIfFinished(tx, held.batchId);
    if (feedback) return { state: "submitted", submittedAt: held.now, undoUntil: held.now, feedback };
    const undoUntil = new Date(held.now.getTime() + UNDO_MS);
    return { state: "submitted", submittedAt: held.now, undoUntil };
  });
}

/**
 * Takes a submission back within ten seconds: what it was projected to is removed and the assignment is open again
 * under a new lease. An assignment opened meanwhile goes on hold, with all that was done in it, and is the next one
 * the annotator gets. Where it took the place of an earlier submission, that one counts again.
 */
export async function undoSubmit(annotator: Annotator, id: string): Promise<TakenBack | Refusal | null> {
  const framed = await findFrame(annotator, id);
  if (!framed) return null;
  return db.$transaction(async (tx) => {
    await holdBatch(tx, annotator, id);
    const held = await hold(tx, annotator, id, null);
    if (!held) return null;
    if (held.state !== "submitted" || !held.submittedAt) return refuse("not-submitted");
    if (held.attempt > 0) return refuse("answers-stand");
    if (await givesFeedback(tx, id)) return refuse("feedback-given");
    if (held.now.getTime() - held.submittedAt.getTime() > UNDO_MS) return refuse("undo-too-late");
    if (held.archivedAt) return refuse("project-archived");
    if (held.batchState === "paused") return refuse("batch-paused");
    if (held.batchState !== "open") return refuse("batch-closed");
    if (!held.named) return refuse("released");
    if (await hasCompleted(tx, held)) return refuse("part-completed");
    if (!(await putOpenOneOnHold(tx, held))) return refuse("undo-blocked");

    await removeRows(tx, id);
    const earlier = await tx.reopening.findFirst({ where: { assignmentId: id, endedAt: held.submittedAt } });
    const ops = earlier && (await findOpsIn(tx, id)).slice(0, earlier.version).map(({ op }) => op);
    const before = ops && fold(framed.frame, ops);
    if (earlier && before) {
      await tx.reopening.update({ where: { id: earlier.id }, data: { endedAt: null } });
      const about = await findAbout(id);
      if (about) await insertRows(tx, held, framed, before, earlier.submittedAt, about);
    }
    const [lease, leaseUntil] = [randomUUID(), leaseFrom(held)];
    await tx.assignment.update({
      where: { id },
      data: {
        state: "open",
        submittedAt: null,
        activeMs: before && activeMs(before),
        submittedVersion: earlier?.version ?? null,
        reopenedAt: earlier?.at ?? null,
        lease,
        leaseUntil,
      },
    });
    await touchResults(tx, held.batchId);
    await retractFinished(tx, held.batchId);
    return { state: "open", lease, leaseUntil, version: held.version };
  });
}

/**
 * False when the annotator has two assignments on hold already. What is only kept ahead makes room for what was begun.
 */
async function putOpenOneOnHold(tx: Tx, { batchId, raterId }: Held): Promise<boolean> {
  const others = await tx.assignment.findMany({
    where: { batchId, raterId, state: { in: ["open", "reserved"] } },
    orderBy: { position: "asc" },
    select: { id: true, state: true, reservedNo: true, openedAt: true },
  });
  const open = others.find(({ state }) => state === "open");
  if (!open) return true;
  const last = others.findLast(({ state, openedAt }) => state === "reserved" && openedAt === null);
  const free = [1, 2].find((n) => !others.some(({ reservedNo }) => reservedNo === n));
  if (!free && last) await dropAhead(tx, Prisma.sql`a."id" = ${last.id}::uuid`);
  const place = free ?? last?.reservedNo;
  if (!place) return false;
  await tx.assignment.update({ where: { id: open.id }, data: { state: "reserved", reservedNo: place } });
  return true;
}

/**
 * Gives an assignment back for good, with a reason: somebody else gets the subject, this annotator does not see it
 * again. What was done in it stays on record and counts for nothing.
 */
export function skip(
  annotator: Annotator,
  id: string,
  { lease, reason }: { lease: string; reason: string },
): Promise<{ state: "skipped" } | Refusal | null> {
  return db.$transaction(async (tx) => {
    await holdBatch(tx, annotator, id);
    const held = await hold(tx, annotator, id, lease);
    if (!held) return null;
    const refused = refusalOf(held);
    if (refused) return refused;
    if (held.attempt > 0) return refuse("exam-not-skipped");
    if (held.reopenedAt) return refuse("reopened-not-skipped");
    await tx.assignment.update({
      where: { id },
      data: {
        state: "skipped",
        skipReason: reason,
        skippedAt: held.now,
        lease: null,
        leaseUntil: null,
      },
    });
    await tx.slot.updateMany({ where: { assignmentId: id }, data: { assignmentId: null } });
    return { state: "skipped" };
  });
}

/** Everything that an assignment asks of what can have gold, in the order in which it does, with what was given. */
function askedIn({ frame, rows }: Framed, document: ReviewDocument): Asked[] {
  const { judgements, labels } = project(frame, document);
  const values = new Map(judgements.map(({ item, value }) => [item, value]));
  const chosen = new Map(labels.map((row) => [labelKey(row.question, row.item), row.labels]));
  const ofPage = { versionId: null, question: null };
  return frame.steps.flatMap((step): Asked[] => {
    switch (step.type) {
      case "judge":
        return step.items.map(({ key }) => {
          const { id, versionId } = required(rows.items.get(key), key);
          const given = values.get(key) ?? null;
          return { about: "value", unit: goldUnit.value(id), versionId, question: null, given };
        });
      case "score":
        return [
          { ...ofPage, about: "value", unit: goldUnit.value(null), given: values.get(OVERALL) ?? null },
        ];
      case "prefer": {
        const given = values.get(PREFERENCE) ?? null;
        return [
          { ...ofPage, about: "preference", unit: goldUnit.preference(), given, swapped: rows.swapped },
        ];
      }
      case "label":
        return step.units.map(({ key, item }) => {
          const row = item === null ? null : required(rows.items.get(item), item);
          return {
            about: "labels",
            unit: goldUnit.labels(step.id, row?.id ?? null),
            versionId: row?.versionId ?? null,
            question: step.question,
            given: chosen.get(key) ?? null,
          };
        });
      default:
        return [];
    }
  });
}

/** Active work on everything in a document, in milliseconds. */
const activeMs = (document: ReviewDocument) =>
  Object.values(document.times).reduce((sum, time) => sum + time.activeMs, 0);

/** Says that a batch's results changed: what was computed from them is out of date. */
async function touchResults(tx: Tx, batchId: string) {
  await tx.batch.update({ where: { id: batchId }, data: { dataVersion: { increment: 1 } } });
}

/** Takes what an assignment was projected to out of the batch's results. */
async function removeRows(tx: Tx, assignmentId: string): Promise<void> {
  await tx.decision.deleteMany({ where: { assignmentId } });
  await tx.judgement.deleteMany({ where: { assignmentId } });
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

/** What rows of a submission are about. It does not change while an assignment is of one arm. */
type About = {
  armId: string;
  arm: string;
  subject: { datasetId: string; taskId: string; responseId: string | null; responseBId: string | null };
  isCheck: boolean;
};

async function findAbout(id: string): Promise<About | null> {
  type Row = Omit<About, "subject"> & About["subject"];
  const [row] = await prepared<Row>(
    "about-submission",
    Prisma.sql`SELECT a."armId", m."name" AS "arm", s."datasetId", s."taskId", s."responseId", s."responseBId",
        s."use" = 'check' AS "isCheck"
      FROM "Assignment" a JOIN "Arm" m ON m."id" = a."armId" JOIN "Subject" s ON s."id" = a."subjectId"
      WHERE a."id" = ${id}::uuid`,
  );
  if (!row) return null;
  const { armId, arm, isCheck, ...subject } = row;
  return { armId, arm, isCheck, subject };
}

async function insertRows(
  tx: Tx,
  held: Held,
  { frame, rows, planted }: Framed,
  document: ReviewDocument,
  submittedAt: Date,
  { arm, subject }: About,
): Promise<void> {
  const projection = project(frame, document);
  const { judgements, labels, asks } = projection;
  // A planted item is no item of the rubric: what was decided about it is an answer to the error alone.
  const decisions = projection.decisions.filter(({ item }) => !planted.has(item));
  const answers = answersTo(rows, planted, projection, held.id);
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
    batchId: held.batchId,
    assignmentId: held.id,
    armId: held.armId,
    arm,
    raterId: held.raterId,
  };
  const judged = judgements.map((row) => ({ id: randomUUID(), row }));

  await insertJudgements(
    tx,
    {
      ...common,
      taskId: subject.taskId,
      responseId: subject.responseId,
      startedAt: held.openedAt,
      submittedAt,
    },
    judged.map(({ id, row }, position) => ({
      id,
      position,
      step: row.step,
      ...targetColumns(rows, row.item, subject),
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
      ...decisionColumns(line),
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
  }));
  const decided = [...onItems, ...onLines].map((row, position) => ({ ...row, position }));
  if (decided.length > 0) await tx.decision.createMany({ data: decided });

  if (labels.length > 0)
    await tx.labelling.createMany({
      data: labels.map(({ item, draft, initial, labels: chosen, exposure, reason, ...row }) => ({
        batchId: held.batchId,
        assignmentId: held.id,
        armId: held.armId,
        raterId: held.raterId,
        taskId: subject.taskId,
        ...(item !== null && itemColumns(rows, item)),
        ...row,
        exposure: EXPOSURES[exposure],
        draftUnitId: draft?.id ?? null,
        ...(draft && { drafted: [...draftedOf(planted, labelKey(row.question, item), draft.labels)] }),
        initial: initial === null ? Prisma.JsonNull : initial && [...initial],
        labels: [...chosen],
        reasonCode: reason?.code ?? null,
        reasonNote: reason?.note ?? null,
        startedAt: held.openedAt,
        submittedAt,
      })),
    });

  if (asks.length > 0)
    await tx.askAnswer.createMany({
      data: asks.map((row) => ({
        batchId: held.batchId,
        assignmentId: held.id,
        raterId: held.raterId,
        ...row,
        at: submittedAt,
      })),
    });
}

/** What all judgements of a submission have in common. */
interface OfSubmission {
  datasetId: string;
  batchId: string;
  assignmentId: string;
  armId: string;
  arm: string;
  raterId: string;
  taskId: string;
  responseId: string | null;
  startedAt: Date | null;
  submittedAt: Date;
}

const asJson = (value: Value | undefined) => (value === undefined ? null : JSON.stringify(value));

/** One of them. Of `initial` and `value` the JSON as text: JSON's null is another thing than none. */
interface NewJudgement extends Target {
  id: string;
  position: number;
  step: number;
  exposure: StudyExposure;
  draftId: string | null;
  initial: string | null;
  value: string | null;
  shown: number;
  activeMs: number | null;
  idleMs: number | null;
  bulk: boolean;
  metadata: object;
}

/** In one statement that is the same for however many there are: a query builder takes most of a submission's time. */
async function insertJudgements(
  tx: Tx,
  of: OfSubmission,
  judgements: readonly NewJudgement[],
): Promise<void> {
  if (judgements.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO "Judgement" ("id", "datasetId", "batchId", "assignmentId", "armId", "arm", "raterId", "taskId", "responseId",
      "startedAt", "submittedAt", "position", "step", "target", "responseBId", "swapped", "itemId", "itemVersionId",
      "exposure", "draftId", "initial", "value", "shown", "activeMs", "idleMs", "bulk", "metadata")
    SELECT j."id", ${of.datasetId}::uuid, ${of.batchId}::uuid, ${of.assignmentId}::uuid, ${of.armId}::uuid, ${of.arm}::text,
      ${of.raterId}::uuid, ${of.taskId}::uuid, ${of.responseId}::uuid, ${of.startedAt}::timestamptz,
      ${of.submittedAt}::timestamptz, j."position", j."step", j."target", j."responseBId", j."swapped", j."itemId",
      j."itemVersionId", j."exposure", j."draftId", j."initial"::jsonb, j."value"::jsonb, j."shown", j."activeMs",
      j."idleMs", j."bulk", j."metadata"
    FROM jsonb_to_recordset(${JSON.stringify(judgements)}::jsonb) AS j("id" uuid, "position" int, "step" int,
      "target" "Target", "responseBId" uuid, "swapped" boolean, "itemId" uuid, "itemVersionId" uuid, "exposure" "Exposure",
      "draftId" uuid, "initial" text, "value" text, "shown" int, "activeMs" int, "idleMs" int, "bulk" boolean, "metadata" jsonb)`;
}

/** The labels that were drafted, also where others were shown in their place. */
function draftedOf(planted: PlantedRows, unit: string, shown: readonly string[]): readonly string[] {
  const error = planted.get(unit);
  return error?.kind === "labels" ? error.drafted : shown;
}

/** What was made of the errors that were in sight: one that stayed behind a button has no answer. */
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
    const detected = isPutRight(given, error);
    return [{ plantedId: error.id, assignmentId, answer: [...given], detected, reasonCode }];
  });
  return [...onValues, ...onItems, ...onLabels];
}

/** Where an addition comes from that nobody thought up: the library, or the words of the instruction. */
function offeredBy(offered: string) {
  if (isOfLibrary(offered)) return { ...FROM_LIBRARY, offered };
  const { origin, ruleset, isModelGenerated } = RULE_BASED;
  return { origin, ruleset, isModelGenerated, offered };
}

/** What a judgement is about: the response or pair of the subject, and an item of it. */
interface Target {
  target: "item" | "overall" | "preference";
  responseBId?: string | null;
  swapped?: boolean;
  itemId?: string;
  itemVersionId?: string;
}

function targetColumns(
  rows: FrameRows,
  item: string,
  { responseBId }: { responseBId: string | null },
): Target {
  if (item === OVERALL) return { target: "overall" };
  if (item === PREFERENCE) return { target: "preference", responseBId, swapped: rows.swapped };
  return { target: "item", ...itemColumns(rows, item) };
}

/** A value as it is kept: a preference is said of the sides as they were shown, and kept of the pair as it is. */
function asStored<V extends Value | undefined>(rows: FrameRows, item: string, value: V): V | Value {
  return item === PREFERENCE && rows.swapped && value !== undefined ? swapSides(value) : value;
}

function itemColumns(rows: FrameRows, key: string) {
  const item = required(rows.items.get(key), key);
  return { itemId: item.id, itemVersionId: item.versionId };
}

function decisionColumns({
  action,
  text,
  reason,
  at,
  bulk,
}: Pick<Projection["decisions"][number], "action" | "text" | "reason" | "at" | "bulk">) {
  return {
    action,
    text,
    reasonCode: reason?.code ?? null,
    reasonNote: reason?.note ?? null,
    bulk: bulk === true,
    at: new Date(at),
  };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the frame names ${name}, which has no row`);
  return value;
}
