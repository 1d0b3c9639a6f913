import "server-only";
import { db } from "@/lib/database/db";
import type { Snapshot } from "@/lib/database/snapshot";
import type { JsonObject } from "@/lib/formats/json-value";
import { inScope, inTasks, NOT_REPORTED_METADATA, REPORTED } from "@/lib/judgement/data/scope";
import type { Action, Exposure, RaterKind, Scale } from "@/lib/judgement/schema";
import type { Judgement } from "@/lib/judgement/schema/row";
import { Prisma } from "@/prisma/generated/client/client";

/*
 * Reads whole judgements and decisions: for study files, for programs, and for the annotators who gave them.
 */

export const ABOUT = `t."key" AS "task", x."target", a."key" AS "response", b."key" AS "responseB", i."key" AS "item"`;
export const ABOUT_JOINS = `
     JOIN "Task" AS t ON t."id" = x."taskId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     LEFT JOIN "Response" AS a ON a."id" = x."responseId"
     LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"`;

/** A decision on a line of a draft, or on one that was added. */
export interface LineRow {
  draft: number | null;
  draftText: string | null;
  action: Action;
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  metadata: JsonObject;
}

/** A judgement by the ids of the study file, with the decisions on its lines. */
interface JudgementRow extends Omit<Judgement, "step" | "shown" | "idleMs"> {
  id: string;
  revealedFirst: boolean | null;
  lines: LineRow[] | null;
}

/**
 * The judgements of a study, in its order: `values` are its dataset, its batch or null, and tasks where only some are
 * read; `inScope` is the condition that a judgement belongs to it.
 */
export function judgementRows(
  snapshot: Snapshot,
  values: unknown[],
  inScope: (row: string) => string,
): AsyncGenerator<JudgementRow> {
  return snapshot.stream<JudgementRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", ${ABOUT}, p."code" AS "rater", p."kind" AS "raterKind",
       x."arm", x."exposure", d."key" AS "draft", x."initial",
       jsonb_typeof(x."initial") = 'null' AS "revealedFirst", x."value", x."bulk", x."activeMs", x."startedAt",
       x."submittedAt", x."metadata" || jsonb_strip_nulls(jsonb_build_object(
         'step', x."step", 'shown', x."shown", 'idleMs', x."idleMs",
         'left', CASE WHEN x."swapped" THEN b."key" WHEN NOT x."swapped" THEN a."key" END)) || ${NOT_REPORTED_METADATA} AS "metadata",
       (SELECT json_agg(json_build_object('draft', l."line", 'draftText', l."draftText", 'action', l."action",
           'text', l."text", 'reasonCode', l."reasonCode", 'reasonNote', l."reasonNote",
           'bulk', l."bulk", 'metadata', l."metadata") ORDER BY l."position", l."id")
         FROM "Decision" AS l WHERE l."judgementId" = x."id") AS "lines"
     FROM "Judgement" AS x ${ABOUT_JOINS}
     LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
     WHERE ${inScope("x")} AND ${inTasks(values)}
     ORDER BY x."position", x."id"`,
    values,
  );
}

/** SELECT of the judgement columns that a report reads beyond ratings; `x` are judgements. */
export const JUDGEMENT_DETAILS = `SELECT x."id", x."key", x."position", d."key", x."bulk", x."swapped",
    x."metadata" ->> 'left', x."metadata" -> 'reason', x."activeMs", x."startedAt", x."submittedAt"
  FROM "Judgement" AS x LEFT JOIN "Draft" AS d ON d."id" = x."draftId"`;

/** SELECT of the decisions on lines that a report reads: of the dataset $1, as imported and of the batch $2. */
export const LINE_DETAILS = `SELECT l."judgementId", l."position", l."id", l."line", l."action",
    CASE WHEN l."action" IN ('revise', 'add') THEN nullif(l."text", '') END,
    coalesce(l."reasonCode", CASE WHEN l."reasonNote" IS NOT NULL THEN 'other' END), l."bulk",
    l."metadata" @> '{"initial": true}'
  FROM "Decision" AS l WHERE l."datasetId" = $1 AND l."judgementId" IS NOT NULL
    AND (l."batchId" IS NULL OR l."batchId" = $2)`;

/** A decision on an item of a rubric. */
interface DecisionRow {
  id: string;
  rubric: string;
  item: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  action: Action;
  text: string | null;
  scale: Scale | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  at: Date | null;
  metadata: JsonObject;
}

/** The decisions of a study on items of rubrics, in its order. */
export function decisionRows(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DecisionRow> {
  return snapshot.stream<DecisionRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", r."key" AS "rubric", x."itemKey" AS "item",
       p."code" AS "rater", p."kind" AS "raterKind", x."arm", x."exposure", x."action",
       x."text", x."scale", x."reasonCode", x."reasonNote", x."bulk", x."at",
       x."metadata" || ${NOT_REPORTED_METADATA} AS "metadata"
     FROM "Decision" AS x
     JOIN "Rubric" AS r ON r."id" = x."rubricId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     WHERE x."judgementId" IS NULL AND ${inScope("x")}
     ORDER BY x."position", x."id"`,
    values,
  );
}

/** The pseudonyms of those raters of a kind who judged in a study, in order. */
export async function listRaters(
  snapshot: Snapshot,
  { datasetId, batchId }: { datasetId: string; batchId: string | null },
  kind: RaterKind,
): Promise<string[]> {
  const found = await snapshot.rows<{ code: string }>(
    `SELECT DISTINCT p."code" COLLATE "C" AS "code" FROM "Judgement" AS x JOIN "Rater" AS p ON p."id" = x."raterId"
     WHERE x."datasetId" = $1 AND x."batchId" IS NOT DISTINCT FROM $2::uuid AND p."kind"::text = $3 ORDER BY 1`,
    [datasetId, batchId, kind],
  );
  return found.map(({ code }) => code);
}

export function countJudgements(where: Prisma.JudgementWhereInput): Promise<number> {
  return db.judgement.count({ where });
}

/**
 * The numbers of judgements and decisions that came with a dataset's file, and of the people who gave them.
 */
export async function countImported(
  datasetId: string,
): Promise<{ judgements: number; decisions: number; people: number }> {
  const ofFile = { datasetId, batchId: null };
  const onItems = { ...ofFile, judgementId: null };
  const [judgements, decisions, people] = await Promise.all([
    db.judgement.count({ where: ofFile }),
    db.decision.count({ where: onItems }),
    db.rater.count({
      where: {
        datasetId,
        kind: "human",
        OR: [{ judgements: { some: ofFile } }, { decisions: { some: onItems } }],
      },
    }),
  ]);
  return { judgements, decisions, people };
}

/** The annotator's own judgements and decisions in an assignment, for the copy of their data. */
export const OWN_RATINGS = {
  judgements: {
    select: {
      target: true,
      itemVersion: { select: { name: true, text: true } },
      step: true,
      initial: true,
      value: true,
      activeMs: true,
      idleMs: true,
      bulk: true,
      startedAt: true,
      submittedAt: true,
      metadata: true,
    },
    orderBy: { position: "asc" },
  },
  decisions: {
    select: {
      action: true,
      itemKey: true,
      line: true,
      text: true,
      reasonCode: true,
      reasonNote: true,
      bulk: true,
      at: true,
      metadata: true,
    },
    orderBy: { position: "asc" },
  },
} satisfies Prisma.AssignmentSelect;

/** With who gave a row `x`, of judgements, decisions or drafts. */
export const WITH_RATER = Prisma.sql`JOIN "Rater" p ON p."id" = x."raterId"`;
export const BY_RATER = Prisma.sql`p."code" AS "rater", p."kind"::text AS "raterKind"`;
const MADE = Prisma.sql`x."datasetId" AS "dataset", x."batchId" AS "batch", x."assignmentId" AS "assignment", x."arm",
  x."step", ${BY_RATER}, x."exposure"::text AS "exposure"`;
export const ABOUT_IDS = Prisma.sql`x."taskId" AS "task", x."target"::text AS "target", x."responseId" AS "response",
  x."responseBId" AS "responseB", x."itemId" AS "item"`;

/** A judgement as programs read it: its fields, and what they come from. */
export const JUDGEMENT_FIELDS = {
  fields: Prisma.sql`x."id", x."key", ${MADE}, ${Prisma.raw(REPORTED)} AS "counts", ${ABOUT_IDS},
    x."itemVersionId" AS "itemVersion", x."draftId" AS "draft", x."value", nullif(x."initial", 'null') AS "initial",
    coalesce(x."initial" = 'null', FALSE) AS "revealedFirst", x."swapped", x."shown", x."activeMs", x."idleMs",
    x."bulk", x."startedAt", x."submittedAt", x."metadata"`,
  from: Prisma.sql`"Judgement" x ${WITH_RATER}`,
};

/** The fields of a decision, on an item or on a line. */
export const DECISION_FIELDS = {
  fields: Prisma.sql`x."id", x."key", ${MADE}, ${Prisma.raw(REPORTED)} AS "counts", x."action"::text AS "action",
    x."text", x."reasonCode", x."reasonNote", x."bulk", x."at", x."rubricId" AS "rubric", x."itemId" AS "item", x."itemKey",
    x."scale", x."judgementId" AS "judgement", x."draftId" AS "draft", x."line", x."draftText"`,
  from: Prisma.sql`"Decision" x ${WITH_RATER}`,
};
