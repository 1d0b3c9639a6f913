import "server-only";
import { randomUUID } from "node:crypto";
import type { z } from "zod";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { lockDataset } from "@/lib/dataset/data/lock";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { listGoldValues } from "@/lib/judgement/data/gold";
import { type GoldUnit, replaceGold } from "@/lib/judgement/data/write";
import { isOnScale } from "@/lib/judgement/rules/scale";
import { targetOfIds } from "@/lib/judgement/rules/target";
import { Scale, Value } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { TAXONOMIES } from "@/lib/protocol/rules/taxonomies";
import { Protocol } from "@/lib/protocol/schema";
import { MARKED } from "@/lib/quality/rules/gold";
import {
  type GoldBody,
  type GoldLabelsBody,
  GoldMetadata,
  type GoldOfTask,
  type GoldPreferenceBody,
  type GoldValueBody,
  type LabelQuestion,
} from "@/lib/quality/schema";

type Place = { projectId: string; datasetId: string };

/**
 * The mark for the audit log, or the reason why nothing was marked. Null when the unit is not in the dataset.
 */
type Marked = { marked: boolean; subject: ["Response" | "Task", string]; detail: object };

/** Sets or removes the gold value of a unit. Null when it is not in the admin's dataset. */
export function markGold(
  admin: Member<"admin">,
  datasetId: string,
  body: GoldBody,
): Promise<{ marked: boolean } | Refusal | null> {
  return db.$transaction((tx) => markIn(tx, admin, datasetId, body));
}

/** Marks gold in the caller's transaction, for marking several. */
export async function markIn(
  tx: Tx,
  admin: Member<"admin">,
  datasetId: string,
  body: GoldBody,
): Promise<{ marked: boolean } | Refusal | null> {
  const dataset = await lockDataset(tx, admin, datasetId);
  if (!dataset) return null;
  const place = { projectId: dataset.projectId, datasetId };
  const unit = await findUnit(tx, place, body);
  if (!unit) return null;
  if (dataset.isProjectArchived) return refuse("archived");
  if (dataset.state !== "ready") return refuse("dataset-not-ready");
  if (unit === "off-scale") return refuse("off-scale");
  const { marked, subject, detail } = await unit.mark();
  const changed = { dataVersion: { increment: 1 } };
  await tx.dataset.update({ where: { id: datasetId }, data: changed });
  // Reports on its batches include results on gold, so they are out of date.
  await tx.batch.updateMany({ where: { datasetId, dataVersion: { gt: 0 } }, data: changed });
  await audit(tx, admin, {
    action: marked ? "gold.marked" : "gold.removed",
    projectId: place.projectId,
    subject,
    detail: { dataset: datasetId, ...detail },
  });
  return { marked };
}

type Unit = { mark: () => Promise<Marked> };

function findUnit(tx: Tx, place: Place, body: GoldBody): Promise<Unit | "off-scale" | null> {
  if ("pair" in body) return findPair(tx, place, body);
  return "labels" in body ? findLabelled(tx, place, body) : findValued(tx, place, body);
}

async function findValued(
  tx: Tx,
  place: Place,
  { response: responseId, item: itemId, value, explanation }: z.infer<typeof GoldValueBody>,
): Promise<Unit | "off-scale" | null> {
  const { datasetId } = place;
  const response = await tx.response.findFirst({ where: { id: responseId, datasetId } });
  if (!response) return null;
  const { taskId } = response;
  if (itemId) {
    const question = await findQuestionedItem(tx, place, { itemId, taskId });
    if (!question) return null;
    if (value !== null && !isOnScale(Scale.parse(question.scale), value)) return "off-scale";
  } else if (typeof value === "string") return "off-scale";
  const unit = { taskId, responseId, itemId, target: targetOfIds({ itemId, responseBId: null }) };
  return {
    mark: async () => {
      await writeJudgement(tx, place, { unit, same: [unit], value, explanation });
      return { marked: value !== null, subject: ["Response", responseId], detail: { item: itemId } };
    },
  };
}

async function findPair(
  tx: Tx,
  place: Place,
  { pair: [a, b], value, explanation }: z.infer<typeof GoldPreferenceBody>,
): Promise<Unit | null> {
  const { datasetId } = place;
  const found = await tx.response.findMany({ where: { id: { in: [a, b] }, datasetId } });
  const [taskId, ...others] = new Set(found.map((response) => response.taskId));
  if (found.length !== 2 || taskId === undefined || others.length > 0) return null;
  const about = { taskId, itemId: null, target: PREFERENCE as typeof PREFERENCE };
  const unit = { ...about, responseId: a, responseBId: b };
  return {
    mark: async () => {
      const same = [unit, { ...about, responseId: b, responseBId: a }];
      await writeJudgement(tx, place, { unit, same, value, explanation });
      return { marked: value !== null, subject: ["Response", a], detail: { with: b } };
    },
  };
}

async function findLabelled(
  tx: Tx,
  place: Place,
  { task: taskId, item: itemId, question, labels, explanation }: z.infer<typeof GoldLabelsBody>,
): Promise<Unit | null> {
  const { datasetId } = place;
  const task = await tx.task.findFirst({ where: { id: taskId, datasetId }, select: { id: true } });
  if (!task || (itemId && !(await findQuestionedItem(tx, place, { itemId, taskId })))) return null;
  return {
    mark: async () => {
      const unit = { taskId, itemId, question, raterId: await markerOf(tx, place) };
      const known = await tx.goldLabels.findFirst({ where: unit, select: { id: true } });
      const metadata = explanation ? { explanation } : {};
      if (labels === null) await tx.goldLabels.deleteMany({ where: unit });
      else if (known) await tx.goldLabels.update({ where: { id: known.id }, data: { labels, metadata } });
      else {
        const position = await tx.goldLabels.count({ where: { datasetId } });
        const key = `gold-${randomUUID()}`;
        await tx.goldLabels.create({ data: { ...unit, datasetId, key, labels, metadata, position } });
      }
      return { marked: labels !== null, subject: ["Task", taskId], detail: { item: itemId, question } };
    },
  };
}

/** The latest version of an item of a task. */
function findQuestionedItem(
  tx: Tx,
  { datasetId }: Place,
  { itemId, taskId }: { itemId: string; taskId: string },
) {
  const about = { datasetId, OR: [{ taskId }, { taskId: null }] };
  return tx.itemVersion.findFirst({
    where: { itemId, item: { rubric: about } },
    orderBy: { rubricVersion: { version: "desc" } },
    select: { scale: true },
  });
}

async function markerOf(tx: Tx, { projectId, datasetId }: Place): Promise<string> {
  const by = { projectId, datasetId, kind: "gold" as const, code: MARKED };
  const { id } = (await tx.rater.findFirst({ where: by })) ?? (await tx.rater.create({ data: by }));
  return id;
}

async function writeJudgement(
  tx: Tx,
  place: Place,
  { explanation, ...judged }: { unit: GoldUnit; same: GoldUnit[]; value: Value | null; explanation: string },
): Promise<void> {
  const by = { datasetId: place.datasetId, raterId: await markerOf(tx, place) };
  await replaceGold(tx, by, { ...judged, metadata: explanation ? { explanation } : {} });
}

const explanationIn = (metadata: unknown) => GoldMetadata.parse(metadata).explanation ?? "";

/** All gold of a task; empty when the researcher may not read the task. */
export async function findGold(
  researcher: Member<"researcher">,
  datasetId: string,
  taskId: string,
): Promise<GoldOfTask> {
  const where = {
    datasetId,
    taskId,
    rater: { kind: "gold" as const },
    dataset: { project: memberOf(researcher) },
  };
  const orderBy = [{ position: "asc" as const }, { id: "asc" as const }];
  const [rows, labelled] = await Promise.all([
    listGoldValues(researcher, datasetId, taskId),
    db.goldLabels.findMany({
      where,
      orderBy,
      select: {
        itemId: true,
        question: true,
        labels: true,
        metadata: true,
        rater: { select: { code: true } },
      },
    }),
  ]);
  const marked = ({ rater }: { rater: { code: string } }) => Number(rater.code === MARKED);
  const values: GoldOfTask["values"] = new Map();
  const preferences = new Map<string, GoldOfTask["preferences"][number]>();
  for (const row of rows.sort((a, b) => marked(b) - marked(a))) {
    const { responseId: a, responseBId: b, itemId } = row;
    if (a === null) continue;
    const gold = { value: Value.parse(row.value), explanation: explanationIn(row.metadata) };
    if (row.target === "preference") {
      const pair = [a, b ?? ""].sort().join();
      if (b !== null && !preferences.has(pair)) preferences.set(pair, { pair: [a, b], ...gold });
      continue;
    }
    const known = values.get(a) ?? {};
    values.set(a, known);
    known[itemId ?? "overall"] ??= gold;
  }
  const labels = new Map<string, GoldOfTask["labels"][number]>();
  for (const row of labelled.sort((a, b) => marked(b) - marked(a))) {
    const { itemId: item, question, metadata } = row;
    const unit = JSON.stringify([question, item]);
    if (!labels.has(unit))
      labels.set(unit, { item, question, labels: row.labels, explanation: explanationIn(metadata) });
  }
  return { values, preferences: [...preferences.values()], labels: [...labels.values()] };
}

/** The label questions of the batches on a dataset, and those of the literature that no batch asks. */
export async function listLabelQuestions(
  researcher: Member<"researcher">,
  datasetId: string,
): Promise<LabelQuestion[]> {
  const arms = await db.arm.findMany({
    where: { batch: { datasetId, project: memberOf(researcher) } },
    orderBy: [{ batch: { createdAt: "desc" } }, { position: "asc" }],
    select: { protocol: true },
    take: 200,
  });
  const stepsInUse = arms.flatMap(({ protocol }) => Protocol.parse(protocol).steps);
  const steps = [...stepsInUse, ...TAXONOMIES.map(({ step }) => ({ type: "label" as const, ...step }))];
  const questions = new Map<string, LabelQuestion>();
  for (const step of steps) {
    if (step.type !== "label" || questions.has(step.id)) continue;
    if (step.about === "matches" || step.about === "response") continue;
    const { id, question, kind, several, none, labels } = step;
    questions.set(id, { id, question, kind, several, none, labels: labels.map(({ name }) => name) });
  }
  return [...questions.values()];
}
