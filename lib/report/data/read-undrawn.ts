import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { DRAFT_OF_STEP, DRAFTED_FOR } from "@/lib/dataset/data/records/drafts";
import { DRAFT_PUBLISHED, type StudyScope } from "@/lib/dataset/data/study-scope";
import { LEFT_TO_RULES } from "@/lib/drafting/rules/provenance-labels";
import { OVERALL, PREFERENCE, type Target } from "@/lib/judgement/schema/units";
import { itemKey } from "@/lib/report/rules/item-key";
import type { MachineValue, ReportItem, UndrawnMaterial, UndrawnSubject } from "@/lib/report/schema/study";

/** If there are more values, the estimates read the sample alone: they have objects for each. */
const MOST_VALUES = 300_000;

/**
 * The responses or pairs that passed the filter of a batch and were not drawn; undefined where the batch has no sample, was
 * opened before this was stored, or got more work later: what it then estimates is not all that passed its filter when it
 * opened.
 */
export async function undrawnIn(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): Promise<UndrawnMaterial | undefined> {
  const values = [datasetId, batchId];
  const [batch] = await snapshot.rows<{ isWhole: boolean }>(
    `SELECT EXISTS (SELECT FROM "UndrawnSubject" AS s WHERE s."batchId" = b."id")
       AND NOT EXISTS (SELECT FROM "Subject" AS s WHERE s."batchId" = b."id" AND s."use" = 'work' AND s."probability" IS NULL)
       AND NOT EXISTS (SELECT FROM "BatchIntake" AS n WHERE n."batchId" = b."id" AND n."taken" > 0) AS "isWhole"
     FROM "Batch" AS b WHERE b."datasetId" = $1 AND b."id" = $2`,
    values,
  );
  if (!batch?.isWhole) return undefined;
  const drafts = await draftsOf(snapshot, values);
  if (drafts.length === 0 || drafts.length > MOST_VALUES) return undefined;
  return {
    drawn: await drawnOf(snapshot, batchId),
    subjects: await subjectsOf(snapshot, batchId),
    items: await itemsOf(snapshot, batchId),
    drafts,
  };
}

interface Place {
  response: string;
  responseB: string | null;
}

const aboutOf = ({ response, responseB }: Place) =>
  responseB === null ? { response, pair: null } : { response: null, pair: [response, responseB] as const };

async function drawnOf(snapshot: Snapshot, batchId: string | null): Promise<UndrawnMaterial["drawn"]> {
  const rows = await snapshot.rows<Place & { task: string; probability: number }>(
    `SELECT t."key" AS "task", a."key" AS "response", b."key" AS "responseB", s."probability"
     FROM "Subject" AS s JOIN "Task" AS t ON t."id" = s."taskId" JOIN "Response" AS a ON a."id" = s."responseId" LEFT JOIN "Response" AS b ON b."id" = s."responseBId"
     WHERE s."batchId" = $1 AND s."use" = 'work'`,
    [batchId],
  );
  return rows.map(({ task, probability, ...place }) => ({ task, probability, ...aboutOf(place) }));
}

async function subjectsOf(snapshot: Snapshot, batchId: string | null): Promise<UndrawnSubject[]> {
  const rows = await snapshot.rows<
    Place & Pick<UndrawnSubject, "task" | "tags"> & { model: string | null; modelB: string | null }
  >(
    `SELECT t."key" AS "task", t."tags", a."key" AS "response", a."model", b."key" AS "responseB", b."model" AS "modelB"
     FROM "UndrawnSubject" AS s JOIN "Task" AS t ON t."id" = s."taskId" JOIN "Response" AS a ON a."id" = s."responseId"
     LEFT JOIN "Response" AS b ON b."id" = s."responseBId"
     WHERE s."batchId" = $1`,
    [batchId],
  );
  return rows.map(({ task, tags, model, modelB, ...place }) => ({
    ...{ task, tags, ...aboutOf(place) },
    models: place.responseB === null ? [model] : [model, modelB],
  }));
}

async function itemsOf(snapshot: Snapshot, batchId: string | null): Promise<UndrawnMaterial["items"]> {
  const rows = await snapshot.rows<Pick<ReportItem, "category" | "scale"> & { rubric: string; id: string }>(
    `SELECT r."key" AS "rubric", i."key" AS "id", v."category", v."scale"
     FROM (SELECT DISTINCT unnest("rubricVersionIds") AS "id" FROM "UndrawnSubject" WHERE "batchId" = $1) AS chosen
     CROSS JOIN LATERAL (SELECT * FROM "ItemVersion" AS own WHERE own."rubricVersionId" = chosen."id" OFFSET 0) AS v
     JOIN "Item" AS i ON i."id" = v."itemId" JOIN "Rubric" AS r ON r."id" = v."rubricId"`,
    [batchId],
  );
  return rows.map(({ rubric, id, category, scale }) => ({ key: itemKey(rubric, id), category, scale }));
}

/** The undrawn responses, and pairs in both orders: a draft may be about either. */
const BOTH_ORDERS = `SELECT "taskId", "responseId", "responseBId", "rubricVersionIds" FROM "UndrawnSubject" WHERE "batchId" = $2
  UNION ALL SELECT "taskId", "responseBId", "responseId", "rubricVersionIds" FROM "UndrawnSubject"
  WHERE "batchId" = $2 AND "responseBId" IS NOT NULL`;

/*
 * OFFSET 0: rows are looked up one by one. Right after an import or an opening PostgreSQL has no statistics, and would otherwise
 * go through all drafts once per subject, or through all versions once per draft.
 */
const DRAFTS_OF_SUBJECT = `SELECT * FROM "Draft" AS own WHERE own."responseId" = s."responseId"
  AND own."responseBId" IS NOT DISTINCT FROM s."responseBId" OFFSET 0`;
const VERSIONS_OF_SUBJECT = `SELECT of.* FROM unnest(s."rubricVersionIds") AS chosen ("id")
  CROSS JOIN LATERAL (SELECT * FROM "RubricVersion" AS own WHERE own."id" = chosen."id" OFFSET 0) AS of`;

/** One more than are read, so that there are too many is known. */
async function draftsOf(snapshot: Snapshot, values: unknown[]): Promise<MachineValue[]> {
  const rows = snapshot.stream<
    Place &
      Omit<MachineValue, "item" | "response" | "pair" | "leftToRules" | "confidence"> & {
        target: Target;
        rubric: string;
        item: string;
        confidence: number | null;
        isLeft: boolean;
      }
  >(
    `SELECT t."key" AS "task", a."key" AS "response", b."key" AS "responseB", x."target", u."key" AS "rubric", i."key" AS "item",
       p."code" AS "rater", p."kind" AS "raterKind", x."method", x."condition", x."order", x."value", x."confidence",
       coalesce(x."provenance" -> 'flags' ? '${LEFT_TO_RULES}', FALSE) AS "isLeft"
     FROM (${BOTH_ORDERS}) AS s JOIN "Task" AS t ON t."id" = s."taskId"
     CROSS JOIN LATERAL (${DRAFTS_OF_SUBJECT}) AS x
     JOIN "Rater" AS p ON p."id" = x."raterId" AND p."kind" IN ('llm', 'rules')
     JOIN "Response" AS a ON a."id" = x."responseId" LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId" LEFT JOIN "Rubric" AS u ON u."id" = i."rubricId"
     WHERE x."datasetId" = $1 AND ${DRAFT_OF_STEP} AND ${DRAFT_PUBLISHED}
       AND (x."itemId" IS NULL OR ${DRAFTED_FOR(VERSIONS_OF_SUBJECT)})
     LIMIT ${MOST_VALUES + 1}`,
    values,
  );
  const drafts: MachineValue[] = [];
  for await (const { response, responseB, target, rubric, item, confidence, isLeft, ...row } of rows)
    drafts.push({
      ...row,
      ...aboutOf({ response, responseB }),
      item: target === "item" ? itemKey(rubric, item) : target === "overall" ? OVERALL : PREFERENCE,
      ...(confidence !== null && { confidence }),
      ...(isLeft && { leftToRules: true }),
    });
  return drafts;
}
