import "server-only";
import type { Tx } from "@/lib/database/db";
import { type DraftRow, draftRecord } from "@/lib/dataset/data/records/drafts";
import { type ResponseRow, responseRecord, type TaskRow, taskRecord } from "@/lib/dataset/data/records/tasks";
import type { Destination } from "@/lib/dataset/import/record-writers";
import { ItemIndex } from "@/lib/dataset/rules/items";
import { keyOfRecord } from "@/lib/dataset/rules/lines-part";
import type { AddedRecord, RubricRecord, StudyRecord } from "@/lib/dataset/schema";
import { ADDED_TYPES } from "@/lib/dataset/schema/additions";
import { ABOUT, ABOUT_JOINS } from "@/lib/judgement/data/records";
import type { Scale } from "@/lib/judgement/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** True for a record that a dataset may be given after its import. */
export const isAdded = (record: StudyRecord): record is AddedRecord =>
  (ADDED_TYPES as readonly string[]).includes(record.type);

/** A dataset's versions of the records that it is to be given, and of those that they refer to. */
interface KnownRecords {
  /** Records with the same ids, by type and id. */
  records: ReadonlyMap<string, AddedRecord>;
  /** The study line, tasks, responses and items that records may refer to, as records of a study. */
  context: StudyRecord[];
  /** Database ids by kind and ids in files. */
  ids: ReadonlyMap<string, string>;
  items: Destination["items"];
}

/** Finds what a dataset has of the given records and of those that they refer to. */
export async function findKnownRecords(
  tx: Tx,
  datasetId: string,
  given: readonly AddedRecord[],
): Promise<KnownRecords> {
  const idsOf = (type: AddedRecord["type"]) => given.filter((one) => one.type === type).map(({ id }) => id);
  const drafts = given.filter((one) => one.type === "draft");
  const responseKeys = [
    ...idsOf("response"),
    ...drafts.flatMap(({ response, pair = [] }) => [...pair, ...(response === undefined ? [] : [response])]),
  ];
  const responses = await tx.$queryRaw<(ResponseRow & { id: string })[]>`
    SELECT r."id", r."key", t."key" AS "task", r."model", r."text", r."metadata"
    FROM "Response" AS r JOIN "Task" AS t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid AND r."key" = ANY (${responseKeys}::text[])`;
  const taskKeys = [
    ...given.map((one) => (one.type === "task" ? one.id : one.task)),
    ...responses.map(({ task }) => task),
  ];
  const tasks = await tx.$queryRaw<(TaskRow & { id: string })[]>`
    SELECT "id", "key", "instruction", "input", "messages", "reference", "tags", "metadata" FROM "Task"
    WHERE "datasetId" = ${datasetId}::uuid AND "key" = ANY (${taskKeys}::text[])`;
  const sameDrafts = await tx.$queryRaw<DraftRow[]>`
    SELECT x."key", ${Prisma.raw(ABOUT)}, p."code" AS "rater", p."kind" AS "raterKind", x."method", x."value",
      x."lines", x."scoreLine", x."condition", x."order", x."sample", x."confidence", x."provenance" AS "metadata"
    FROM "Draft" AS x ${Prisma.raw(ABOUT_JOINS)}
    WHERE x."datasetId" = ${datasetId}::uuid AND x."key" = ANY (${idsOf("draft")}::text[])`;
  const raters = await tx.$queryRaw<{ id: string; kind: string; code: string; method: string | null }[]>`
    SELECT "id", "kind", "code", "method" FROM "Rater"
    WHERE "datasetId" = ${datasetId}::uuid AND "code" = ANY (${drafts.map(({ rater }) => rater)}::text[])`;
  const rubrics =
    drafts.length === 0
      ? []
      : await rubricsOf(
          tx,
          datasetId,
          drafts.map(({ task }) => task),
        );

  const items: Destination["items"] = new ItemIndex();
  for (const { task, key: rubric, items: own } of rubrics)
    for (const { key, id, version } of own) items.add(task, { rubric, id: key, detail: { id, version } });
  const taken = new Set(given.map(keyOfRecord));
  const all = [...tasks.map(taskRecord), ...responses.map(responseRecord), ...sameDrafts.map(draftRecord)];
  const records = new Map(all.map((record) => [keyOfRecord(record), record]));
  return {
    records: new Map([...records].filter(([key]) => taken.has(key))),
    context: [
      { type: "study", version: 1, name: "known" },
      ...all.filter(({ type }) => type !== "draft"),
      ...rubrics.map(rubricRecord),
    ],
    ids: new Map([
      ...tasks.map(({ key, id }) => [keyOfRecord({ type: "task", id: key }), id] as const),
      ...responses.map(({ key, id }) => [keyOfRecord({ type: "response", id: key }), id] as const),
      ...raters.map(
        ({ kind, code, method, id }) => [JSON.stringify(["rater", kind, code, method]), id] as const,
      ),
    ]),
    items,
  };
}

interface KnownRubric {
  task: string | null;
  key: string;
  kind: RubricRecord["kind"];
  items: { key: string; id: string; version: string | null; scale: Scale | null }[];
}

/** The rubrics of the given tasks and of the whole dataset, each item with its newest wording. */
function rubricsOf(tx: Tx, datasetId: string, tasks: string[]): Promise<KnownRubric[]> {
  return tx.$queryRaw<KnownRubric[]>`
    SELECT t."key" AS "task", r."key", r."kind",
      json_agg(json_build_object('key', i."key", 'id', i."id", 'version', v."id", 'scale', v."scale")) AS "items"
    FROM "Rubric" AS r
    JOIN "Item" AS i ON i."rubricId" = r."id"
    LEFT JOIN LATERAL (
      SELECT iv."id", iv."scale" FROM "ItemVersion" AS iv JOIN "RubricVersion" AS rv ON rv."id" = iv."rubricVersionId"
      WHERE iv."itemId" = i."id" ORDER BY rv."version" DESC LIMIT 1
    ) AS v ON TRUE
    LEFT JOIN "Task" AS t ON t."id" = r."taskId"
    WHERE r."datasetId" = ${datasetId}::uuid AND (r."taskId" IS NULL OR t."key" = ANY (${tasks}::text[]))
    GROUP BY r."id", t."key"`;
}

/** The record with as much as values are checked against. */
function rubricRecord({ task, key, kind, items }: KnownRubric): RubricRecord {
  return {
    type: "rubric",
    id: key,
    task,
    kind,
    items: items.map(({ key: id, scale }) => ({ id, text: "", scale: scale ?? { type: "yesno" } })),
  };
}
