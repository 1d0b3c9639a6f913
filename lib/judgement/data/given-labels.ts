import "server-only";
import type { db } from "@/lib/database/db";
import { LABELS_SET_ASIDE } from "@/lib/judgement/data/scope";
import { valueIn } from "@/lib/judgement/rules/exposure";
import type { Exposure } from "@/lib/judgement/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A person's label of a response, given without a draft in view. */
interface GivenLabel {
  taskId: string;
  responseId: string;
  raterId: string;
  rater: string;
  /** Null where they gave no label, or several. */
  value: string | null;
}

interface LabelRow extends Omit<GivenLabel, "value"> {
  exposure: Exposure;
  initial: string[] | null;
  /** The draft was shown before there were labels. */
  first: boolean;
  labels: string[];
}

/**
 * True if an answer `x` of assignment `n` was given where no step showed a draft: answers to questions have no exposure of
 * their own.
 */
const WITHOUT_DRAFTS = Prisma.sql`NOT EXISTS (
  SELECT FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS one ("of")
  WHERE m."id" = n."armId" AND coalesce(one."of" ->> 'exposure', 'none') <> 'none')`;

/**
 * The labels that people gave responses in label steps of this name, and their answers to questions of this name with one
 * choice, on the tasks of a part of the split: each person's last ones first. Not those on checks and planted errors, nor
 * answers in arms whose steps show drafts. The caller must have checked the right to read the dataset.
 */
export async function listGivenLabels(
  from: typeof db,
  datasetId: string,
  question: string,
  part: "examples" | "development" | "held-out",
): Promise<GivenLabel[]> {
  const [labels, answers] = await Promise.all([
    from.$queryRaw<(LabelRow & { at: Date })[]>`
      SELECT x."taskId", x."responseId", x."raterId", p."code" AS "rater", x."exposure"::text AS "exposure", x."initial",
        coalesce(jsonb_typeof(x."initial") = 'null', FALSE) AS "first", x."labels", x."submittedAt" AS "at"
      FROM "Labelling" x JOIN "Task" t ON t."id" = x."taskId" AND t."datasetId" = ${datasetId}::uuid
      JOIN "LabelSplitTask" st ON st."taskId" = x."taskId" AND st."part" = ${part}::"LabelPart"
      JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" = 'human'
      WHERE x."question" = ${question} AND x."responseId" IS NOT NULL AND x."itemId" IS NULL
        AND ${Prisma.raw(LABELS_SET_ASIDE)} IS NULL`,
    from.$queryRaw<(GivenLabel & { at: Date })[]>`
      SELECT s."taskId", s."responseId", x."raterId", p."code" AS "rater", x."value", x."at"
      FROM "AskAnswer" x JOIN "Assignment" n ON n."id" = x."assignmentId"
      JOIN "Subject" s ON s."id" = n."subjectId" AND s."use" = 'work'
      JOIN "Task" t ON t."id" = s."taskId" AND t."datasetId" = ${datasetId}::uuid
      JOIN "LabelSplitTask" st ON st."taskId" = s."taskId" AND st."part" = ${part}::"LabelPart"
      JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" = 'human'
      JOIN "Arm" a ON a."id" = n."armId"
      WHERE x."question" = ${question} AND s."responseId" IS NOT NULL AND s."responseBId" IS NULL
        AND a."protocol" -> 'steps' -> x."step" ->> 'form' IS NULL AND ${WITHOUT_DRAFTS}`,
  ]);
  return [...labels.map((row) => ({ ...row, value: ownLabel(row) })), ...answers]
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.responseId < b.responseId ? -1 : 1))
    .map(({ taskId, responseId, raterId, rater, value }) => ({ taskId, responseId, raterId, rater, value }));
}

function ownLabel({ exposure, initial, first, labels }: LabelRow): string | null {
  const judged = { exposure, value: labels, initial: first ? null : (initial ?? undefined), lines: [] };
  const [only, ...others] = valueIn<string[]>(judged, "independent") ?? [];
  return only === undefined || others.length > 0 ? null : only;
}
