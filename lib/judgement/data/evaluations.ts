import "server-only";
import type { db } from "@/lib/database/db";
import { COUNTS } from "@/lib/judgement/data/scope";
import { Prisma } from "@/prisma/generated/client/client";

/** A person's score of a response by one criterion, with its draft and their decisions on the draft's lines. */
export interface EvaluationRow {
  responseId: string;
  item: string;
  score: number;
  drafted: string[];
  scoreLine: number | null;
  decided: { line: number | null; draftText: string | null; action: string; text: string | null }[];
}

/**
 * One evaluation of each response by each criterion: of several people's the adjudicator's, otherwise the one submitted
 * first. Scores on checks and planted errors do not count, and none is read of a task whose labels are held out. The caller
 * must have checked the right to read the dataset.
 */
export function listEvaluations(from: typeof db, responses: readonly string[]): Promise<EvaluationRow[]> {
  return from.$queryRaw<EvaluationRow[]>`
    SELECT DISTINCT ON (x."responseId", x."itemId") x."responseId", x."itemId" AS "item",
      (x."value" #>> '{}')::float8 AS "score", coalesce(d."lines", '{}') AS "drafted", d."scoreLine",
      (SELECT coalesce(json_agg(json_build_object('line', l."line", 'draftText', l."draftText", 'action', l."action",
        'text', l."text") ORDER BY l."position"), '[]') FROM "Decision" l WHERE l."judgementId" = x."id") AS "decided"
    FROM "Judgement" x
    JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" IN ('human', 'adjudicator')
    LEFT JOIN "Draft" d ON d."id" = x."draftId"
    LEFT JOIN "LabelSplitTask" st ON st."taskId" = x."taskId"
    WHERE x."responseId" = ANY (${[...responses]}::uuid[]) AND x."responseBId" IS NULL AND x."target" = 'item'
      AND jsonb_typeof(x."value") = 'number' AND st."part" IS DISTINCT FROM 'held-out'
      AND ${Prisma.raw(COUNTS)}
    ORDER BY x."responseId", x."itemId", p."kind" = 'adjudicator' DESC, x."submittedAt", x."position", x."id"`;
}
