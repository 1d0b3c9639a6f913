import "server-only";
import { hasGoldAlike } from "@/lib/judgement/data/gold";
import { ON_PLANTED } from "@/lib/judgement/data/scope";
import { LINES_WITH_DRAFT } from "@/lib/judgement/data/sql-fragments";
import type { Value } from "@/lib/judgement/schema";
import type { Judgement } from "@/lib/judgement/schema/row";
import type { DecidedLine } from "@/lib/judgement/schema/votes";

/*
 * The judgements of the ratings table. A row consists of parts with a few adjacent fields each: parts that
 * many rows share (the study, the rater, the item) are formatted once, and a million rows are assembled from
 * them.
 */

export const STUDY_JOINS = `
  JOIN "Dataset" AS s ON s."id" = x."datasetId"
  JOIN "Rater" AS p ON p."id" = x."raterId"
  LEFT JOIN "Batch" AS m ON m."id" = x."batchId"
  LEFT JOIN "Assignment" AS n ON n."id" = x."assignmentId"`;

export interface ExportedJudgement
  extends Pick<
    Judgement,
    | "arm"
    | "task"
    | "target"
    | "responseB"
    | "item"
    | "rater"
    | "initial"
    | "value"
    | "shown"
    | "activeMs"
    | "idleMs"
    | "startedAt"
    | "submittedAt"
    | "bulk"
  > {
  study: string;
  batch: string | null;
  protocol: string | null;
  response: string;
  model: string | null;
  modelB: string | null;
  itemVersion: number | null;
  itemText: string | null;
  itemOrigin: string | null;
  raterKind: string;
  exposure: string | null;
  draft: Value | null;
  /** For a preference: the draft has the responses in reverse order. */
  mirrored: boolean | null;
  draftRater: string | null;
  draftMethod: string | null;
  lines: DecidedLine[] | null;
  /** For a value that differs from the drafted one. */
  reasonCode: string | null;
  reasonNote: string | null;
  /** The responses of a pair as displayed, if known. */
  sides: [left: string, right: string] | null;
  positionInSession: number | null;
  gold: boolean;
  planted: boolean;
  /** The version of the guidelines in force; null outside batches. */
  guidelines: number | null;
  /** JSON; null when there is none. */
  taskMetadata: string | null;
  metadata: string | null;
  metadataB: string | null;
  /** The chance of its subject in the batch's sample, as text; null where it was not drawn at random. */
  probability: string | null;
  /** Counts of the whole submission; null where the batch took none. */
  pastes: number | null;
  pastedCharacters: number | null;
  timesAway: number | null;
  awayMs: number | null;
}

export type Field = keyof ExportedJudgement;

const SIDES = `CASE WHEN x."swapped" THEN json_build_array(b."key", a."key")
    WHEN NOT x."swapped" THEN json_build_array(a."key", b."key") END`;

/** Skips the lookup in each row if the dataset has no gold at all. */
const GOLD = `((SELECT count(*) > 0 FROM "Rater" AS g WHERE g."datasetId" = $1 AND g."kind" = 'gold')
      AND ${hasGoldAlike("x")})`;

/** The version of the guidelines in force for the assignment in which `x` was made; null if none. */
export const GUIDELINES = `(SELECT n."guidelinesVersion" FROM "Assignment" AS n
      JOIN "Guidelines" AS g ON g."batchId" = n."batchId" AND g."version" = n."guidelinesVersion" AND g."text" <> ''
      WHERE n."id" = x."assignmentId")`;

/** The SQL of each field, and its PostgreSQL binary format. */
export const FIELDS: Record<Field, readonly [sql: string, form: keyof typeof FORMS]> = {
  study: [`s."name"`, "text"],
  batch: [`m."name"`, "text"],
  arm: [`x."arm"`, "text"],
  protocol: [`m."preset"`, "text"],
  task: [`t."key"`, "text"],
  target: [`x."target"`, "text"],
  response: [`a."key"`, "text"],
  responseB: [`b."key"`, "text"],
  model: [`a."model"`, "text"],
  modelB: [`b."model"`, "text"],
  item: [`i."key"`, "text"],
  itemVersion: [`v."version"`, "int"],
  itemText: [`iv."text"`, "text"],
  itemOrigin: [`CASE WHEN i."id" IS NOT NULL AND iv."id" IS NULL THEN 'human' ELSE v."origin" END`, "text"],
  rater: [`p."code"`, "text"],
  raterKind: [`p."kind"`, "text"],
  exposure: [`x."exposure"`, "text"],
  draft: [`d."value"`, "jsonb"],
  mirrored: [`d."responseBId" IS NOT NULL AND d."responseId" <> x."responseId"`, "boolean"],
  draftRater: [`q."code"`, "text"],
  draftMethod: [`d."method"`, "text"],
  initial: [`x."initial"`, "jsonb"],
  value: [`x."value"`, "jsonb"],
  lines: [LINES_WITH_DRAFT, "json"],
  reasonCode: [`x."metadata" #>> '{reason,code}'`, "text"],
  reasonNote: [`x."metadata" #>> '{reason,note}'`, "text"],
  sides: [SIDES, "json"],
  shown: [`x."shown"`, "int"],
  positionInSession: [`n."position"`, "int"],
  activeMs: [`x."activeMs"`, "int"],
  idleMs: [`x."idleMs"`, "int"],
  startedAt: [`x."startedAt"`, "time"],
  submittedAt: [`x."submittedAt"`, "time"],
  gold: [GOLD, "boolean"],
  planted: [ON_PLANTED, "boolean"],
  bulk: [`x."bulk"`, "boolean"],
  guidelines: [GUIDELINES, "int"],
  taskMetadata: [`tm."cell"`, "text"],
  metadata: [`am."cell"`, "text"],
  metadataB: [`bm."cell"`, "text"],
  probability: [
    `(SELECT about."probability"::text FROM "Subject" AS about WHERE about."id" = n."subjectId")`,
    "text",
  ],
  pastes: [`(n."signals" ->> 'pastes')::int`, "int"],
  pastedCharacters: [`(n."signals" ->> 'pastedCharacters')::int`, "int"],
  timesAway: [`(n."signals" ->> 'timesAway')::int`, "int"],
  awayMs: [`(n."signals" ->> 'awayMs')::int`, "int"],
};

/** A field as the driver would return it, from PostgreSQL's binary format. */
export const FORMS = {
  text: (bytes: Buffer, from: number, to: number) => bytes.toString("utf8", from, to),
  json: (bytes: Buffer, from: number, to: number): unknown => JSON.parse(bytes.toString("utf8", from, to)),
  /** After the version byte. */
  jsonb: (bytes: Buffer, from: number, to: number): unknown =>
    JSON.parse(bytes.toString("utf8", from + 1, to)),
  boolean: (bytes: Buffer, from: number) => bytes[from] === 1,
  int: (bytes: Buffer, from: number) => bytes.readInt32BE(from),
  /** Microseconds since 2000; a Date has whole milliseconds. */
  time: (bytes: Buffer, from: number) =>
    new Date(Y2000 + Math.floor((bytes.readInt32BE(from) * 2 ** 32 + bytes.readUInt32BE(from + 4)) / 1000)),
};

const Y2000 = Date.UTC(2000);
