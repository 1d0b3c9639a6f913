import "server-only";
import { draftedFor } from "@/lib/batch/data/rubrics";
import type { NamedProtocol } from "@/lib/batch/rules/design";
import type { Quality } from "@/lib/batch/schema";
import { Scale, Value } from "@/lib/dataset/schema";
import type { Tx } from "@/lib/db";
import { flipped, isReviewedAlone, linesWith, lotOf, nextKey } from "@/lib/quality/rules/planted";
import { Prisma } from "@/prisma/generated/client/client";

type Batch = { id: string; seed: number; quality: Quality };

/**
 * Puts errors into what a batch will show as drafted on those of its subjects that have no slots yet, and says how many:
 * a set share of the drafted values an annotator would see gets another value, and the same share of drafted rubrics
 * that are reviewed an item of another task. Which, and how, follows from the seed. Checks get none.
 */
export async function plantErrors(
  tx: Tx,
  batch: Batch,
  arms: readonly NamedProtocol[],
): Promise<{ verdicts: number; items: number }> {
  const { planted } = batch.quality;
  if (!planted) return { verdicts: 0, items: 0 };
  return {
    verdicts: await plantVerdicts(tx, batch, planted.share, arms),
    items: await plantItems(tx, batch, planted.share, arms),
  };
}

const CHUNK = 1000;

async function insert(tx: Tx, data: Prisma.PlantedErrorCreateManyInput[]): Promise<number> {
  for (let at = 0; at < data.length; at += CHUNK)
    await tx.plantedError.createMany({ data: data.slice(at, at + CHUNK) });
  return data.length;
}

/** Subjects that were just made. */
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

/** The same choice of drafts as lib/review/frame makes for a subject. */
async function plantVerdicts(
  tx: Tx,
  { id, seed }: Batch,
  share: number,
  arms: readonly NamedProtocol[],
): Promise<number> {
  const steps = arms.flatMap(({ protocol }) => protocol.steps).filter(showsValue);
  const kinds = [...new Set(steps.flatMap((step) => (step.type === "judge" ? [step.kind] : [])))];
  const score = steps.find((step) => step.type === "score");
  if (kinds.length === 0 && !score) return 0;
  const rows = await tx.$queryRaw<DraftRow[]>`
    WITH possible AS (
      SELECT s."id" AS "subjectId", s."position" AS "place", d."id" AS "draftId", d."key", d."itemId", d."value",
        d."lines", d."scoreLine", iv."scale", ru."kind"::text AS "kind", d."position", d."raterId",
        first_value(d."raterId") OVER (PARTITION BY s."id" ORDER BY d."position", d."id") AS "lead"
      FROM "Subject" s JOIN "Draft" d ON d."responseId" = s."responseId"
      JOIN "Rater" r ON r."id" = d."raterId" AND r."kind" = 'llm'
      LEFT JOIN (
        "ItemVersion" iv JOIN "BatchRubric" br ON br."rubricVersionId" = iv."rubricVersionId"
          AND br."batchId" = ${id}::uuid
        JOIN "Rubric" ru ON ru."id" = br."rubricId") ON iv."itemId" = d."itemId"
      WHERE ${fresh(id)} AND (d."target" = 'overall' OR d."target" = 'item' AND iv."id" IS NOT NULL
        AND (coalesce(cardinality(br."onlyItems"), 0) = 0 OR d."itemId" = ANY (br."onlyItems"))
        AND ${draftedFor(Prisma.sql`d`, Prisma.sql`iv`)})
    ), shown AS (
      SELECT DISTINCT ON ("subjectId", "itemId") * FROM possible
      ORDER BY "subjectId", "itemId", ("raterId" = "lead") DESC, "position", "draftId"
    ), lots AS (
      SELECT *, (row_number() OVER (ORDER BY md5(concat_ws(':', ${seed}::int, 'planted', "place", "key")), "key"))
        AS "nth", count(*) OVER () AS "all"
      FROM shown WHERE "value" IS NOT NULL
        AND ("kind" = ANY (${kinds}::text[]) OR "itemId" IS NULL AND ${score !== undefined})
    )
    SELECT "subjectId", "draftId", "key", "value", "lines", "scoreLine", "scale" FROM lots
    WHERE "nth" <= greatest(1, round("all" * ${share}::float8)) ORDER BY "nth"`;
  const data = rows.flatMap(({ subjectId, draftId, key, value: drafted, lines, scoreLine, scale }) => {
    const value = Value.parse(drafted);
    const on = scale === null ? score?.scale : Scale.parse(scale);
    const other = on ? flipped(value, on, lotOf(`${seed}:flip:${key}`)) : null;
    if (other === null) return [];
    const shown = linesWith(lines, scoreLine, value, other);
    return [{ batchId: id, subjectId, kind: "verdict" as const, draftId, value: other, lines: shown }];
  });
  return insert(tx, data);
}

const showsValue = (step: NamedProtocol["protocol"]["steps"][number]) =>
  (step.type === "judge" || step.type === "score") &&
  step.exposure !== "none" &&
  step.exposure !== "score-hidden";

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
    const borrowed = foreign[Math.floor(lotOf(`${seed}:item:${rubric.key}`) * foreign.length)];
    if (!borrowed) return [];
    return [
      {
        batchId: id,
        subjectId: rubric.subjectId,
        kind: "item" as const,
        rubricId: rubric.rubricId,
        itemVersionId: borrowed.id,
        key: nextKey(own.map(({ item }) => item.key)),
        place: Math.floor(lotOf(`${seed}:place:${rubric.key}`) * (own.length + 1)),
      },
    ];
  });
  return insert(tx, data);
}

/** The first after a place, going round, that belongs to another task. */
function nextOfAnotherTask(rubrics: readonly RubricRow[], at: number): RubricRow | null {
  for (let step = 1; step < rubrics.length; step++) {
    const other = rubrics[(at + step) % rubrics.length];
    if (other && other.taskId !== rubrics[at]?.taskId) return other;
  }
  return null;
}

/** The kind of rubric whose drafted items a step reviews, where nothing else on the page would tell. */
function reviewedAlone(
  step: NamedProtocol["protocol"]["steps"][number],
  { steps }: NamedProtocol["protocol"],
): string[] {
  if (step.type !== "rubric" || step.exposure === "none") return [];
  return isReviewedAlone(step.kind, steps) ? [step.kind] : [];
}
