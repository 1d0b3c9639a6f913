import "server-only";
import { preparedForAnyone } from "@/lib/database/db";
import type { Target } from "@/lib/judgement/schema/units";
import { type Annotator, ownedBySql } from "@/lib/review/data/assignment-lock";
import type { StimulusRow } from "@/lib/review/stimulus/types";
import { Prisma, type RaterKind, type RubricKind } from "@/prisma/generated/client/client";

/*
 * The parts of a frame, each read by one prepared statement: opening every assignment waits for them, and a
 * query builder takes several times as long as the database.
 */

const STORED_ROW = Prisma.sql`SELECT a."id", a."batchId", a."armId", a."order",
    json_build_object('itemOrder', b."itemOrder", 'seed', b."seed", 'quality', b."quality") AS "batch",
    json_build_object('protocol', m."protocol", 'position', m."position") AS "arm",
    CASE WHEN slot."id" IS NOT NULL THEN json_build_object('replicate', slot."replicate") END AS "slot",
    json_build_object('id', s."id", 'datasetId', s."datasetId", 'position', s."position", 'taskId', s."taskId",
      'responseId', s."responseId", 'responseBId', s."responseBId",
      'task', json_build_object('key', t."key", 'position', t."position")) AS "subject"
  FROM "Assignment" a JOIN "Batch" b ON b."id" = a."batchId" JOIN "Arm" m ON m."id" = a."armId"
    JOIN "Subject" s ON s."id" = a."subjectId" JOIN "Task" t ON t."id" = s."taskId"
    LEFT JOIN "Slot" slot ON slot."id" = a."slotId"`;

/** The row that the frame of an annotator's assignment is built from; null when it is not theirs. */
export async function findOwnStimulusRow(annotator: Annotator, id: string): Promise<StimulusRow | null> {
  const [row] = await preparedForAnyone<StimulusRow>(
    "own-assignment-for-frame",
    Prisma.sql`${STORED_ROW} WHERE a."id" = ${id}::uuid AND ${ownedBySql(annotator)}`,
  );
  return row ?? null;
}

/** Finds the row of any assignment, for callers who have checked access. */
export async function findStimulusRow(id: string): Promise<StimulusRow | null> {
  const [row] = await preparedForAnyone<StimulusRow>(
    "assignment-for-frame",
    Prisma.sql`${STORED_ROW} WHERE a."id" = ${id}::uuid`,
  );
  return row ?? null;
}

/** A version of a rubric with its items in order. */
export interface VersionRow {
  id: string;
  rubricId: string;
  unitId: string | null;
  origin: string | null;
  model: string | null;
  method: string | null;
  rubric: { key: string; kind: RubricKind; task: { instruction: string } | null };
  /** The items that the batch asks for; empty for all. */
  onlyItems: string[];
  items: {
    id: string;
    itemId: string;
    name: string | null;
    text: string;
    scale: Prisma.JsonValue;
    category: string | null;
    metadata: Prisma.JsonValue;
    item: { key: string };
  }[];
}

/** Rubric versions as used by a batch, in the order of the given ids. */
export async function findVersions(batchId: string, ids: readonly string[]): Promise<VersionRow[]> {
  if (ids.length === 0) return [];
  return preparedForAnyone<VersionRow>(
    "versions-for-frame",
    Prisma.sql`SELECT v."id", v."rubricId", v."unitId", v."origin", v."model", v."method",
        json_build_object('key', ru."key", 'kind', ru."kind",
          'task', CASE WHEN t."id" IS NOT NULL THEN json_build_object('instruction', t."instruction") END) AS "rubric",
        ARRAY(SELECT unnest(pin."onlyItems")::text FROM "BatchRubric" pin
          WHERE pin."rubricVersionId" = v."id" AND pin."batchId" = ${batchId}::uuid) AS "onlyItems",
        coalesce(items."all", '[]') AS "items"
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS asked("id", "place")
        JOIN "RubricVersion" v ON v."id" = asked."id" JOIN "Rubric" ru ON ru."id" = v."rubricId"
        LEFT JOIN "Task" t ON t."id" = ru."taskId"
        CROSS JOIN LATERAL (
          SELECT json_agg(json_build_object('id', iv."id", 'itemId', iv."itemId", 'name', iv."name", 'text', iv."text",
            'scale', iv."scale", 'category', iv."category", 'metadata', iv."metadata",
            'item', json_build_object('key', i."key")) ORDER BY iv."position", iv."id") AS "all"
          FROM "ItemVersion" iv JOIN "Item" i ON i."id" = iv."itemId" WHERE iv."rubricVersionId" = v."id") items
      ORDER BY asked."place"`,
  );
}

export interface DraftRow {
  id: string;
  itemId: string | null;
  unitId: string | null;
  target: Target;
  responseId: string | null;
  value: Prisma.JsonValue;
  lines: string[];
  scoreLine: number | null;
  provenance: Prisma.JsonValue;
  rater: { code: string; kind: RaterKind };
}

export async function findDrafts(ids: readonly string[]): Promise<DraftRow[]> {
  if (ids.length === 0) return [];
  return preparedForAnyone<DraftRow>(
    "drafts-for-frame",
    Prisma.sql`SELECT d."id", d."itemId", d."unitId", d."target"::text AS "target", d."responseId", d."value", d."lines",
        d."scoreLine", d."provenance", json_build_object('code', r."code", 'kind', r."kind") AS "rater"
      FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS asked("id", "place")
        JOIN "Draft" d ON d."id" = asked."id" JOIN "Rater" r ON r."id" = d."raterId"
      ORDER BY asked."place"`,
  );
}
