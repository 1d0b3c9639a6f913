import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import { RESPONSE_IN_SCOPE, type StudyScope } from "@/lib/dataset/data/study-scope";
import { findBatchSetup } from "@/lib/export/data/batch-setup";
import type { JsonObject } from "@/lib/formats/json-value";
import { LABELS_NOT_REPORTED } from "@/lib/judgement/data/scope";
import { canonicalLine } from "@/lib/study/rules/hash";

/*
 * What is frozen of a batch or an imported study in addition to its study file: its design, and answers for
 * which study files have no records.
 */

/**
 * The design of a batch, or the description of an imported study, as one line, with its fields for the
 * manifest.
 */
interface FrozenDesign {
  line: string;
  name: string;
  dataset: string;
  /** Newest last; empty for an imported study. */
  guidelines: { version: number; text: string }[];
  /** Null for an imported study, whose judgements name theirs. */
  arms: string[] | null;
  seed: number | null;
  rubrics: { version: number }[];
}

/** Null when the batch or dataset does not exist any more. */
export function frozenDesign(
  snapshot: Snapshot,
  { batchId, datasetId }: StudyScope,
): Promise<FrozenDesign | null> {
  return batchId === null
    ? descriptionOf(snapshot, datasetId)
    : batchDesign(snapshot, { batchId, datasetId });
}

/** Rubrics with the items of those of a whole dataset; `v` is the version, `r` the rubric, `t` its task. */
const RUBRIC_FIELDS = `r."key" AS "id", t."key" AS "task", r."kind", v."version", v."origin", v."method", v."model",
       CASE WHEN r."taskId" IS NULL THEN (
         SELECT json_agg(json_build_object('id', i."key", 'name', iv."name", 'text', iv."text", 'scale', iv."scale",
           'weight', iv."weight", 'category', iv."category") ORDER BY iv."position", iv."id")
         FROM "ItemVersion" AS iv JOIN "Item" AS i ON i."id" = iv."itemId" WHERE iv."rubricVersionId" = v."id") END
         AS "items"`;

/** The description of an imported study: its name, source, file, and rubrics. */
async function descriptionOf(snapshot: Snapshot, datasetId: string): Promise<FrozenDesign | null> {
  const [dataset] = await snapshot.rows<{ name: string; source: string | null; metadata: JsonObject }>(
    `SELECT "name", "source", "metadata" FROM "Dataset" WHERE "id" = $1`,
    [datasetId],
  );
  if (!dataset) return null;
  const [file] = await snapshot.rows<object>(
    `SELECT "shape", "bytes"::float8 AS "bytes", "lines", "sha256" FROM "Import"
     WHERE "datasetId" = $1 AND "state" = 'ready' ORDER BY "createdAt", "id" LIMIT 1`,
    [datasetId],
  );
  const rubrics = await snapshot.rows<{ version: number }>(
    `SELECT ${RUBRIC_FIELDS}
     FROM "Rubric" AS r JOIN "RubricVersion" AS v ON v."rubricId" = r."id" AND v."version" = 1
     LEFT JOIN "Task" AS t ON t."id" = r."taskId"
     WHERE r."datasetId" = $1 ORDER BY r."position", r."id"`,
    [datasetId],
  );
  return {
    line: canonicalLine({ imported: true, dataset, file: file ?? null, rubrics }),
    name: dataset.name,
    dataset: dataset.name,
    guidelines: [],
    arms: null,
    seed: null,
    rubrics,
  };
}

async function batchDesign(
  snapshot: Snapshot,
  { batchId, datasetId }: { batchId: string; datasetId: string },
): Promise<FrozenDesign | null> {
  const setup = await findBatchSetup(snapshot, batchId);
  const [dataset] = await snapshot.rows<{ name: string; source: string | null }>(
    `SELECT "name", "source" FROM "Dataset" WHERE "id" = $1`,
    [datasetId],
  );
  const [subjects] = await snapshot.rows<{ subjects: number; checks: number }>(
    `SELECT count(*)::int AS "subjects", count(*) FILTER (WHERE "use" = 'check')::int AS "checks"
     FROM "Subject" WHERE "batchId" = $1 AND "use" IN ('work', 'check')`,
    [batchId],
  );
  const rubrics = await snapshot.rows<{ version: number }>(
    `SELECT ${RUBRIC_FIELDS}
     FROM "BatchRubric" AS p JOIN "RubricVersion" AS v ON v."id" = p."rubricVersionId"
     JOIN "Rubric" AS r ON r."id" = p."rubricId" LEFT JOIN "Task" AS t ON t."id" = r."taskId"
     WHERE p."batchId" = $1 ORDER BY r."position", r."id"`,
    [batchId],
  );
  if (!setup || !dataset) return null;
  const { protocol, guidelines } = setup;
  const design = { ...protocol, dataset, ...subjects, guidelines, rubrics };
  return {
    line: canonicalLine(design),
    name: protocol.name,
    dataset: dataset.name,
    guidelines,
    arms: protocol.arms.map(({ name }) => name),
    seed: protocol.seed,
    rubrics,
  };
}

/**
 * Provenance of the drafts of a batch or imported study that were made by runs: the runs, their units with
 * results, and the calls of each with prompt and answer. Drafts refer to units and calls by these ids.
 */
export async function* draftingLines(
  snapshot: Snapshot,
  { datasetId, batchId }: StudyScope,
): AsyncGenerator<string> {
  for (const [type, sql] of [
    ["run", RUNS],
    ["unit", UNITS],
    ["call", CALLS],
  ] as const) {
    for await (const row of snapshot.stream<object>(sql, [datasetId, batchId]))
      yield canonicalLine({ type, ...row });
  }
}

/** The units behind drafts of values, rubrics, labels and responses, of the dataset $1 and the batch $2 or null. */
const BEHIND = `
  SELECT x."unitId" AS "id" ${DRAFTS_IN_SCOPE} AND x."unitId" IS NOT NULL
  UNION SELECT v."unitId" FROM "RubricVersion" AS v JOIN "Rubric" AS r ON r."id" = v."rubricId"
    LEFT JOIN "BatchRubric" AS p ON p."batchId" = $2 AND p."rubricVersionId" = v."id"
    WHERE r."datasetId" = $1 AND v."unitId" IS NOT NULL
      AND (CASE WHEN $2::uuid IS NULL THEN v."version" = 1 ELSE p."rubricId" IS NOT NULL END)
  UNION SELECT g."unitId" FROM "GeneratedResponse" AS g JOIN "Response" AS r ON r."id" = g."responseId"
    WHERE r."datasetId" = $1 AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}
  UNION SELECT l."draftUnitId" FROM "Labelling" AS l WHERE l."batchId" = $2 AND l."draftUnitId" IS NOT NULL`;

const RUNS = `
  SELECT run."id", run."name", run."method", run."methodVersion", run."profile", run."params", run."selection",
    e."provider"::text AS "provider", run."model", run."embeddingModel", run."units", run."createdAt", run."startedAt",
    run."finishedAt"
  FROM "DraftRun" AS run JOIN "LlmEndpoint" AS e ON e."id" = run."endpointId"
  WHERE run."id" IN (SELECT u."runId" FROM "DraftUnit" AS u WHERE u."id" IN (${BEHIND}))
  ORDER BY run."createdAt", run."id"`;

const UNITS = `
  SELECT u."id", u."runId" AS "run", t."key" AS "task", a."key" AS "response", b."key" AS "responseB",
    r."key" AS "rubric", v."version" AS "rubricVersion", u."state"::text AS "state", u."flags", u."error", u."result"
  FROM "DraftUnit" AS u JOIN "Task" AS t ON t."id" = u."taskId"
  LEFT JOIN "Response" AS a ON a."id" = u."responseId" LEFT JOIN "Response" AS b ON b."id" = u."responseBId"
  LEFT JOIN "RubricVersion" AS v ON v."id" = u."rubricVersionId" LEFT JOIN "Rubric" AS r ON r."id" = v."rubricId"
  WHERE u."id" IN (${BEHIND}) ORDER BY u."runId", u."position"`;

const CALLS = `
  SELECT c."id", used."unitId" AS "unit", used."planKey" AS "key", used."attempt", used."item", used."cached",
    used."parseCode", used."parsed", used."flags", c."templateId", c."templateVersion", c."templateHash",
    c."repairedPrompt", c."order", c."messages", c."schema", c."provider", c."base", c."modelRequested",
    c."modelReturned", c."samplingRequested", c."samplingSent", c."samplingDropped", c."finishReason", c."refusal",
    c."text", c."reasoning", c."systemFingerprint", c."usage", c."startedAt", c."endedAt"
  FROM "DraftUnitCall" AS used JOIN "LlmCall" AS c ON c."id" = used."callId"
  WHERE used."unitId" IN (${BEHIND}) ORDER BY used."unitId", used."planKey", used."attempt"`;

/** Answers in label and question steps with their rater, one per line. */
export async function* answerLines(
  snapshot: Snapshot,
  batchId: string,
): AsyncGenerator<{ type: "labelling" | "answer"; rater: string; row: FrozenAnswerRow; line: string }> {
  for (const [type, sql] of [
    ["labelling", LABELLINGS],
    ["answer", ANSWERS],
  ] as const) {
    for await (const { reasonCode, reasonNote, ...row } of snapshot.stream<FrozenAnswerRow>(sql, [batchId])) {
      const reason = reasonCode || reasonNote ? { code: reasonCode, note: reasonNote } : undefined;
      yield { type, rater: row.rater, row, line: canonicalLine({ type, ...row, reason }) };
    }
  }
}

/** The common fields. Labels have more. */
export interface FrozenAnswerRow {
  rater: string;
  arm: string;
  task: string;
  response: string | null;
  item?: string | null;
  question: string;
  exposure?: string;
  drafted?: string[] | null;
  draftBy?: string | null;
  initial?: string[] | null;
  labels?: string[];
  /** The reason for differing from the drafted labels. */
  reasonCode?: string | null;
  reasonNote?: string | null;
  /** Made on a check or on a planted error, or by a further annotator: excluded from tables. */
  setAside?: "check" | "planted" | "further" | null;
}

const LABELLINGS = `
  SELECT x."id", p."code" AS "rater", m."name" AS "arm", t."key" AS "task", r."key" AS "response", i."key" AS "item",
    x."step", x."question", x."exposure", x."drafted", run."model" AS "draftBy", x."initial", x."labels", x."reasonCode",
    x."reasonNote", x."shown", x."activeMs", x."idleMs", x."startedAt", x."submittedAt",
    ${LABELS_NOT_REPORTED} AS "setAside"
  FROM "Labelling" AS x JOIN "Rater" AS p ON p."id" = x."raterId" JOIN "Arm" AS m ON m."id" = x."armId"
  JOIN "Task" AS t ON t."id" = x."taskId" LEFT JOIN "Item" AS i ON i."id" = x."itemId"
  LEFT JOIN "Response" AS r ON r."id" = x."responseId"
  LEFT JOIN "DraftUnit" AS u ON u."id" = x."draftUnitId" LEFT JOIN "DraftRun" AS run ON run."id" = u."runId"
  WHERE x."batchId" = $1 ORDER BY t."position", x."id"`;

const ANSWERS = `
  SELECT x."id", p."code" AS "rater", m."name" AS "arm", t."key" AS "task", r."key" AS "response",
    x."step", x."question", x."value", x."at"
  FROM "AskAnswer" AS x JOIN "Rater" AS p ON p."id" = x."raterId"
  JOIN "Assignment" AS n ON n."id" = x."assignmentId" JOIN "Arm" AS m ON m."id" = n."armId"
  JOIN "Subject" AS s ON s."id" = n."subjectId" JOIN "Task" AS t ON t."id" = s."taskId"
  LEFT JOIN "Response" AS r ON r."id" = s."responseId"
  WHERE x."batchId" = $1 ORDER BY t."position", x."id"`;
