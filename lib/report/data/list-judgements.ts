import "server-only";
import type { Member } from "@/lib/auth/actor";
import { pool } from "@/lib/database/db";
import { DRAFTS_IN_SCOPE } from "@/lib/dataset/data/records/drafts";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import { inScope, REPORTED, REPORTED_IMPORTED } from "@/lib/judgement/data/scope";
import { wasRevealed } from "@/lib/judgement/data/sql-fragments";
import { valueIn } from "@/lib/judgement/rules/exposure";
import type { Exposure, RaterKind, Value } from "@/lib/judgement/schema";
import type { Target } from "@/lib/judgement/schema/units";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { JudgementPage, JudgementsQuery, ListedJudgement } from "@/lib/report/schema/judgements";

const PAGE = 50;
/** Rows read for one page. Some are left out because they have no value in the requested class. */
const LOOKED_AT = 200;

interface Row {
  id: string;
  assignment: string | null;
  raterKind: RaterKind;
  method: string | null;
  drafted: boolean;
  position: number;
  task: string;
  instruction: string;
  response: string | null;
  responseB: string | null;
  model: string | null;
  target: Target;
  item: string | null;
  itemText: string | null;
  rater: string;
  arm: string | null;
  exposure: Exposure | null;
  initial: Value | null;
  hasInitial: boolean;
  revealed: boolean;
  value: Value | null;
  draft: Value | null;
  activeMs: number | null;
  submittedAt: Date | null;
}

/** People's judgements, `x`: in a batch the submitted ones, otherwise the imported ones. */
const BY_PEOPLE = (isBatch: boolean) => `
  SELECT x."id", x."position", x."taskId", x."target", x."responseId", x."responseBId", x."itemId", x."raterId",
    x."assignmentId", x."arm", x."exposure", x."initial", x."value", x."activeMs", x."submittedAt", x."draftId",
    iv."name", iv."text", iv."category", NULL::text AS "method", NULL::text AS "condition", FALSE AS "drafted",
    ${wasRevealed("x")} AS "revealed"
  FROM "Judgement" AS x JOIN "Rater" AS h ON h."id" = x."raterId" AND h."kind" = 'human'
  LEFT JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId"
  WHERE ${inScope("x")} AND ${isBatch ? REPORTED : REPORTED_IMPORTED}`;

/**
 * Judgements of LLMs and rules, as `x`: their drafts, and imported judgements by them. They never had a draft
 * in view.
 */
const BY_MACHINES = `
  SELECT x.*, iv."name", iv."text", iv."category" FROM (
    SELECT x."id", x."position", x."taskId", x."target", x."responseId", x."responseBId", x."itemId", x."raterId",
      NULL::uuid AS "assignmentId", NULL::text AS "arm", 'none'::"Exposure" AS "exposure", NULL::jsonb AS "initial",
      x."value", NULL::int AS "activeMs", x."createdAt" AS "submittedAt", NULL::uuid AS "draftId",
      x."method", x."condition", x."unitId" IS NOT NULL AS "drafted", FALSE AS "revealed"
    ${DRAFTS_IN_SCOPE}
    UNION ALL
    SELECT x."id", x."position", x."taskId", x."target", x."responseId", x."responseBId", x."itemId", x."raterId",
      NULL::uuid, x."arm", 'none'::"Exposure", NULL::jsonb, x."value", NULL::int, x."submittedAt", NULL::uuid,
      NULL::text, NULL::text, FALSE, FALSE
    FROM "Judgement" AS x JOIN "Rater" AS h ON h."id" = x."raterId" AND h."kind" IN ('llm', 'rules')
    WHERE ${inScope("x")} AND ${REPORTED_IMPORTED}) AS x
  LEFT JOIN LATERAL (SELECT v."name", v."text", v."category" FROM "ItemVersion" AS v
    JOIN "RubricVersion" AS rv ON rv."id" = v."rubricVersionId"
    WHERE v."itemId" = x."itemId" ORDER BY rv."version" DESC LIMIT 1) AS iv ON TRUE`;

/**
 * Lists the judgements behind a number of a report, in a stable order. People appear under their pseudonyms;
 * judgements on checks and planted errors are left out, because no number counts them. With `by: "machines"`
 * lists those of models and rules. Null when the study does not exist or the researcher may not read it.
 */
export async function listJudgements(
  researcher: Member<"researcher">,
  id: StudyId,
  query: JudgementsQuery,
): Promise<JudgementPage | null> {
  const scope = await findScope(researcher, id);
  if (!scope) return null;
  const values: unknown[] = [scope.datasetId, scope.batchId];
  const conditions = conditionsFor(query, (value) => `$${values.push(value)}`);
  const source = query.by === "machines" ? BY_MACHINES : BY_PEOPLE(scope.batchId !== null);
  const judgements: ListedJudgement[] = [];
  let after = query.after ?? null;
  for (;;) {
    const [position, last] = after?.split(".") ?? [null, null];
    const { rows } = await pool.query<Row>(
      `SELECT x."id", x."position", x."assignmentId" AS "assignment", p."kind" AS "raterKind", x."method",
         x."drafted", t."key" AS "task", left(t."instruction", 200) AS "instruction",
         a."key" AS "response", b."key" AS "responseB", a."model", x."target", i."key" AS "item",
         coalesce(x."name", left(x."text", 200)) AS "itemText", p."code" AS "rater", x."arm", x."exposure", x."initial",
         x."initial" IS NOT NULL AS "hasInitial", x."value", d."value" AS "draft", x."activeMs", x."submittedAt",
         x."revealed"
       FROM (${source}) AS x
       JOIN "Task" AS t ON t."id" = x."taskId"
       JOIN "Rater" AS p ON p."id" = x."raterId"
       LEFT JOIN "Response" AS a ON a."id" = x."responseId"
       LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
       LEFT JOIN "Item" AS i ON i."id" = x."itemId"
       LEFT JOIN "Rubric" AS r ON r."id" = i."rubricId"
       LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
       WHERE ${conditions.join(" AND ")}
         AND ($${values.length + 1}::int IS NULL
           OR (x."position", x."id") > ($${values.length + 1}::int, $${values.length + 2}::uuid))
       ORDER BY x."position", x."id" LIMIT ${LOOKED_AT}`,
      [...values, position, last],
    );
    for (const [at, row] of rows.entries()) {
      after = `${row.position}.${row.id}`;
      const listed = listedOf(row, query);
      if (listed) judgements.push(listed);
      const isLast = at === rows.length - 1 && rows.length < LOOKED_AT;
      if (judgements.length === PAGE) return { judgements, next: isLast ? null : after };
    }
    if (rows.length < LOOKED_AT) return { judgements, next: null };
  }
}

/** The conditions that the database can check before a row is read. */
function conditionsFor(query: JudgementsQuery, place: (value: unknown) => string): string[] {
  const { item, by, arm, rater, method, condition, model, family, group } = query;
  // Machines never had a draft in view, so exposure does not restrict them.
  const exposure = by === "machines" ? undefined : query.exposure;
  const conditions = [`x."value" IS NOT NULL`];
  if (item === OVERALL || item === PREFERENCE) conditions.push(`x."target" = '${item}'`);
  else if (item?.startsWith("category:"))
    conditions.push(`x."category" = ${place(item.slice("category:".length))}`);
  else if (item !== undefined && item !== "all") {
    const name = place(item);
    conditions.push(`(i."key" = ${name} OR r."key" || '/' || i."key" = ${name})`);
  }
  if (exposure === "unknown") conditions.push(`x."exposure" IS NULL`);
  if (exposure === "exposed") conditions.push(`x."exposure" <> 'none'`);
  if (exposure === "independent")
    conditions.push(`x."exposure" IN ('none', 'judge-then-reveal', 'on-request')`);
  if (arm !== undefined) conditions.push(`x."arm" = ${place(arm)}`);
  if (rater !== undefined) conditions.push(`p."code" = ${place(rater)}`);
  if (method !== undefined) conditions.push(`x."method" = ${place(method)}`);
  if (condition !== undefined) conditions.push(`x."condition" = ${place(condition)}`);
  if (model !== undefined) conditions.push(`${place(model)} IN (a."model", b."model")`);
  if (family !== undefined) conditions.push(`t."tags" @> ARRAY[${place(family)}]::text[]`);
  if (group !== undefined)
    conditions.push(`EXISTS (
      SELECT FROM "Dataset" AS ds CROSS JOIN LATERAL unnest(ds."responseGroups") AS field
      WHERE ds."id" = $1 AND ${place(group)} IN (
        field || ': ' || (a."metadata" ->> field), field || ': ' || (b."metadata" ->> field)))`);
  return conditions;
}

/** The judgement with its value in the requested exposure class; null if it has no value in that class. */
function listedOf(
  row: Row,
  { by, exposure: exposureClass = "any" }: JudgementsQuery,
): ListedJudgement | null {
  const exposure = by === "machines" ? "any" : exposureClass;
  const value = valueIn(
    {
      exposure: row.exposure,
      value: row.value,
      initial: row.hasInitial ? row.initial : undefined,
      lines: row.revealed ? [{ draft: 0 }] : [],
    },
    exposure,
  );
  if (value === null) return null;
  const { response, responseB } = row;
  return {
    id: row.id,
    assignment: row.assignment,
    raterKind: row.raterKind,
    method: row.method,
    drafted: row.drafted,
    task: row.task,
    instruction: row.instruction,
    responses: [response, responseB].filter((each) => each !== null),
    model: responseB === null ? row.model : null,
    item: row.target === "item" ? (row.item ?? "") : row.target,
    itemText: row.itemText,
    rater: row.rater,
    arm: row.arm,
    exposure: by === "machines" ? null : row.exposure,
    value,
    draft: row.draft,
    seconds: row.activeMs === null ? null : row.activeMs / 1000,
    submittedAt: row.submittedAt?.toISOString() ?? null,
  };
}
