import "server-only";
import type { Tx } from "@/lib/database/db";
import type { ItemIndex } from "@/lib/dataset/rules/items";
import type {
  DraftRecord,
  JudgementRecord,
  LineDecision,
  RecordType,
  StudyRecord,
} from "@/lib/dataset/schema";
import { insertImported, insertImportedDecisions, insertImportedLines } from "@/lib/judgement/data/write";
import { decisionColumns, targetColumns } from "@/lib/judgement/rules/columns";
import type { RaterKind } from "@/lib/judgement/schema";

/** The dataset and transaction that records are written to. */
export interface Destination {
  /** The database id of a record, by its kind and its ids in files. */
  idOf: (kind: string, ...key: (string | number | null)[]) => string;
  projectId: string;
  datasetId: string;
  /** Filled before drafts and judgements are written. */
  items: ItemIndex<{ id: string; version: string | null }>;
}

type RecordOf<T extends RecordType> = Extract<StudyRecord, { type: T }>;
type Numbered<T extends RecordType> = { line: number; record: RecordOf<T> };

/** Writes a batch of checked records of one type. A record's position in the study is its line. */
export const WRITERS: Record<
  RecordType,
  (tx: Tx, to: Destination, records: { line: number; record: StudyRecord }[]) => Promise<void>
> = {
  study: (tx, to, records) => writeStudy(tx, to, only("study", records)),
  task: (tx, to, records) => writeTasks(tx, to, only("task", records)),
  response: (tx, to, records) => writeResponses(tx, to, only("response", records)),
  rubric: (tx, to, records) => writeRubrics(tx, to, only("rubric", records)),
  draft: (tx, to, records) => writeDrafts(tx, to, only("draft", records)),
  judgement: (tx, to, records) => writeJudgements(tx, to, only("judgement", records)),
  decision: (tx, to, records) => writeDecisions(tx, to, only("decision", records)),
  labels: (tx, to, records) => writeLabels(tx, to, only("labels", records)),
};

function only<T extends RecordType>(
  type: T,
  records: { line: number; record: StudyRecord }[],
): Numbered<T>[] {
  return records.filter((numbered): numbered is Numbered<T> => numbered.record.type === type);
}

async function writeStudy(tx: Tx, to: Destination, records: Numbered<"study">[]): Promise<void> {
  for (const { record } of records) {
    await tx.$executeRaw`
      UPDATE "Dataset" SET
        "name" = CASE "name" WHEN '' THEN ${record.name} ELSE "name" END,
        "source" = ${record.source ?? null},
        "metadata" = ${JSON.stringify(record.metadata ?? {})}::jsonb
      WHERE "id" = ${to.datasetId}::uuid`;
  }
}

async function writeTasks(tx: Tx, to: Destination, records: Numbered<"task">[]): Promise<void> {
  const rows = records.map(({ line, record }) => ({
    ...record,
    id: to.idOf("task", record.id),
    key: record.id,
    position: line,
    tags: record.tags ?? [],
    metadata: record.metadata ?? {},
  }));
  await tx.$executeRaw`
    INSERT INTO "Task" ("id", "datasetId", "key", "position", "instruction", "input", "messages", "reference",
      "tags", "metadata")
    SELECT r."id", ${to.datasetId}::uuid, r."key", r."position", r."instruction", r."input", r."messages",
      r."reference", r."tags", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "key" text, "position" int,
      "instruction" text, "input" text, "messages" jsonb, "reference" text, "tags" text[], "metadata" jsonb)`;
}

async function writeResponses(tx: Tx, to: Destination, records: Numbered<"response">[]): Promise<void> {
  const rows = records.map(({ line, record }) => ({
    id: to.idOf("response", record.id),
    task: to.idOf("task", record.task),
    key: record.id,
    position: line,
    model: record.model,
    text: record.text,
    metadata: record.metadata ?? {},
  }));
  await tx.$executeRaw`
    INSERT INTO "Response" ("id", "datasetId", "taskId", "key", "position", "model", "text", "metadata")
    SELECT r."id", ${to.datasetId}::uuid, r."task", r."key", r."position", r."model", r."text", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "task" uuid, "key" text,
      "position" int, "model" text, "text" text, "metadata" jsonb)`;
}

async function writeRubrics(tx: Tx, to: Destination, records: Numbered<"rubric">[]): Promise<void> {
  const rubrics = records.map(({ line, record }) => ({
    id: to.idOf("rubric", record.id),
    version: to.idOf("rubric version", record.id),
    task: record.task === null ? null : to.idOf("task", record.task),
    ...writtenFor(to, record),
    key: record.id,
    position: line,
    kind: record.kind,
    origin: record.origin,
    method: record.method,
    model: record.model,
    // Drafted rubrics keep their condition in the metadata too.
    metadata: { ...record.metadata, ...(record.condition !== undefined && { condition: record.condition }) },
  }));
  const items = records.flatMap(({ record }) =>
    record.items.map((item, position) => ({
      ...item,
      id: to.idOf("item", record.id, item.id),
      version: to.idOf("item version", record.id, item.id),
      rubric: to.idOf("rubric", record.id),
      rubricVersion: to.idOf("rubric version", record.id),
      key: item.id,
      position,
      metadata: item.metadata ?? {},
    })),
  );
  const rubricRows = JSON.stringify(rubrics);
  await tx.$executeRaw`
    INSERT INTO "Rubric" ("id", "datasetId", "taskId", "responseId", "responseBId", "key", "position", "kind",
      "metadata")
    SELECT r."id", ${to.datasetId}::uuid, r."task", r."response", r."responseB", r."key", r."position", r."kind",
      r."metadata"
    FROM json_to_recordset(${rubricRows}::json) AS r("id" uuid, "task" uuid, "response" uuid, "responseB" uuid,
      "key" text, "position" int, "kind" "RubricKind", "metadata" jsonb)`;
  await tx.$executeRaw`
    INSERT INTO "RubricVersion" ("id", "rubricId", "version", "origin", "method", "model")
    SELECT r."version", r."id", 1, r."origin", r."method", r."model"
    FROM json_to_recordset(${rubricRows}::json) AS r("id" uuid, "version" uuid, "origin" text, "method" text,
      "model" text)`;
  const itemRows = JSON.stringify(items);
  await tx.$executeRaw`
    INSERT INTO "Item" ("id", "rubricId", "key")
    SELECT r."id", r."rubric", r."key"
    FROM json_to_recordset(${itemRows}::json) AS r("id" uuid, "rubric" uuid, "key" text)`;
  await tx.$executeRaw`
    INSERT INTO "ItemVersion" ("id", "itemId", "rubricId", "rubricVersionId", "position", "name", "text", "scale",
      "weight", "category", "metadata")
    SELECT r."version", r."id", r."rubric", r."rubricVersion", r."position", r."name", r."text", r."scale",
      r."weight", r."category", r."metadata"
    FROM json_to_recordset(${itemRows}::json) AS r("id" uuid, "version" uuid, "rubric" uuid,
      "rubricVersion" uuid, "position" int, "name" text, "text" text, "scale" jsonb, "weight" float8,
      "category" text, "metadata" jsonb)`;
}

/** The response or pair that a rubric was written for, as columns; empty when it is its task's. */
function writtenFor(to: Destination, { response, pair }: Numbered<"rubric">["record"]) {
  const [one = response, other] = pair ?? [];
  const id = (key: string | undefined) => (key === undefined ? null : to.idOf("response", key));
  return { response: id(one), responseB: id(other) };
}

async function writeDecisions(tx: Tx, to: Destination, records: Numbered<"decision">[]): Promise<void> {
  await writeRaters(
    tx,
    to,
    records.map(({ record }) => ({ ...record, method: undefined })),
  );
  const rows = records.map(({ line, record }) => ({
    id: to.idOf("decision", record.id),
    key: record.id,
    position: line,
    rubric: to.idOf("rubric", record.rubric),
    item: to.idOf("item", record.rubric, record.item),
    itemKey: record.item,
    rater: raterId(to, record.raterKind, record.rater),
    arm: record.arm,
    exposure: record.exposure,
    ...decisionColumns(record),
    scale: record.scale,
    at: record.at,
    metadata: record.metadata ?? {},
  }));
  // An item that a rater added has no wording in any version: it belongs to that rater's rubric only.
  await tx.$executeRaw`
    INSERT INTO "Item" ("id", "rubricId", "key")
    SELECT DISTINCT r."item", r."rubric", r."itemKey"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("rubric" uuid, "item" uuid, "itemKey" text)
    ON CONFLICT DO NOTHING`;
  await insertImportedDecisions(tx, to.datasetId, rows);
}

async function writeDrafts(tx: Tx, to: Destination, records: Numbered<"draft">[]): Promise<void> {
  await writeRaters(
    tx,
    to,
    records.map(({ record }) => record),
  );
  const rows = records.map(({ line, record }) => ({
    id: to.idOf("draft", record.id),
    key: record.id,
    position: line,
    ...unitColumns(to, record),
    rater: raterId(to, record.raterKind, record.rater, record.method),
    method: record.method,
    value: record.value,
    lines: record.lines ?? [],
    scoreLine: record.scoreLine,
    condition: record.condition,
    order: record.order,
    sample: record.sample,
    confidence: record.confidence,
    provenance: record.metadata ?? {},
  }));
  await tx.$executeRaw`
    INSERT INTO "Draft" ("id", "datasetId", "key", "position", "taskId", "target", "responseId", "responseBId",
      "itemId", "raterId", "method", "value", "lines", "scoreLine", "condition", "order", "sample", "confidence",
      "provenance")
    SELECT r."id", ${to.datasetId}::uuid, r."key", r."position", r."task", r."target", r."responseId",
      r."responseBId", r."itemId", r."rater", r."method", r."value", r."lines", r."scoreLine", r."condition",
      r."order", r."sample", r."confidence", r."provenance"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "key" text, "position" int,
      "task" uuid, "target" "Target", "responseId" uuid, "responseBId" uuid, "itemId" uuid, "rater" uuid,
      "method" text, "value" jsonb, "lines" text[], "scoreLine" int, "condition" text, "order" "SideOrder",
      "sample" int, "confidence" float8, "provenance" jsonb)`;
}

async function writeJudgements(tx: Tx, to: Destination, records: Numbered<"judgement">[]): Promise<void> {
  await writeRaters(
    tx,
    to,
    records.map(({ record }) => ({ ...record, method: undefined })),
  );
  const rows = records.map(({ line, record }) => ({
    id: to.idOf("judgement", record.id),
    key: record.id,
    position: line,
    ...unitColumns(to, record),
    rater: raterId(to, record.raterKind, record.rater),
    arm: record.arm,
    exposure: record.exposure,
    draft: record.draft === undefined ? null : to.idOf("draft", record.draft),
    initial: record.initial,
    revealedFirst: record.initial === null,
    value: record.value,
    activeMs: record.activeMs,
    bulk: record.bulk === true,
    startedAt: record.startedAt,
    submittedAt: record.submittedAt,
    metadata: record.metadata ?? {},
  }));
  await insertImported(tx, to.datasetId, rows);

  const lines = records.flatMap(({ record }) =>
    (record.lines ?? []).map((line, position) => lineRow(to, record, line, position)),
  );
  await insertImportedLines(tx, to.datasetId, lines);
}

async function writeLabels(tx: Tx, to: Destination, records: Numbered<"labels">[]): Promise<void> {
  await writeRaters(
    tx,
    to,
    records.map(({ record }) => ({ ...record, method: undefined })),
  );
  const rows = records.map(({ line, record }) => ({
    id: to.idOf("labels", record.id),
    key: record.id,
    position: line,
    task: to.idOf("task", record.task),
    item: record.item === undefined ? null : itemOf(to, record.task, record.item).id,
    question: record.question,
    labels: record.labels,
    rater: raterId(to, record.raterKind, record.rater),
    metadata: record.metadata ?? {},
  }));
  await tx.$executeRaw`
    INSERT INTO "GoldLabels" ("id", "datasetId", "key", "position", "taskId", "itemId", "question", "labels",
      "raterId", "metadata")
    SELECT r."id", ${to.datasetId}::uuid, r."key", r."position", r."task", r."item", r."question", r."labels",
      r."rater", r."metadata"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("id" uuid, "key" text, "position" int, "task" uuid,
      "item" uuid, "question" text, "labels" text[], "rater" uuid, "metadata" jsonb)`;
}

function lineRow(to: Destination, judgement: JudgementRecord, line: LineDecision, position: number) {
  const onDraft = line.draft !== undefined && judgement.draft !== undefined;
  return {
    id: to.idOf("line", judgement.id, position),
    position,
    rater: raterId(to, judgement.raterKind, judgement.rater),
    arm: judgement.arm,
    exposure: judgement.exposure,
    ...decisionColumns(line),
    judgement: to.idOf("judgement", judgement.id),
    draft: onDraft ? to.idOf("draft", judgement.draft ?? null) : null,
    line: line.draft,
    draftText: line.draftText,
    metadata: line.metadata ?? {},
  };
}

/** The unit of a draft or judgement, as columns. */
function unitColumns(to: Destination, { task, item, response, pair }: DraftRecord | JudgementRecord) {
  const [one = response, other] = pair ?? [];
  const id = (key: string | undefined) => (key === undefined ? null : to.idOf("response", key));
  const responses = { responseId: id(one), responseBId: id(other) };
  const itemIds = (key: string) => {
    const { id: itemId, version: itemVersionId } = itemOf(to, task, key);
    return { itemId, itemVersionId };
  };
  return { task: to.idOf("task", task), ...targetColumns(item, responses, itemIds) };
}

function raterId(to: Destination, kind: RaterKind, code: string, method?: string): string {
  return to.idOf("rater", kind, code, method ?? null);
}

function itemOf(to: Destination, task: string, item: string): { id: string; version: string | null } {
  const found = to.items.find(task, item);
  if (!found || "ambiguous" in found) throw new Error("an item was checked and can no longer be found");
  return found.detail;
}

/** Raters belong to their dataset: A01 of two studies are two people. */
async function writeRaters(
  tx: Tx,
  to: Destination,
  records: { rater: string; raterKind: RaterKind; method?: string | undefined }[],
): Promise<void> {
  const raters = new Map(
    records.map(({ rater, raterKind, method }) => {
      const id = raterId(to, raterKind, rater, method);
      return [id, { id, kind: raterKind, code: rater, method }];
    }),
  );
  await tx.$executeRaw`
    INSERT INTO "Rater" ("id", "projectId", "datasetId", "kind", "code", "method")
    SELECT r."id", ${to.projectId}::uuid, ${to.datasetId}::uuid, r."kind", r."code", r."method"
    FROM json_to_recordset(${JSON.stringify([...raters.values()])}::json)
      AS r("id" uuid, "kind" "RaterKind", "code" text, "method" text)
    ON CONFLICT DO NOTHING`;
}
