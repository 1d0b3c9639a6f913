import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { unlessEmpty } from "@/lib/dataset/data/records/fields";
import { RUBRIC_IN_SCOPE, STEP_IN_SCOPE, TASK_IN_SCOPE } from "@/lib/dataset/data/study-scope";
import type { RubricRecord } from "@/lib/dataset/schema";
import type { JsonObject } from "@/lib/formats/json-value";

interface RubricRow {
  key: string;
  task: string | null;
  response: string | null;
  responseB: string | null;
  kind: RubricRecord["kind"];
  origin: string | null;
  method: string | null;
  model: string | null;
  version: number;
  metadata: JsonObject;
  /** The items of a version that was chosen as the best of people's lists; null without one. */
  chosen: { id: string; from: string | null; text: string }[] | null;
  items: (Pick<RubricRecord["items"][number], "id" | "text" | "scale"> & {
    name: string | null;
    weight: number | null;
    category: string | null;
    metadata: JsonObject;
  })[];
}

/** For an imported study the version it came with, for a batch the one it uses. */
export const VERSION_IN_SCOPE = (rubric: string) =>
  `SELECT v.* FROM "RubricVersion" AS v
   LEFT JOIN "BatchRubric" AS pin ON pin."batchId" = $2 AND pin."rubricId" = v."rubricId"
   WHERE v."rubricId" = ${rubric}
     AND (CASE WHEN $2::uuid IS NULL THEN v."version" = 1
       WHEN pin."rubricVersionId" IS NOT NULL THEN v."id" = pin."rubricVersionId" ELSE TRUE END)
   ORDER BY v."version" DESC LIMIT 1`;

/** Condition that a rubric (`r`) is one of a study's. */
export const RUBRICS_IN_SCOPE = `r."datasetId" = $1 AND (r."taskId" IS NULL OR ${TASK_IN_SCOPE('r."taskId"')})
       AND ${STEP_IN_SCOPE(`step ->> 'kind' = r."kind"::text`)} AND ${RUBRIC_IN_SCOPE('r."id"')}`;

/** Rubrics in the version that was judged. */
export async function* rubrics(snapshot: Snapshot, values: unknown[]): AsyncGenerator<RubricRecord> {
  const rows = snapshot.stream<RubricRow>(
    `SELECT r."key", t."key" AS "task", a."key" AS "response", b."key" AS "responseB", r."kind", v."origin", v."method", v."model", v."version", r."metadata",
       (SELECT json_agg(json_build_object('id', i."key", 'from', parent."key", 'text', iv."text")
           ORDER BY iv."position", iv."id")
         FROM "ItemVersion" AS iv JOIN "Item" AS i ON i."id" = iv."itemId"
         LEFT JOIN "Item" AS parent ON parent."id" = i."parentId"
         WHERE iv."rubricVersionId" = (SELECT c."id" FROM "RubricVersion" AS c
           WHERE c."rubricId" = r."id" AND c."origin" = 'consensus' AND c."method" = 'chosen' AND ($2::uuid IS NULL OR c."batchId" = $2)
           ORDER BY c."version" DESC LIMIT 1)) AS "chosen",
       (SELECT coalesce(json_agg(json_build_object('id', i."key", 'name', iv."name", 'text', iv."text",
           'scale', iv."scale", 'weight', iv."weight", 'category', iv."category", 'metadata', iv."metadata")
           ORDER BY iv."position", iv."id"), '[]')
         FROM "ItemVersion" AS iv JOIN "Item" AS i ON i."id" = iv."itemId"
         WHERE iv."rubricVersionId" = v."id") AS "items"
     FROM "Rubric" AS r
     JOIN LATERAL (${VERSION_IN_SCOPE('r."id"')}) AS v ON true
     LEFT JOIN "Task" AS t ON t."id" = r."taskId"
     LEFT JOIN "Response" AS a ON a."id" = r."responseId" LEFT JOIN "Response" AS b ON b."id" = r."responseBId"
     WHERE ${RUBRICS_IN_SCOPE}
     ORDER BY r."position", r."id"`,
    values,
  );
  for await (const row of rows) {
    const { key, task, response, responseB, kind, origin, method, model, chosen, items } = row;
    const { condition, metadata } = conditionApart(row);
    yield {
      type: "rubric",
      id: key,
      task,
      response: responseB === null ? (response ?? undefined) : undefined,
      pair: response !== null && responseB !== null ? [response, responseB] : undefined,
      kind,
      origin: origin ?? undefined,
      method: method ?? undefined,
      model: model ?? undefined,
      condition,
      items: items.map(({ name, weight, category, metadata, ...item }) => ({
        ...item,
        name: name ?? undefined,
        weight: weight ?? undefined,
        category: category ?? undefined,
        metadata: unlessEmpty(metadata),
      })),
      metadata: unlessEmpty({ ...metadata, ...(chosen && { chosen }) }),
    };
  }
}

/** The condition of a rubric as it was written, which is stored among its metadata; people's versions have none. */
function conditionApart({ version, metadata }: Pick<RubricRow, "version" | "metadata">) {
  const { condition, ...others } = metadata;
  return version === 1 && typeof condition === "string" ? { condition, metadata: others } : { metadata };
}
