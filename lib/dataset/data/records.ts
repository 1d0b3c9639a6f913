import "server-only";
import type { Snapshot } from "@/lib/database/snapshot";
import {
  canonicalTime,
  type DecisionRecord,
  type DraftRecord,
  type Exposure,
  type JudgementRecord,
  type LabelsRecord,
  type LineDecision,
  type RaterKind,
  type Reason,
  type ResponseRecord,
  type RubricRecord,
  type StudyHeader,
  type StudyRecord,
  type TaskRecord,
  type Value,
} from "@/lib/dataset/schema";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import type { JsonObject } from "@/lib/formats/json-value";

/** What the records are of: an imported study, or a batch over the part of its dataset that it is about. */
export interface StudyScope {
  projectId: string;
  datasetId: string;
  /** Null: the study as it was imported. */
  batchId: string | null;
}

/** Every query has the dataset as $1 and the batch, or null, as $2. Training and exams are no part of a batch's study. */
const TASK_IN_SCOPE = (task: string) =>
  `($2::uuid IS NULL OR ${task} IN (SELECT s."taskId" FROM "Subject" AS s
    WHERE s."batchId" = $2 AND s."use" IN ('work', 'check')))`;
/** A batch about whole tasks is about all their responses. */
export const RESPONSE_IN_SCOPE = (response: string, task: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Subject" AS s WHERE s."batchId" = $2 AND s."taskId" = ${task}
    AND s."use" IN ('work', 'check')
    AND (s."kind" = 'task' OR ${response} IN (s."responseId", s."responseBId"))))`;
/** A batch is about the rubrics its protocol reviews or judges, and the drafts of what it judges. */
const STEP_IN_SCOPE = (condition: string) =>
  `($2::uuid IS NULL OR EXISTS (SELECT 1 FROM "Arm" AS m
    CROSS JOIN LATERAL jsonb_array_elements(m."protocol" -> 'steps') AS step
    WHERE m."batchId" = $2 AND ${condition}))`;
/** Of the rubrics of its tasks a batch is about those it works with; before it opened that is any. */
const RUBRIC_IN_SCOPE = (rubric: string) =>
  `($2::uuid IS NULL OR NOT EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2)
    OR EXISTS (SELECT FROM "BatchRubric" AS pin WHERE pin."batchId" = $2 AND pin."rubricId" = ${rubric}))`;
/** Whether a draft (`x`) counts: one of a run that is tried, or was withdrawn, does only where somebody judged with it. */
const DRAFT_COUNTS = `(x."unitId" IS NULL OR NOT EXISTS (SELECT FROM "DraftUnit" AS made
      JOIN "DraftRun" AS run ON run."id" = made."runId" WHERE made."id" = x."unitId" AND NOT run."published")
    OR EXISTS (SELECT FROM "Judgement" AS seen WHERE seen."draftId" = x."id")
    OR EXISTS (SELECT FROM "Decision" AS seen WHERE seen."draftId" = x."id"))`;
/** Of a judgement or decision of a batch: it was made on a check. */
const ON_CHECK = `EXISTS (SELECT 1 FROM "Assignment" AS n JOIN "Subject" AS s ON s."id" = n."subjectId"
    WHERE n."id" = x."assignmentId" AND s."use" = 'check')`;
/** The same for a draft with a planted error. */
export const ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftId" = x."draftId")`;
/** The same of labels (`x`) whose draft had one on purpose that is wrong. */
const LABELS_ON_PLANTED = `EXISTS (SELECT 1 FROM "PlantedAnswer" AS pa JOIN "PlantedError" AS pe ON pe."id" = pa."plantedId"
    WHERE pa."assignmentId" = x."assignmentId" AND pe."draftUnitId" = x."draftUnitId" AND pe."itemId" = x."itemId"
      AND pe."question" = x."question")`;
/** Why labels (`x`) are in no table: "check", "planted", or null where they are. */
export const LABELS_SET_ASIDE = `(CASE WHEN ${ON_CHECK} THEN 'check' WHEN ${LABELS_ON_PLANTED} THEN 'planted' END)`;
/** What says so in a record's metadata, also in that of a study that was imported. Such rows count in no table. */
const SET_ASIDE = `jsonb_strip_nulls(jsonb_build_object(
    'check', CASE WHEN ${ON_CHECK} THEN TRUE END, 'planted', CASE WHEN ${ON_PLANTED} THEN TRUE END))`;
/** What is left without them, of a study that was imported: only its records say so. */
export const COUNTS_IMPORTED = `(x."metadata" = '{}' OR
  NOT x."metadata" @> '{"check": true}' AND NOT x."metadata" @> '{"planted": true}')`;
/** What is left without them. */
export const COUNTS = `${COUNTS_IMPORTED} AND NOT ${ON_CHECK} AND NOT ${ON_PLANTED}`;
export const MADE_IN_SCOPE = (row: string) =>
  `${row}."datasetId" = $1 AND (CASE WHEN $2::uuid IS NULL THEN ${row}."batchId" IS NULL ELSE ${row}."batchId" = $2 END)`;

/**
 * The records of a study in the order of its file: the study, tasks, responses, rubrics, drafts, judgements,
 * decisions, and of an imported one the labels that gold has. Raters appear under their pseudonyms. What a batch made has the database's ids; everything else has
 * those of the file it came from. With `texts` "own" what was judged is left empty; instructions, drafts and what
 * people wrote are there.
 */
export async function* studyRecords(
  snapshot: Snapshot,
  scope: StudyScope,
  { texts = "all" }: { texts?: "all" | "own" } = {},
): AsyncGenerator<StudyRecord> {
  const values = [scope.datasetId, scope.batchId];
  const text: Text = texts === "all" ? ALL_TEXT : () => "''";
  yield* studyHeader(snapshot, values);
  yield* tasks(snapshot, values, text);
  yield* responses(snapshot, values, text);
  yield* rubrics(snapshot, values);
  yield* drafts(snapshot, values);
  yield* judgements(snapshot, values);
  yield* decisions(snapshot, values);
  if (scope.batchId === null) yield* goldLabels(snapshot, values);
}

/** What is there about some tasks. */
export type AboutTasks = TaskRecord | ResponseRecord | DraftRecord | JudgementRecord;

/**
 * The same study a few tasks at a time, for what needs everything said about a unit together and not the whole study at
 * once: the drafts and judgements of each group of tasks, with `contents` also the tasks and responses. The rubrics,
 * and what people added to them, come first.
 */
export async function* recordsByTask(
  snapshot: Snapshot,
  scope: StudyScope,
  { contents = false } = {},
): AsyncGenerator<(RubricRecord | DecisionRecord)[] | AboutTasks[]> {
  const values = [scope.datasetId, scope.batchId];
  const defining: (RubricRecord | DecisionRecord)[] = [];
  for await (const rubric of rubrics(snapshot, values)) defining.push(rubric);
  for await (const decision of decisions(snapshot, values)) {
    if (decision.action === "add") defining.push(decision);
  }
  yield defining;
  const ids = snapshot.stream<{ id: string }>(
    `SELECT t."id" FROM "Task" AS t WHERE t."datasetId" = $1 AND ${TASK_IN_SCOPE('t."id"')}
     ORDER BY t."position", t."id"`,
    values,
  );
  let group: string[] = [];
  const said = async () => {
    const records: AboutTasks[] = [];
    const own = [...values, group];
    if (contents) {
      for await (const task of tasks(snapshot, own, ALL_TEXT)) records.push(task);
      for await (const response of responses(snapshot, own, ALL_TEXT)) records.push(response);
    }
    for await (const draft of drafts(snapshot, own)) records.push(draft);
    for await (const judgement of judgements(snapshot, own)) records.push(judgement);
    group = [];
    return records;
  };
  for await (const { id } of ids) {
    if (group.push(id) === TASKS_TOGETHER) yield await said();
  }
  if (group.length > 0) yield await said();
}

/** Everything drafted in a study, with how it was made. */
export function draftRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<DraftRecord> {
  return drafts(snapshot, [scope.datasetId, scope.batchId]);
}

/** What people did to the items of drafted rubrics. */
export function decisionRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<DecisionRecord> {
  return decisions(snapshot, [scope.datasetId, scope.batchId]);
}

const TASKS_TOGETHER = 100;

/** With tasks as $3: only what is about these. */
const OF_TASKS = (values: readonly unknown[], task = 'x."taskId"') =>
  values.length > 2 ? `${task} = ANY($3::uuid[])` : "TRUE";

const ALL_TEXT: Text = (column) => column;

/** Of these the ones that say what is asked: the study, its rubrics, and the decisions on their items. */
export async function* frameRecords(snapshot: Snapshot, scope: StudyScope): AsyncGenerator<StudyRecord> {
  const values = [scope.datasetId, scope.batchId];
  yield* studyHeader(snapshot, values);
  yield* rubrics(snapshot, values);
  yield* decisions(snapshot, values);
}

/** How many tasks and responses are among them. */
export async function countRecords(
  snapshot: Snapshot,
  scope: StudyScope,
): Promise<{ tasks: number; responses: number }> {
  const [counts] = await snapshot.rows<{ tasks: number; responses: number }>(
    `SELECT (SELECT count(*) FROM "Task" AS t WHERE t."datasetId" = $1 AND ${TASK_IN_SCOPE('t."id"')})::int AS "tasks",
       (SELECT count(*) FROM "Response" AS r
         WHERE r."datasetId" = $1 AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')})::int AS "responses"`,
    [scope.datasetId, scope.batchId],
  );
  return counts ?? { tasks: 0, responses: 0 };
}

type Text = (column: string) => string;

async function* studyHeader(snapshot: Snapshot, values: unknown[]): AsyncGenerator<StudyHeader> {
  const [study] = await snapshot.rows<{ name: string; source: string | null; metadata: JsonObject }>(
    `SELECT coalesce(b."name", d."name") AS "name",
       CASE WHEN b."id" IS NULL THEN d."source" ELSE d."name" END AS "source",
       CASE WHEN b."id" IS NULL THEN d."metadata"
         ELSE jsonb_strip_nulls(jsonb_build_object('preset', b."preset",
           'ratersPerArm', (SELECT jsonb_object_agg(a."name", a."k") FROM "Arm" AS a WHERE a."batchId" = b."id"),
           'unblindedAt', (SELECT u."startedAt" FROM "Adjudication" AS u WHERE u."batchId" = b."id"))) END
         AS "metadata"
     FROM "Dataset" AS d LEFT JOIN "Batch" AS b ON b."datasetId" = d."id" AND b."id" = $2
     WHERE d."id" = $1`,
    values,
  );
  if (!study) return;
  yield {
    type: "study",
    version: 1,
    name: study.name,
    source: study.source ?? undefined,
    metadata: unlessEmpty(study.metadata),
  };
}

interface TaskRow extends Pick<TaskRecord, "instruction"> {
  key: string;
  input: string | null;
  messages: TaskRecord["messages"] | null;
  reference: string | null;
  tags: string[];
  metadata: JsonObject;
}

async function* tasks(snapshot: Snapshot, values: unknown[], text: Text): AsyncGenerator<TaskRecord> {
  const rows = snapshot.stream<TaskRow>(
    `SELECT t."key", t."instruction", ${text('t."input"')} AS "input",
       ${text('t."messages"') === "''" ? "NULL::jsonb" : 't."messages"'} AS "messages",
       ${text('t."reference"')} AS "reference", t."tags", t."metadata"
     FROM "Task" AS t WHERE t."datasetId" = $1 AND ${OF_TASKS(values, 't."id"')} AND ${TASK_IN_SCOPE('t."id"')}
     ORDER BY t."position", t."id"`,
    values,
  );
  for await (const { key, input, messages, reference, tags, metadata, instruction } of rows) {
    yield {
      type: "task",
      id: key,
      instruction,
      input: input ?? undefined,
      messages: messages ?? undefined,
      reference: reference ?? undefined,
      tags: tags.length > 0 ? tags : undefined,
      metadata: unlessEmpty(metadata),
    };
  }
}

async function* responses(snapshot: Snapshot, values: unknown[], text: Text): AsyncGenerator<ResponseRecord> {
  const rows = snapshot.stream<{
    key: string;
    task: string;
    model: string | null;
    text: string;
    metadata: JsonObject;
  }>(
    `SELECT r."key", t."key" AS "task", r."model", ${text('r."text"')} AS "text", r."metadata"
     FROM "Response" AS r JOIN "Task" AS t ON t."id" = r."taskId"
     WHERE r."datasetId" = $1 AND ${OF_TASKS(values, 'r."taskId"')}
       AND ${RESPONSE_IN_SCOPE('r."id"', 'r."taskId"')}
     ORDER BY r."position", r."id"`,
    values,
  );
  for await (const { key, task, model, text, metadata } of rows) {
    yield {
      type: "response",
      id: key,
      task,
      model: model ?? undefined,
      text,
      metadata: unlessEmpty(metadata),
    };
  }
}

interface RubricRow {
  key: string;
  task: string | null;
  response: string | null;
  responseB: string | null;
  kind: RubricRecord["kind"];
  origin: string | null;
  method: string | null;
  model: string | null;
  metadata: JsonObject;
  items: (Pick<RubricRecord["items"][number], "id" | "text" | "scale"> & {
    name: string | null;
    weight: number | null;
    category: string | null;
    metadata: JsonObject;
  })[];
}

/** Of a study as it was imported the version it came with, of a batch the one it works with. */
const VERSION_IN_SCOPE = (rubric: string) =>
  `SELECT v.* FROM "RubricVersion" AS v
   LEFT JOIN "BatchRubric" AS pin ON pin."batchId" = $2 AND pin."rubricId" = v."rubricId"
   WHERE v."rubricId" = ${rubric}
     AND (CASE WHEN $2::uuid IS NULL THEN v."version" = 1
       WHEN pin."rubricVersionId" IS NOT NULL THEN v."id" = pin."rubricVersionId" ELSE TRUE END)
   ORDER BY v."version" DESC LIMIT 1`;

/** Rubrics in the version that was judged. */
async function* rubrics(snapshot: Snapshot, values: unknown[]): AsyncGenerator<RubricRecord> {
  const rows = snapshot.stream<RubricRow>(
    `SELECT r."key", t."key" AS "task", a."key" AS "response", b."key" AS "responseB", r."kind", v."origin", v."method", v."model", r."metadata",
       (SELECT coalesce(json_agg(json_build_object('id', i."key", 'name', iv."name", 'text', iv."text",
           'scale', iv."scale", 'weight', iv."weight", 'category', iv."category", 'metadata', iv."metadata")
           ORDER BY iv."position", iv."id"), '[]')
         FROM "ItemVersion" AS iv JOIN "Item" AS i ON i."id" = iv."itemId"
         WHERE iv."rubricVersionId" = v."id") AS "items"
     FROM "Rubric" AS r
     JOIN LATERAL (${VERSION_IN_SCOPE('r."id"')}) AS v ON true
     LEFT JOIN "Task" AS t ON t."id" = r."taskId"
     LEFT JOIN "Response" AS a ON a."id" = r."responseId" LEFT JOIN "Response" AS b ON b."id" = r."responseBId"
     WHERE r."datasetId" = $1 AND (r."taskId" IS NULL OR ${TASK_IN_SCOPE('r."taskId"')})
       AND ${STEP_IN_SCOPE(`step ->> 'kind' = r."kind"::text`)} AND ${RUBRIC_IN_SCOPE('r."id"')}
     ORDER BY r."position", r."id"`,
    values,
  );
  for await (const row of rows) {
    const { key, task, response, responseB, kind, origin, method, model, metadata, items } = row;
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
      items: items.map(({ name, weight, category, metadata, ...item }) => ({
        ...item,
        name: name ?? undefined,
        weight: weight ?? undefined,
        category: category ?? undefined,
        metadata: unlessEmpty(metadata),
      })),
      metadata: unlessEmpty(metadata),
    };
  }
}

/** What a draft or judgement is about, as columns. */
interface AboutRow {
  task: string;
  target: "item" | "overall" | "preference";
  response: string | null;
  responseB: string | null;
  item: string | null;
}

const ABOUT = `t."key" AS "task", x."target", a."key" AS "response", b."key" AS "responseB", i."key" AS "item"`;
const ABOUT_JOINS = `
     JOIN "Task" AS t ON t."id" = x."taskId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     LEFT JOIN "Response" AS a ON a."id" = x."responseId"
     LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"`;

/** Of a batch: drafts of items in the version it works with, in the wording they were made for. */
const DRAFTED_FOR_SCOPE = `EXISTS (
    SELECT 1 FROM (${VERSION_IN_SCOPE('i."rubricId"')}) AS v
    JOIN "ItemVersion" AS iv ON iv."rubricVersionId" = v."id" AND iv."itemId" = x."itemId"
    WHERE iv."wording" = 1 OR x."createdAt" >= (
      SELECT since."createdAt" FROM "RubricVersion" AS since
      WHERE since."rubricId" = v."rubricId" AND since."version" = iv."wording"))`;

interface DraftRow extends AboutRow {
  key: string;
  rater: string;
  raterKind: RaterKind;
  method: string | null;
  value: Value | null;
  lines: string[];
  scoreLine: number | null;
  metadata: JsonObject;
}

/** The drafts of a study: `x`, with the item `i` they are of, if any. */
export const DRAFTS_IN_SCOPE = `
     FROM "Draft" AS x
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"
     LEFT JOIN "Rubric" AS u ON u."id" = i."rubricId"
     WHERE x."datasetId" = $1 AND ${RESPONSE_IN_SCOPE('x."responseId"', 'x."taskId"')}
       AND (x."responseBId" IS NULL OR ${RESPONSE_IN_SCOPE('x."responseBId"', 'x."taskId"')})
       AND ${STEP_IN_SCOPE(
         `CASE x."target" WHEN 'item' THEN step ->> 'type' = 'judge' AND step ->> 'kind' = u."kind"::text
           WHEN 'overall' THEN step ->> 'type' = 'score' ELSE step ->> 'type' = 'prefer' END`,
       )}
       AND (x."itemId" IS NULL OR ${RUBRIC_IN_SCOPE('u."id"')}) AND ${DRAFT_COUNTS}
       AND ($2::uuid IS NULL OR x."itemId" IS NULL OR ${DRAFTED_FOR_SCOPE})`;

async function* drafts(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DraftRecord> {
  const rows = snapshot.stream<DraftRow>(
    `SELECT x."key", ${ABOUT}, p."code" AS "rater", p."kind" AS "raterKind", x."method", x."value",
       x."lines", x."scoreLine", x."provenance" AS "metadata"
     FROM (SELECT x.* ${DRAFTS_IN_SCOPE} AND ${OF_TASKS(values)}) AS x ${ABOUT_JOINS}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) {
    yield {
      type: "draft",
      id: row.key,
      ...aboutOf(row),
      rater: row.rater,
      raterKind: row.raterKind,
      method: row.method ?? undefined,
      value: row.value,
      lines: row.lines.length > 0 ? row.lines : undefined,
      scoreLine: row.scoreLine ?? undefined,
      metadata: unlessEmpty(row.metadata),
    };
  }
}

interface LineRow {
  draft: number | null;
  draftText: string | null;
  action: LineDecision["action"];
  text: string | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  metadata: JsonObject;
}

interface JudgementRow extends AboutRow {
  id: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  draft: string | null;
  initial: Value | null;
  revealedFirst: boolean | null;
  value: Value | null;
  lines: LineRow[] | null;
  bulk: boolean;
  activeMs: number | null;
  startedAt: Date | null;
  submittedAt: Date | null;
  metadata: JsonObject;
}

async function* judgements(snapshot: Snapshot, values: unknown[]): AsyncGenerator<JudgementRecord> {
  const rows = snapshot.stream<JudgementRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", ${ABOUT}, p."code" AS "rater", p."kind" AS "raterKind",
       x."arm", x."exposure", d."key" AS "draft", x."initial",
       jsonb_typeof(x."initial") = 'null' AS "revealedFirst", x."value", x."bulk", x."activeMs", x."startedAt",
       x."submittedAt", x."metadata" || jsonb_strip_nulls(jsonb_build_object(
         'step', x."step", 'shown', x."shown", 'idleMs', x."idleMs",
         'left', CASE WHEN x."swapped" THEN b."key" WHEN NOT x."swapped" THEN a."key" END)) || ${SET_ASIDE} AS "metadata",
       (SELECT json_agg(json_build_object('draft', l."line", 'draftText', l."draftText", 'action', l."action",
           'text', l."text", 'reasonCode', l."reasonCode", 'reasonNote', l."reasonNote",
           'bulk', l."bulk", 'metadata', l."metadata") ORDER BY l."position", l."id")
         FROM "Decision" AS l WHERE l."judgementId" = x."id") AS "lines"
     FROM "Judgement" AS x ${ABOUT_JOINS}
     LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
     WHERE ${MADE_IN_SCOPE("x")} AND ${OF_TASKS(values)}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) {
    yield {
      type: "judgement",
      id: row.id,
      ...aboutOf(row),
      rater: row.rater,
      raterKind: row.raterKind,
      arm: row.arm ?? undefined,
      exposure: row.exposure ?? undefined,
      draft: row.draft ?? undefined,
      initial: row.revealedFirst ? null : (row.initial ?? undefined),
      value: row.value,
      lines: row.lines?.map(lineOf),
      bulk: row.bulk || undefined,
      activeMs: row.activeMs ?? undefined,
      startedAt: timeOf(row.startedAt),
      submittedAt: timeOf(row.submittedAt),
      metadata: unlessEmpty(row.metadata),
    };
  }
}

interface DecisionRow {
  id: string;
  rubric: string;
  item: string;
  rater: string;
  raterKind: RaterKind;
  arm: string | null;
  exposure: Exposure | null;
  action: DecisionRecord["action"];
  text: string | null;
  scale: DecisionRecord["scale"] | null;
  reasonCode: string | null;
  reasonNote: string | null;
  bulk: boolean;
  at: Date | null;
  metadata: JsonObject;
}

async function* decisions(snapshot: Snapshot, values: unknown[]): AsyncGenerator<DecisionRecord> {
  const rows = snapshot.stream<DecisionRow>(
    `SELECT coalesce(x."key", x."id"::text) AS "id", r."key" AS "rubric", x."itemKey" AS "item",
       p."code" AS "rater", p."kind" AS "raterKind", x."arm", x."exposure", x."action",
       x."text", x."scale", x."reasonCode", x."reasonNote", x."bulk", x."at",
       x."metadata" || ${SET_ASIDE} AS "metadata"
     FROM "Decision" AS x
     JOIN "Rubric" AS r ON r."id" = x."rubricId"
     JOIN "Rater" AS p ON p."id" = x."raterId"
     WHERE x."judgementId" IS NULL AND ${MADE_IN_SCOPE("x")}
     ORDER BY x."position", x."id"`,
    values,
  );
  for await (const row of rows) {
    yield {
      type: "decision",
      id: row.id,
      rubric: row.rubric,
      item: row.item,
      rater: row.rater,
      raterKind: row.raterKind,
      arm: row.arm ?? undefined,
      exposure: row.exposure ?? undefined,
      action: row.action,
      text: row.text ?? undefined,
      scale: row.scale ?? undefined,
      reason: reasonOf(row),
      bulk: row.bulk || undefined,
      at: timeOf(row.at),
      metadata: unlessEmpty(row.metadata),
    };
  }
}

async function* goldLabels(snapshot: Snapshot, values: unknown[]): AsyncGenerator<LabelsRecord> {
  const rows = snapshot.stream<
    Pick<LabelsRecord, "id" | "task" | "question" | "labels" | "rater"> & {
      item: string | null;
      metadata: JsonObject;
    }
  >(
    `SELECT x."key" AS "id", t."key" AS "task", i."key" AS "item", x."question", x."labels", p."code" AS "rater",
       x."metadata"
     FROM "GoldLabels" AS x JOIN "Task" AS t ON t."id" = x."taskId" JOIN "Rater" AS p ON p."id" = x."raterId"
     LEFT JOIN "Item" AS i ON i."id" = x."itemId"
     WHERE x."datasetId" = $1 AND $2::uuid IS NULL ORDER BY x."position", x."id"`,
    values,
  );
  for await (const { item, metadata, ...row } of rows) {
    yield {
      type: "labels",
      ...row,
      item: item ?? undefined,
      raterKind: "gold",
      metadata: unlessEmpty(metadata),
    };
  }
}

function aboutOf({ task, target, response, responseB, item }: AboutRow) {
  if (target === "preference" && response !== null && responseB !== null) {
    const pair: [string, string] = [response, responseB];
    return { task, item: PREFERENCE, pair };
  }
  return { task, item: target === "overall" ? OVERALL : (item ?? ""), response: response ?? undefined };
}

function lineOf({ draft, draftText, action, text, bulk, metadata, ...why }: LineRow): LineDecision {
  return {
    draft: draft ?? undefined,
    draftText: draftText ?? undefined,
    action,
    text: text ?? undefined,
    reason: reasonOf(why),
    bulk: bulk || undefined,
    metadata: unlessEmpty(metadata),
  };
}

function reasonOf({ reasonCode: code, reasonNote: note }: Pick<LineRow, "reasonCode" | "reasonNote">) {
  if (code === null) return note ?? undefined;
  return { code, note: note ?? undefined } satisfies Reason;
}

function timeOf(moment: Date | null): string | undefined {
  return moment === null ? undefined : canonicalTime(moment);
}

function unlessEmpty(metadata: JsonObject): JsonObject | undefined {
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
