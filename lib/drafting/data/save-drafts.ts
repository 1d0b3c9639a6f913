import "server-only";
import { randomUUID } from "node:crypto";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { datasetGrew } from "@/lib/dataset/data/bump-version";
import { emitOfRun } from "@/lib/drafting/data/events";
import { writeResponses } from "@/lib/drafting/data/generated-responses";
import type { UnitResult } from "@/lib/drafting/data/progress";
import { proofRow, provedAlready, rulesRater } from "@/lib/drafting/data/proofs";
import { injectionSuspected } from "@/lib/drafting/rules/injection";
import { scaleOfDraftedItem } from "@/lib/drafting/rules/item-scale";
import { nothingRead } from "@/lib/drafting/rules/nothing-read";
import { conditionOf, confidenceOf, nameOfValue, type RubricUsed } from "@/lib/drafting/rules/run-condition";
import type {
  DraftedRubric,
  DraftedUnit,
  DraftedValue,
  DraftInput,
  ProvedAnswer,
} from "@/lib/drafting/schema";
import { runEndedJob } from "@/lib/drafting/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import { Prisma } from "@/prisma/generated/client/client";

/** A unit held by the worker. */
export interface ClaimedUnit {
  id: string;
  runId: string;
  position: number;
  round: number;
  returns: number;
  taskId: string;
  responseId: string | null;
  responseBId: string | null;
  rubricVersionId: string | null;
}

interface Made {
  projectId: string;
  datasetId: string;
  method: string;
  methodVersion: string;
  params: unknown;
  profile: string;
  model: string;
}

/**
 * Stores a unit's drafts and marks it as done in one transaction, if the worker still holds it: each draft
 * exists once, whatever is killed. A unit without any usable result fails and stores nothing. Returns false
 * when another worker holds the unit by now.
 */
export async function finishUnit(
  unit: ClaimedUnit,
  holder: string,
  made: Made,
  input: DraftInput,
  drafted: DraftedUnit,
): Promise<boolean> {
  const nothing = nothingRead(drafted);
  if (nothing) return endUnit(unit.id, holder, { state: "failed", error: nothing });
  const suspected = [input.instruction, input.input ?? "", ...input.responses.map(({ text }) => text)].some(
    injectionSuspected,
  );
  const flags = [
    ...((drafted.rubric ?? drafted.label)?.flags ?? []),
    ...(suspected ? ["injection_suspected"] : []),
  ];
  const { labels, label, measures, stopped, responses, vector } = drafted;
  const stored: UnitResult = {
    ...(labels && { labels }),
    ...(label && { label }),
    ...(measures && { measures }),
    ...(stopped && { stopped }),
    ...(vector && { vector }),
  };
  const finished = await db.$transaction(async (tx) => {
    const { count } = await tx.draftUnit.updateMany({
      where: { id: unit.id, holder, state: "working" },
      data: {
        ...{ state: "done", holder: null, leaseUntil: null, notBefore: null, finishedAt: new Date(), flags },
        result: Object.keys(stored).length > 0 ? (stored as Prisma.InputJsonValue) : Prisma.DbNull,
      },
    });
    if (count === 0) return false;
    const rubrics = [drafted.rubric ?? [], drafted.furtherRubrics ?? []].flat();
    // Of rubrics of one run and time for a task the lowest id is the first.
    const ids = rubrics.map(() => randomUUID()).sort();
    const createdAt = new Date();
    for (const [n, rubric] of rubrics.entries())
      await writeRubric(tx, unit, made, { id: ids[n] as string, n, rubric, createdAt });
    if (drafted.values.length > 0) await writeValues(tx, unit, made, drafted.values, suspected);
    if (drafted.proofs) await writeProofs(tx, unit, made, drafted.proofs);
    if (responses)
      await writeResponses(tx, { id: unit.id, taskId: unit.taskId, datasetId: made.datasetId }, responses);
    return true;
  });
  // After the unit is written: a later stop counts it, and an earlier one needs this update.
  if (finished) await notifyWhenStopped(unit.runId);
  return finished;
}

/** Changes the state of a unit that was not finished, unless another worker holds it by now. */
export async function endUnit(
  id: string,
  holder: string,
  {
    notBefore,
    ...data
  }: { state: "waiting" | "failed"; error?: string; notBefore?: Date | null; returns?: number },
): Promise<boolean> {
  const { count } = await db.draftUnit.updateMany({
    where: { id, holder, state: "working" },
    data: {
      ...data,
      holder: null,
      leaseUntil: null,
      notBefore: notBefore ?? null,
      finishedAt: data.state === "failed" ? new Date() : null,
    },
  });
  return count > 0;
}

/** Writes the nth rubric of a unit, from 0. */
async function writeRubric(
  tx: Tx,
  unit: ClaimedUnit,
  made: Made,
  { id, n, rubric, createdAt }: { id: string; n: number; rubric: DraftedRubric; createdAt: Date },
): Promise<void> {
  const ofDataset = unit.responseId !== null && made.method.startsWith("coeval.criteria");
  const task = await tx.task.findUniqueOrThrow({
    where: { id: unit.taskId },
    select: { key: true, position: true },
  });
  const key = `${ofDataset ? "all" : task.key}/${unit.id.slice(0, 13)}${n === 0 ? "" : `~${n + 1}`}`;
  const {
    id: rubricId,
    versions,
    items,
  } = await tx.rubric.create({
    data: {
      id,
      datasetId: made.datasetId,
      taskId: ofDataset ? null : unit.taskId,
      ...(!ofDataset && { responseId: unit.responseId, responseBId: unit.responseBId }),
      key,
      position: task.position,
      kind: rubric.kind,
      metadata: rubricMetadata(unit, made, rubric),
      versions: {
        create: {
          version: 1,
          origin: "llm",
          method: made.method,
          model: made.model,
          ...{ unitId: unit.id, createdAt },
        },
      },
      items: { create: rubric.items.map((_, at) => ({ key: `${key}.${at + 1}` })) },
    },
    select: {
      id: true,
      versions: { select: { id: true } },
      items: { select: { id: true, key: true } },
    },
  });
  const idOf = new Map(items.map((item) => [item.key, item.id]));
  await tx.itemVersion.createMany({
    data: rubric.items.map(({ name, text, category, weight, points, flags }, position) => ({
      itemId: idOf.get(`${key}.${position + 1}`) ?? "",
      rubricId,
      rubricVersionId: versions[0]?.id ?? "",
      position,
      name: name ?? null,
      text,
      scale: scaleOfDraftedItem(rubric.kind, points),
      weight: weight ?? null,
      category: category ?? null,
      metadata: flags.length > 0 ? { flags } : {},
    })),
  });
}

/** The run of a drafted rubric, and what the model said about its items, as a study file carries them. */
function rubricMetadata(
  { runId }: ClaimedUnit,
  { methodVersion, params }: Made,
  { rationale, ratings }: DraftedRubric,
): Prisma.InputJsonObject {
  return {
    run: runId,
    condition: conditionOf(methodVersion, params),
    ...(rationale !== undefined && { rationale }),
    ...(ratings && { ratings: ratings.map((rating) => ({ ...rating })) }),
  };
}

/** Positions after all imported drafts, in the order of the run. */
const AFTER_IMPORTS = 1_000_000_000;

async function writeValues(
  tx: Tx,
  unit: ClaimedUnit,
  made: Made,
  values: readonly DraftedValue[],
  suspected: boolean,
): Promise<void> {
  const raterId = await raterOf(tx, made);
  const calls = await tx.draftUnitCall.findMany({
    where: { unitId: unit.id },
    orderBy: [{ planKey: "asc" }, { attempt: "asc" }],
    select: { callId: true, item: true },
  });
  const judgedBy = await rubricOf(tx, unit);
  const condition = conditionOf(made.methodVersion, made.params, judgedBy);
  const keys = await itemKeys(tx, values);
  await tx.draft.createMany({
    data: values.map((drafted) => {
      const { target, response, value, undecided, lines, scoreLine, votes, order } = drafted;
      const { selective, ablations } = drafted;
      const item = typeof target === "object" ? target.item : null;
      const pair = target === "preference";
      const responseId = pair ? unit.responseId : (response ?? unit.responseId);
      return {
        datasetId: made.datasetId,
        key: `${unit.id}/${nameOfValue(drafted, unit.responseBId !== null)}`,
        position: AFTER_IMPORTS + unit.position,
        taskId: unit.taskId,
        target: typeof target === "object" ? ("item" as const) : target,
        responseId,
        responseBId: pair ? unit.responseBId : null,
        itemId: item,
        raterId,
        method: made.method,
        unitId: unit.id,
        ...(value !== null && { value }),
        lines,
        scoreLine: scoreLine ?? null,
        condition,
        order: order ?? null,
        confidence: confidenceOf(drafted) ?? null,
        provenance: {
          run: unit.runId,
          unit: unit.id,
          model: made.model,
          methodVersion: made.methodVersion,
          profile: made.profile,
          calls: calls.flatMap((call) => (call.item === null || call.item === item ? [call.callId] : [])),
          flags: [...drafted.flags, ...(suspected ? ["injection_suspected"] : [])],
          ...(undecided && { undecided }),
          ...(votes && { votes }),
          ...(judgedBy && { rubric: judgedBy.key }),
          ...(selective && { selective }),
          ...(ablations && {
            ablations: ablations.map((one) => ({ ...one, item: keys.get(one.item) ?? one.item })),
          }),
        },
      };
    }),
  });
}

/** The ids in study files of items that were left out, which stand in the provenance of a draft. */
async function itemKeys(tx: Tx, values: readonly DraftedValue[]): Promise<Map<string, string>> {
  const ids = values.flatMap(({ ablations = [] }) => ablations.map(({ item }) => item));
  if (ids.length === 0) return new Map();
  const items = await tx.item.findMany({ where: { id: { in: ids } }, select: { id: true, key: true } });
  return new Map(items.map(({ id, key }) => [id, key]));
}

/** The rubric a unit was judged by, with its id in study files; null without one. */
async function rubricOf(
  tx: Tx,
  { rubricVersionId }: ClaimedUnit,
): Promise<(RubricUsed & { key: string }) | null> {
  if (rubricVersionId === null) return null;
  const select = {
    ...{ origin: true, method: true, model: true, batchId: true },
    rubric: { select: { key: true } },
  } as const;
  const version = await tx.rubricVersion.findUnique({ where: { id: rubricVersionId }, select });
  return version && { ...version, key: version.rubric.key, isReviewed: version.batchId !== null };
}

/** Stores the rules' proofs as their drafts, unless they exist. */
async function writeProofs(
  tx: Tx,
  unit: ClaimedUnit,
  { projectId, datasetId }: Made,
  proofs: readonly ProvedAnswer[],
): Promise<void> {
  const raterId = await rulesRater(tx, projectId);
  const isProved = await provedAlready(tx, unit.taskId);
  const versions = await tx.itemVersion.findMany({
    where: { rubricVersionId: unit.rubricVersionId ?? "", itemId: { in: proofs.map(({ item }) => item) } },
    select: { itemId: true, wording: true },
  });
  const wordings = new Map(versions.map(({ itemId, wording }) => [itemId, wording]));
  const place = { datasetId, taskId: unit.taskId, raterId, position: AFTER_IMPORTS + unit.position };
  await tx.draft.createMany({
    data: proofs.flatMap(({ item: itemId, response: responseId, ...proof }) => {
      const about = { itemId, responseId, wording: wordings.get(itemId) ?? 1 };
      return isProved(about) ? [] : [proofRow(about, proof, place)];
    }),
    skipDuplicates: true,
  });
}

/** One rater for each model and method. */
async function raterOf(tx: Tx, { projectId, model, method }: Made): Promise<string> {
  const where = { projectId, datasetId: null, kind: "llm" as const, code: model, method };
  const known = await tx.rater.findFirst({ where, select: { id: true } });
  if (known) return known.id;
  await tx.rater.createMany({ data: [where], skipDuplicates: true });
  const { id } = await tx.rater.findFirstOrThrow({ where, select: { id: true } });
  return id;
}

/**
 * Ends a run without remaining units: marks lists and reports of its study as outdated, and opens draft
 * batches that wait for it. Of several workers one does it.
 */
export async function finishRun(runId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const [run] = await tx.$queryRaw<{ datasetId: string; projectId: string }[]>`
      UPDATE "DraftRun" SET "state" = 'done', "finishedAt" = now()
      WHERE "id" = ${runId}::uuid AND "state" = 'running'
        AND NOT EXISTS (SELECT FROM "DraftUnit" WHERE "runId" = ${runId}::uuid AND "state" IN ('waiting', 'working'))
      RETURNING "datasetId", "projectId"`;
    if (!run) return;
    await datasetGrew(tx, run.datasetId);
    await audit(tx, null, {
      action: "run.finished",
      projectId: run.projectId,
      subject: ["DraftRun", runId],
    });
    await emitOfRun(tx, "run.finished", runId);
    await enqueue(tx, runEndedJob, {}, { key: runEndedJob.name });
  });
}

/** Marks reports as outdated for drafts stored after a run was stopped. */
async function notifyWhenStopped(runId: string): Promise<void> {
  const run = await db.draftRun.findUniqueOrThrow({
    where: { id: runId },
    select: { state: true, datasetId: true },
  });
  if (run.state !== "running") await db.$transaction((tx) => datasetGrew(tx, run.datasetId));
}
