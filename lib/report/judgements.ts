import "server-only";
import type { Member } from "@/lib/auth/actor";
import { COUNTS, COUNTS_IMPORTED, MADE_IN_SCOPE } from "@/lib/dataset/data/records";
import { findScope, type StudyId } from "@/lib/dataset/data/scope";
import type { Exposure, Value } from "@/lib/dataset/schema";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import { pool } from "@/lib/db";
import { valueIn } from "@/lib/report/rules/exposure";
import type { JudgementPage, JudgementsQuery, ListedJudgement } from "@/lib/report/schema/judgements";

const PAGE = 50;
/** So many rows are looked at for a page: some of them have no value in the class that was asked for. */
const LOOKED_AT = 200;

interface Row {
  id: string;
  position: number;
  task: string;
  instruction: string;
  response: string | null;
  responseB: string | null;
  model: string | null;
  target: "item" | "overall" | "preference";
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

/**
 * The judgements by people behind a number of a report, in an order that stays, by their pseudonyms; those on checks
 * and planted errors are behind none. Null when the
 * study is not there or not the researcher's to see.
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
  const judgements: ListedJudgement[] = [];
  let after = query.after ?? null;
  for (;;) {
    const [position, last] = after?.split(".") ?? [null, null];
    const { rows } = await pool.query<Row>(
      `SELECT x."id", x."position", t."key" AS "task", left(t."instruction", 200) AS "instruction",
         a."key" AS "response", b."key" AS "responseB", a."model", x."target", i."key" AS "item",
         coalesce(iv."name", left(iv."text", 200)) AS "itemText", p."code" AS "rater", x."arm", x."exposure", x."initial",
         x."initial" IS NOT NULL AS "hasInitial", x."value", d."value" AS "draft", x."activeMs", x."submittedAt",
         EXISTS (SELECT 1 FROM "Decision" AS l WHERE l."judgementId" = x."id" AND l."line" IS NOT NULL) AS "revealed"
       FROM "Judgement" AS x
       JOIN "Task" AS t ON t."id" = x."taskId"
       JOIN "Rater" AS p ON p."id" = x."raterId" AND p."kind" = 'human'
       LEFT JOIN "Response" AS a ON a."id" = x."responseId"
       LEFT JOIN "Response" AS b ON b."id" = x."responseBId"
       LEFT JOIN "Item" AS i ON i."id" = x."itemId"
       LEFT JOIN "Rubric" AS r ON r."id" = i."rubricId"
       LEFT JOIN "ItemVersion" AS iv ON iv."id" = x."itemVersionId"
       LEFT JOIN "Draft" AS d ON d."id" = x."draftId"
       WHERE ${[MADE_IN_SCOPE("x"), scope.batchId ? COUNTS : COUNTS_IMPORTED, ...conditions].join(" AND ")}
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

/** What the database can tell before a row is read. */
function conditionsFor(query: JudgementsQuery, place: (value: unknown) => string): string[] {
  const { item, exposure, arm, rater, model, family } = query;
  const conditions = [`x."value" IS NOT NULL`];
  if (item === OVERALL || item === PREFERENCE) conditions.push(`x."target" = '${item}'`);
  else if (item?.startsWith("category:"))
    conditions.push(`iv."category" = ${place(item.slice("category:".length))}`);
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
  if (model !== undefined) conditions.push(`${place(model)} IN (a."model", b."model")`);
  if (family !== undefined) conditions.push(`t."tags" @> ARRAY[${place(family)}]::text[]`);
  return conditions;
}

/** The judgement with the value it has in the class that was asked for; null when it has none there. */
function listedOf(row: Row, { exposure = "any" }: JudgementsQuery): ListedJudgement | null {
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
    task: row.task,
    instruction: row.instruction,
    responses: [response, responseB].filter((each) => each !== null),
    model: responseB === null ? row.model : null,
    item: row.target === "item" ? (row.item ?? "") : row.target,
    itemText: row.itemText,
    rater: row.rater,
    arm: row.arm,
    exposure: row.exposure,
    value,
    draft: row.draft,
    seconds: row.activeMs === null ? null : row.activeMs / 1000,
    submittedAt: row.submittedAt?.toISOString() ?? null,
  };
}
