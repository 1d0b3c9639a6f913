import "server-only";
import { draftedFor } from "@/lib/batch/data/pin-rubrics";
import { sourceOfDrafts } from "@/lib/batch/rules/protocol-sources";
import type { NamedProtocol } from "@/lib/batch/schema";
import type { Tx } from "@/lib/database/db";
import { isPublished } from "@/lib/dataset/data/rubrics";
import { draftIsFrom } from "@/lib/dataset/data/source-sql";
import { type DraftSource, keyOfSource } from "@/lib/dataset/schema/sources";
import { Scale, Value } from "@/lib/judgement/schema";
import type { LabelStep, Step } from "@/lib/protocol/schema";
import { isPlantable, showsLabels, showsValue } from "@/lib/quality/rules/plantable";
import {
  flipped,
  linesPreferring,
  linesWith,
  mislabelled,
  nextKey,
  otherSide,
  uniformHash,
} from "@/lib/quality/rules/planted-values";
import type { PlantedCounts, Quality } from "@/lib/quality/schema";
import { Prisma } from "@/prisma/generated/client/client";

type Batch = { id: string; seed: number; quality: Quality };

/**
 * Plants errors in the drafts that a batch will show on its subjects without slots; returns their number. A
 * set share of the visible drafted values gets another value, or prefers the other response. The same share
 * of drafted rubrics under review gets an item of another task, and of labelled items a wrong label, or one
 * label less. The seed decides which and how. Checks get no planted errors.
 */
export async function plantErrors(
  tx: Tx,
  batch: Batch,
  arms: readonly NamedProtocol[],
): Promise<PlantedCounts> {
  const { planted } = batch.quality;
  if (!planted) return { verdicts: 0, items: 0, labels: 0 };
  const { share } = planted;
  return {
    verdicts:
      (await plantVerdicts(tx, batch, share, arms)) + (await plantPreferences(tx, batch, share, arms)),
    items: await plantItems(tx, batch, share, arms),
    labels: await plantLabels(tx, batch, share, arms),
  };
}

const CHUNK = 1000;

/** Skips errors already planted for another arm that shows the same draft. */
async function insert(tx: Tx, data: Prisma.PlantedErrorCreateManyInput[]): Promise<number> {
  let planted = 0;
  for (let at = 0; at < data.length; at += CHUNK) {
    const { count } = await tx.plantedError.createMany({
      data: data.slice(at, at + CHUNK),
      skipDuplicates: true,
    });
    planted += count;
  }
  return planted;
}

/** Groups steps by the source of their drafts; steps without a source form one group. */
function bySource<T extends Step>(steps: readonly T[]): { source: DraftSource | undefined; steps: T[] }[] {
  const groups = new Map<string, { source: DraftSource | undefined; steps: T[] }>();
  for (const step of steps) {
    const source = sourceOfDrafts(step);
    const key = source ? keyOfSource(source) : "";
    const group = groups.get(key) ?? { source, steps: [] };
    groups.set(key, { source, steps: [...group.steps, step] });
  }
  return [...groups.values()];
}

/** True if a step may show draft `d` of the model `r`. */
const isShownFrom = (source: DraftSource | undefined) =>
  source ? draftIsFrom(source) : isPublished(Prisma.sql`d."unitId"`);

/** Condition for subjects that were just created and have no slots yet. */
const fresh = (id: string) => Prisma.sql`s."batchId" = ${id}::uuid AND s."use" = 'work'
  AND NOT EXISTS (SELECT FROM "Slot" slot WHERE slot."subjectId" = s."id")`;

type DraftRow = {
  subjectId: string;
  draftId: string;
  key: string;
  value: unknown;
  lines: string[];
  scoreLine: number | null;
  scale: unknown;
};

/** Chooses drafts as lib/review/stimulus does for a subject. */
async function plantVerdicts(
  tx: Tx,
  batch: Batch,
  share: number,
  arms: readonly NamedProtocol[],
): Promise<number> {
  const steps = arms.flatMap(({ protocol }) => protocol.steps).filter(showsValue);
  let planted = 0;
  for (const group of bySource(steps)) planted += await plantVerdictsOf(tx, batch, share, group);
  return planted;
}

async function plantVerdictsOf(
  tx: Tx,
  { id, seed }: Batch,
  share: number,
  { source, steps }: { source: DraftSource | undefined; steps: readonly Step[] },
): Promise<number> {
  const kinds = [...new Set(steps.flatMap((step) => (step.type === "judge" ? [step.kind] : [])))];
  const score = steps.find((step) => step.type === "score");
  if (kinds.length === 0 && !score) return 0;
  const rows = await tx.$queryRaw<DraftRow[]>`
    WITH possible AS (
      SELECT s."id" AS "subjectId", s."position" AS "place", d."id" AS "draftId", d."key", d."itemId", d."value",
        d."lines", d."scoreLine", iv."scale", ru."kind"::text AS "kind", d."position", d."raterId",
        first_value(d."raterId") OVER (PARTITION BY s."id" ORDER BY d."position", d."id") AS "lead",
        CASE WHEN ${source !== undefined} AND d."unitId" IS NOT NULL THEN d."createdAt" END AS "madeAt"
      FROM "Subject" s JOIN "Draft" d ON d."responseId" = s."responseId"
      JOIN "Rater" r ON r."id" = d."raterId" AND r."kind" = 'llm'
      LEFT JOIN (
        "ItemVersion" iv JOIN "BatchRubric" br ON br."rubricVersionId" = iv."rubricVersionId"
          AND br."batchId" = ${id}::uuid
        JOIN "Rubric" ru ON ru."id" = br."rubricId") ON iv."itemId" = d."itemId"
      WHERE ${fresh(id)} AND ${isShownFrom(source)} AND (d."target" = 'overall' OR d."target" = 'item' AND iv."id" IS NOT NULL
        AND (coalesce(cardinality(br."onlyItems"), 0) = 0 OR d."itemId" = ANY (br."onlyItems"))
        AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)})
    ), shown AS (
      SELECT DISTINCT ON ("subjectId", "itemId") * FROM possible
      ORDER BY "subjectId", "itemId", ("raterId" = "lead") DESC, "madeAt" DESC NULLS LAST, "position", "draftId"
    ), shuffled AS (
      SELECT *, (row_number() OVER (ORDER BY md5(concat_ws(':', ${seed}::int, 'planted', "place", "key")), "key"))
        AS "nth", count(*) OVER () AS "all"
      FROM shown WHERE "value" IS NOT NULL
        AND ("kind" = ANY (${kinds}::text[]) OR "itemId" IS NULL AND ${score !== undefined})
    )
    SELECT "subjectId", "draftId", "key", "value", "lines", "scoreLine", "scale" FROM shuffled
    WHERE "nth" <= greatest(1, round("all" * ${share}::float8)) ORDER BY "nth"`;
  const data = rows.flatMap(({ subjectId, draftId, key, value: drafted, lines, scoreLine, scale }) => {
    const value = Value.parse(drafted);
    const on = scale === null ? score?.scale : Scale.parse(scale);
    const other = on ? flipped(value, on, uniformHash(`${seed}:flip:${key}`)) : null;
    if (other === null) return [];
    const shown = linesWith(lines, scoreLine, value, other);
    return [{ batchId: id, subjectId, kind: "verdict" as const, draftId, value: other, lines: shown }];
  });
  return insert(tx, data);
}

/** Chooses drafted preferences as lib/review/stimulus does. */
async function plantPreferences(
  tx: Tx,
  batch: Batch,
  share: number,
  arms: readonly NamedProtocol[],
): Promise<number> {
  const steps = arms
    .flatMap(({ protocol }) => protocol.steps)
    .filter((step) => step.type === "prefer" && showsValue(step));
  let planted = 0;
  for (const { source } of bySource(steps)) planted += await plantPreferencesOf(tx, batch, share, source);
  return planted;
}

async function plantPreferencesOf(
  tx: Tx,
  { id, seed }: Batch,
  share: number,
  source: DraftSource | undefined,
): Promise<number> {
  const rows = await tx.$queryRaw<Omit<DraftRow, "scale">[]>`
    WITH shown AS (
      SELECT DISTINCT ON (s."id") s."id" AS "subjectId", s."position" AS "place", d."id" AS "draftId", d."key",
        d."value", d."lines", d."scoreLine"
      FROM "Subject" s JOIN "Draft" d ON d."target" = 'preference'
        AND d."responseId" IN (s."responseId", s."responseBId")
        AND d."responseBId" IN (s."responseId", s."responseBId")
      JOIN "Rater" r ON r."id" = d."raterId" AND r."kind" = 'llm'
      WHERE ${fresh(id)} AND ${isShownFrom(source)}
      ORDER BY s."id", CASE WHEN ${source !== undefined} AND d."unitId" IS NOT NULL THEN d."createdAt" END DESC NULLS LAST,
        d."position", d."id"
    ), shuffled AS (
      SELECT *, (row_number() OVER (ORDER BY md5(concat_ws(':', ${seed}::int, 'planted', "place", "key")), "key"))
        AS "nth", count(*) OVER () AS "all"
      FROM shown WHERE "value" IS NOT NULL
    )
    SELECT "subjectId", "draftId", "key", "value", "lines", "scoreLine" FROM shuffled
    WHERE "nth" <= greatest(1, round("all" * ${share}::float8)) ORDER BY "nth"`;
  const data = rows.map(({ subjectId, draftId, key, value: drafted, lines, scoreLine }) => {
    const value = Value.parse(drafted);
    const other = otherSide(value, uniformHash(`${seed}:flip:${key}`));
    const shown = linesPreferring(lines, scoreLine, value, other);
    return { batchId: id, subjectId, kind: "verdict" as const, draftId, value: other, lines: shown };
  });
  return insert(tx, data);
}

type RubricRow = { subjectId: string; taskId: string; rubricId: string; versionId: string; key: string };

async function plantItems(
  tx: Tx,
  { id, seed }: Batch,
  share: number,
  arms: readonly NamedProtocol[],
): Promise<number> {
  const kinds = [
    ...new Set(
      arms.flatMap(({ protocol }) => protocol.steps.flatMap((step) => reviewedAlone(step, protocol))),
    ),
  ];
  if (kinds.length === 0) return 0;
  const rubrics = await tx.$queryRaw<RubricRow[]>`
    SELECT s."id" AS "subjectId", s."taskId", ru."id" AS "rubricId", br."rubricVersionId" AS "versionId", ru."key"
    FROM "Subject" s JOIN "Rubric" ru ON ru."taskId" = s."taskId" AND ru."kind"::text = ANY (${kinds}::text[])
    JOIN "BatchRubric" br ON br."batchId" = s."batchId" AND br."rubricId" = ru."id" AND coalesce(cardinality(br."onlyItems"), 0) = 0
    WHERE ${fresh(id)}
      AND EXISTS (SELECT FROM "ItemVersion" iv WHERE iv."rubricVersionId" = br."rubricVersionId")
    ORDER BY md5(concat_ws(':', ${seed}::int, 'planted', s."position", ru."key")), ru."key"`;
  const chosen = rubrics.slice(0, Math.max(1, Math.round(rubrics.length * share)));
  const pairs = chosen.flatMap((rubric, at) => {
    const donor = nextOfAnotherTask(rubrics, at);
    return donor ? [{ rubric, donor }] : [];
  });
  const versions = [...new Set(pairs.flatMap(({ rubric, donor }) => [rubric.versionId, donor.versionId]))];
  const items = await tx.itemVersion.findMany({
    where: { rubricVersionId: { in: versions } },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    select: { id: true, rubricVersionId: true, text: true, item: { select: { key: true } } },
  });
  const byVersion = new Map<string, typeof items>();
  for (const item of items)
    byVersion.set(item.rubricVersionId, [...(byVersion.get(item.rubricVersionId) ?? []), item]);
  const of = (version: string) => byVersion.get(version) ?? [];
  const data = pairs.flatMap(({ rubric, donor }) => {
    const own = of(rubric.versionId);
    const texts = new Set(own.map(({ text }) => text.trim().toLowerCase()));
    const foreign = of(donor.versionId).filter(({ text }) => !texts.has(text.trim().toLowerCase()));
    const borrowed = foreign[Math.floor(uniformHash(`${seed}:item:${rubric.key}`) * foreign.length)];
    if (!borrowed) return [];
    return [
      {
        batchId: id,
        subjectId: rubric.subjectId,
        kind: "item" as const,
        rubricId: rubric.rubricId,
        itemVersionId: borrowed.id,
        key: nextKey(own.map(({ item }) => item.key)),
        place: Math.floor(uniformHash(`${seed}:place:${rubric.key}`) * (own.length + 1)),
      },
    ];
  });
  return insert(tx, data);
}

/** The first rubric after a position, cyclically, that belongs to another task. */
function nextOfAnotherTask(rubrics: readonly RubricRow[], at: number): RubricRow | null {
  for (let step = 1; step < rubrics.length; step++) {
    const other = rubrics[(at + step) % rubrics.length];
    if (other && other.taskId !== rubrics[at]?.taskId) return other;
  }
  return null;
}

/**
 * The kind of rubric whose drafted items a step reviews, if no other step on the page would reveal a planted
 * item.
 */
function reviewedAlone(
  step: NamedProtocol["protocol"]["steps"][number],
  { steps }: NamedProtocol["protocol"],
): string[] {
  return step.type === "rubric" && isPlantable(step, steps) ? [step.kind] : [];
}

type LabelledRow = {
  subjectId: string;
  place: number;
  draftUnitId: string;
  itemId: string;
  key: string;
  kind: string;
  labels: string[];
};

/** Chooses labels as lib/review/stimulus does: of the first run unit, where the wording is unchanged. */
async function plantLabels(
  tx: Tx,
  batch: Batch,
  share: number,
  arms: readonly NamedProtocol[],
): Promise<number> {
  const labelling = arms
    .flatMap(({ protocol }) => protocol.steps)
    .flatMap((step) => (step.type === "label" && showsLabels(step) ? [step] : []));
  let planted = 0;
  for (const group of bySource(labelling)) planted += await plantLabelsOf(tx, batch, share, group);
  return planted;
}

async function plantLabelsOf(
  tx: Tx,
  { id, seed }: Batch,
  share: number,
  { source, steps: labelling }: { source: DraftSource | undefined; steps: readonly LabelStep[] },
): Promise<number> {
  const steps = new Map(labelling.map((step) => [step.id, step]));
  const run = source?.from === "run" ? source.run : null;
  const kinds = [...new Set([...steps.values()].flatMap(({ kind }) => kind ?? []))];
  const rows = await tx.$queryRaw<LabelledRow[]>`
    SELECT s."id" AS "subjectId", s."position" AS "place", unit."id" AS "draftUnitId", iv."itemId", i."key",
      ru."kind"::text AS "kind", said."labels"
    FROM "Subject" s
    JOIN LATERAL (
      SELECT u."id", u."rubricVersionId", u."result" FROM "DraftUnit" u
      WHERE u."taskId" = s."taskId" AND u."state" = 'done' AND u."result" -> 'labels' IS NOT NULL
        AND ${isPublished(Prisma.sql`u."id"`)} AND (${run}::uuid IS NULL OR u."runId" = ${run}::uuid)
      ORDER BY CASE WHEN ${run}::uuid IS NOT NULL THEN u."position" END, u."finishedAt", u."id" LIMIT 1) unit ON TRUE
    CROSS JOIN LATERAL jsonb_to_recordset(unit."result" -> 'labels') AS said ("item" uuid, "labels" jsonb)
    JOIN "ItemVersion" asked ON asked."rubricVersionId" = unit."rubricVersionId" AND asked."itemId" = said."item"
    JOIN "Item" i ON i."id" = said."item"
    JOIN "Rubric" ru ON ru."id" = i."rubricId" AND ru."kind"::text = ANY (${kinds}::text[])
    JOIN "BatchRubric" br ON br."batchId" = s."batchId" AND br."rubricId" = ru."id"
    JOIN "ItemVersion" iv ON iv."rubricVersionId" = br."rubricVersionId" AND iv."itemId" = i."id"
      AND iv."text" = asked."text"
    WHERE ${fresh(id)}
      AND (coalesce(cardinality(br."onlyItems"), 0) = 0 OR i."id" = ANY (br."onlyItems"))`;
  const possible = rows.flatMap((row) =>
    [...steps.values()].flatMap(({ id: question, kind, labels, several }) => {
      const all = labels.map(({ name }) => name);
      const drafted = all.filter((name) => row.labels.includes(name));
      if (row.kind !== kind || drafted.length === 0) return [];
      const uniform = uniformHash(`${seed}:planted:${row.place}:${row.key}:${question}`);
      return [{ ...row, question, all, several, drafted, uniform }];
    }),
  );
  const data = possible
    .sort((a, b) => a.uniform - b.uniform || a.key.localeCompare(b.key, "en"))
    .slice(0, Math.max(1, Math.round(possible.length * share)))
    .flatMap(({ subjectId, draftUnitId, itemId, key, place, question, drafted, ...taxonomy }) => {
      const error = mislabelled(drafted, taxonomy, uniformHash(`${seed}:flip:${place}:${key}:${question}`));
      if (!error) return [];
      const { labels, label } = error;
      const about = { batchId: id, subjectId, draftUnitId, itemId, question };
      return [{ ...about, kind: "labels" as const, value: labels, label }];
    });
  return insert(tx, data);
}
