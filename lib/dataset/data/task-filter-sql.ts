import "server-only";
import type { TaskFilter } from "@/lib/dataset/schema";
import { metadataCondition } from "@/lib/dataset/schema/metadata-condition";
import { IS_TASK_JUDGED } from "@/lib/judgement/data/sql-fragments";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * A task filter as SQL. Both conditions refer to tables of the enclosing query and apply within one dataset,
 * which the query specifies. Texts are searched task by task: an index of words or trigrams made imports many
 * times slower, and 100,000 tasks are scanned in a fraction of a second.
 */

/** On `"Task" AS t`: tasks that match, and if the filter has conditions on responses, have one that does. */
export function tasksThatFit(filter: TaskFilter): Prisma.Sql {
  const response = aboutResponse(filter);
  if (response.length === 0) return every(aboutTask(filter));
  return every([
    ...aboutTask(filter),
    Prisma.sql`EXISTS (SELECT FROM "Response" AS r WHERE r."taskId" = t."id" AND ${every(response)})`,
  ]);
}

/** On `"Task" AS t` joined with `"Response" AS r`: matching responses of matching tasks. */
export function responsesThatFit(filter: TaskFilter): Prisma.Sql {
  return every([...aboutTask(filter), ...aboutResponse(filter)]);
}

function every(conditions: Prisma.Sql[]): Prisma.Sql {
  return conditions.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(conditions, " AND ")})`;
}

function aboutResponse({ model, least, most, responseMeta }: TaskFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  conditions.push(...aboutMetadata(Prisma.sql`r."metadata"`, responseMeta ?? []));
  if (model?.length) conditions.push(Prisma.sql`r."model" = ANY (${model}::text[])`);
  if (least !== undefined) conditions.push(Prisma.sql`length(r."text") >= ${least}::int`);
  if (most !== undefined) conditions.push(Prisma.sql`length(r."text") <= ${most}::int`);
  return conditions;
}

/**
 * Conditions on metadata: for each field any of the requested values, and every range. A range matches numbers only:
 * no text is cast.
 */
function aboutMetadata(metadata: Prisma.Sql, written: readonly string[]): Prisma.Sql[] {
  const values = new Map<string, string[]>();
  const ranges: Prisma.Sql[] = [];
  for (const { field, operator, value } of written.flatMap((one) => metadataCondition(one) ?? [])) {
    if (operator === "=") {
      values.set(field, [...(values.get(field) ?? []), value]);
      continue;
    }
    const sign = operator === ">=" ? Prisma.sql`>=` : Prisma.sql`<=`;
    ranges.push(Prisma.sql`CASE WHEN jsonb_typeof(${metadata} -> ${field}::text) = 'number'
      THEN (${metadata} ->> ${field}::text)::numeric ${sign} ${String(Number(value))}::text::numeric ELSE FALSE END`);
  }
  const equal = [...values].map(
    ([field, any]) => Prisma.sql`${metadata} ->> ${field} = ANY (${any}::text[])`,
  );
  return [...equal, ...ranges];
}

function aboutTask({ q, tag, tags, meta, has, status }: TaskFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = [];
  const words = q?.trim();
  if (words) {
    const within = (column: Prisma.Sql) => Prisma.sql`strpos(lower(${column}), lower(${words})) > 0`;
    conditions.push(Prisma.sql`(t."key" = ${words} OR ${within(Prisma.sql`t."instruction"`)}
      OR ${within(Prisma.sql`t."input"`)})`);
  }
  if (tag?.length) {
    const operator = tags === "all" ? Prisma.sql`@>` : Prisma.sql`&&`;
    conditions.push(Prisma.sql`t."tags" ${operator} ${tag}::text[]`);
  }
  conditions.push(...aboutMetadata(Prisma.sql`t."metadata"`, meta ?? []));
  for (const content of has ?? []) conditions.push(content === "drafts" ? DRAFTED : rubricOf(content));
  if (status === "judged") conditions.push(JUDGED);
  if (status === "batch") conditions.push(IN_A_BATCH);
  if (status === "untouched") {
    conditions.push(Prisma.sql`NOT ${JUDGED}`);
    conditions.push(Prisma.sql`NOT EXISTS (SELECT FROM "Subject" AS s WHERE s."taskId" = t."id")`);
  }
  return conditions;
}

const DRAFTED = Prisma.sql`EXISTS (SELECT FROM "Draft" AS d WHERE d."taskId" = t."id")`;

const IN_A_BATCH = Prisma.sql`EXISTS (
  SELECT FROM "Subject" AS s JOIN "Batch" AS b ON b."id" = s."batchId"
  WHERE s."taskId" = t."id" AND b."state" <> 'archived')`;

const JUDGED = Prisma.sql`(
  ${IS_TASK_JUDGED}
  OR EXISTS (
    SELECT FROM "Subject" AS s JOIN "Assignment" AS a ON a."subjectId" = s."id"
    WHERE s."taskId" = t."id" AND a."state" = 'submitted'))`;

function rubricOf(kind: "checklist" | "criteria"): Prisma.Sql {
  const withItems = Prisma.sql`ru."kind" = ${kind}::"RubricKind"
    AND EXISTS (SELECT FROM "Item" AS i WHERE i."rubricId" = ru."id")`;
  return Prisma.sql`(
    EXISTS (SELECT FROM "Rubric" AS ru WHERE ru."taskId" = t."id" AND ${withItems})
    OR EXISTS (
      SELECT FROM "Rubric" AS ru
      WHERE ru."datasetId" = t."datasetId" AND ru."taskId" IS NULL AND ${withItems}))`;
}
