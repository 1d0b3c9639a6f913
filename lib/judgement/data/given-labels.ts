import "server-only";
import type { db } from "@/lib/database/db";
import { LABELS_QUALITY_CONTROL } from "@/lib/judgement/data/scope";
import { isChoice, isGivenIn, type NamedStep } from "@/lib/judgement/data/sql-fragments";
import { answerLabel } from "@/lib/judgement/rules/answer-label";
import { valueIn } from "@/lib/judgement/rules/exposure";
import type { Exposure } from "@/lib/judgement/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** A person's label of a response. */
interface GivenLabel {
  taskId: string;
  responseId: string;
  raterId: string;
  rater: string;
  /** Null where they chose no label, or several: of those that a judge chooses from, none is theirs. */
  value: string | null;
  /** Without a draft in view. Only then `value` says anything. */
  isIndependent: boolean;
}

type Person = Omit<GivenLabel, "value" | "isIndependent">;

interface LabelRow extends Person {
  exposure: Exposure;
  initial: string[] | null;
  /** The draft was shown before there were labels. */
  first: boolean;
  labels: string[];
}

interface AnswerRow extends Person {
  value: string;
  /** The choices; null in a batch whose protocol has none. */
  options: { value: string; label: string }[] | null;
}

/**
 * True if an answer `x` of assignment `n` was given where no step showed a draft: answers to questions have no exposure of
 * their own.
 */
const WITHOUT_DRAFTS = Prisma.sql`NOT EXISTS (
  SELECT FROM "Arm" AS m CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS one ("of")
  WHERE m."id" = n."armId" AND coalesce(one."of" ->> 'exposure', 'none') <> 'none')`;

/**
 * The labels that people gave responses in one label step, and their answers to one question with one choice, on the
 * tasks of a part of the split, the newest first. Those on checks and planted errors are left out, and so are answers in
 * arms whose steps show drafts. The caller must have checked the right to read the dataset.
 */
export async function listGivenLabels(
  from: typeof db,
  datasetId: string,
  step: NamedStep,
  part: "examples" | "development" | "held-out",
): Promise<GivenLabel[]> {
  const isIn = isGivenIn(Prisma.sql`x`, Prisma.sql`a`, step);
  const [labels, answers] = await Promise.all([
    from.$queryRaw<(LabelRow & { at: Date })[]>`
      SELECT x."taskId", x."responseId", x."raterId", p."code" AS "rater", x."exposure"::text AS "exposure", x."initial",
        coalesce(jsonb_typeof(x."initial") = 'null', FALSE) AS "first", x."labels", x."submittedAt" AS "at"
      FROM "Labelling" x JOIN "Task" t ON t."id" = x."taskId" AND t."datasetId" = ${datasetId}::uuid
      JOIN "LabelSplitTask" st ON st."taskId" = x."taskId" AND st."part" = ${part}::"LabelPart"
      JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" = 'human'
      JOIN "Arm" a ON a."id" = x."armId"
      WHERE ${isIn} AND x."responseId" IS NOT NULL AND x."itemId" IS NULL
        AND ${Prisma.raw(LABELS_QUALITY_CONTROL)} IS NULL`,
    from.$queryRaw<(AnswerRow & { at: Date })[]>`
      SELECT s."taskId", s."responseId", x."raterId", p."code" AS "rater", x."value", x."at",
        a."protocol" -> 'steps' -> x."step" -> 'options' AS "options"
      FROM "AskAnswer" x JOIN "Assignment" n ON n."id" = x."assignmentId"
      JOIN "Subject" s ON s."id" = n."subjectId" AND s."use" = 'work'
      JOIN "Task" t ON t."id" = s."taskId" AND t."datasetId" = ${datasetId}::uuid
      JOIN "LabelSplitTask" st ON st."taskId" = s."taskId" AND st."part" = ${part}::"LabelPart"
      JOIN "Rater" p ON p."id" = x."raterId" AND p."kind" = 'human'
      JOIN "Arm" a ON a."id" = n."armId"
      WHERE ${isIn} AND s."responseId" IS NOT NULL AND s."responseBId" IS NULL
        AND ${isChoice(Prisma.sql`x`, Prisma.sql`a`)} AND ${WITHOUT_DRAFTS}`,
  ]);
  const given = [
    ...labels.map((row) => ({ ...row, ...ownLabel(row) })),
    ...answers.map((row) => ({ ...row, value: chosenLabel(row), isIndependent: true })),
  ];
  return given
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.responseId < b.responseId ? -1 : 1))
    .map(({ taskId, responseId, raterId, rater, value, isIndependent }) => ({
      ...{ taskId, responseId, raterId, rater, value, isIndependent },
    }));
}

function ownLabel({ exposure, initial, first, labels }: LabelRow) {
  const judged = { exposure, value: labels, initial: first ? null : (initial ?? undefined), lines: [] };
  const own = valueIn<string[]>(judged, "independent");
  const [only = null, ...others] = own ?? [];
  return { value: others.length > 0 ? null : only, isIndependent: own !== null };
}

/** The chosen answer as people read it. */
function chosenLabel({ value, options }: AnswerRow): string {
  const option = options?.find((one) => one.value === value);
  return option ? answerLabel(option) : value;
}
