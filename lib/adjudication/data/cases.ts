import "server-only";
import { canStillJudge, isAppointed, mayReadVotes, mayRule } from "@/lib/adjudication/data/access";
import { COMMENTS, commentView } from "@/lib/adjudication/data/comments";
import { questionOf } from "@/lib/adjudication/data/rulings";
import { AdjudicationRule, type CaseFilter, type CaseReason } from "@/lib/adjudication/schema";
import type { CaseView } from "@/lib/adjudication/schema/case";
import { actAs, type Member, memberOfSql } from "@/lib/auth/actor";
import type { BatchState } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { IS_RULED } from "@/lib/judgement/data/sql-fragments";
import { findVotes, VOTES_NOW } from "@/lib/judgement/data/votes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { UnitIds, Vote, VotedValue } from "@/lib/judgement/schema/votes";
import { Prisma } from "@/prisma/generated/client/client";

export interface AdjudicationView {
  batch: {
    id: string;
    projectId: string;
    datasetId: string;
    name: string;
    state: BatchState;
    sample: boolean;
  };
  /** May start it, change its rule and name adjudicators. */
  isAdmin: boolean;
  /** Their own work in the batch is not over, so they may not see votes yet. */
  canStillJudge: boolean;
  /** Has a pseudonym, and may rule. */
  mayRule: boolean;
  /** Memberships of the named adjudicators. */
  adjudicators: string[];
  /** Null before it was started. */
  begun: {
    rule: AdjudicationRule;
    startedAt: Date;
    refreshedAt: Date;
    /** Those who voted may discuss undecided cases. */
    discussed: boolean;
    counts: Record<CaseFilter, number>;
    /** Some case was assigned to an adjudicator. */
    isShared: boolean;
    /** Undecided cases that are nobody's. */
    unassigned: number;
  } | null;
}

/** The state of a batch's adjudication, without votes. Null when the caller is not appointed to it. */
export async function findAdjudication(actor: Member, batchId: string): Promise<AdjudicationView | null> {
  type Row = AdjudicationView["batch"] &
    Pick<AdjudicationView, "isAdmin" | "canStillJudge" | "mayRule" | "adjudicators"> & {
      rule: unknown;
      startedAt: Date | null;
      refreshedAt: Date | null;
      discussed: boolean | null;
    };
  const [row] = await db.$queryRaw<Row[]>`
    SELECT b."id", b."projectId", b."datasetId", b."name", b."state"::text AS "state", d."sample",
      ${memberOfSql(actAs(actor, "admin"), Prisma.sql`b."projectId"`)} AS "isAdmin",
      ${canStillJudge(actor)} AS "canStillJudge", ${mayRule(actor)} AS "mayRule",
      ARRAY(SELECT n."membershipId"::text FROM "BatchAdjudicator" n WHERE n."batchId" = b."id") AS "adjudicators",
      a."rule", a."startedAt", a."refreshedAt", a."discussed"
    FROM "Batch" b JOIN "Project" p ON p."id" = b."projectId" JOIN "Dataset" d ON d."id" = b."datasetId"
    LEFT JOIN "Adjudication" a ON a."batchId" = b."id"
    WHERE b."id" = ${batchId}::uuid AND b."state" <> 'draft' AND ${isAppointed(actor)}`;
  if (!row) return null;
  const {
    isAdmin,
    canStillJudge: busy,
    mayRule: rules,
    adjudicators,
    rule,
    startedAt,
    refreshedAt,
    discussed,
    ...batch
  } = row;
  const begun =
    startedAt && refreshedAt
      ? {
          rule: AdjudicationRule.parse(rule),
          startedAt,
          refreshedAt,
          discussed: discussed === true,
          counts: await countCases(actor, batchId),
          ...(await countShared(batchId)),
        }
      : null;
  return { batch, isAdmin, canStillJudge: busy, mayRule: rules, adjudicators, begun };
}

export interface AdjudicationWork {
  id: string;
  projectId: string;
  name: string;
  project: string;
  undecided: number;
}

/** Condition that a case `c` is assigned to the caller. */
const isOwn = (actor: Member) => Prisma.sql`EXISTS (SELECT FROM "Membership" mine
  WHERE mine."id" = c."assigneeId" AND mine."userId" = ${actor.userId}::uuid)`;

/** Condition that the caller is expected to decide a case `c`: it is theirs, or nobody's. */
const isForThem = (actor: Member) => Prisma.sql`(c."assigneeId" IS NULL OR ${isOwn(actor)})`;

/** The batches that a named adjudicator can work on now. Admins find theirs in the list of batches. */
export function listAdjudicationWork(actor: Member<"annotator">): Promise<AdjudicationWork[]> {
  return db.$queryRaw<AdjudicationWork[]>`
    SELECT b."id", b."projectId", b."name", p."name" AS "project", (
      SELECT count(*)::int FROM "AdjudicationCase" c
      WHERE c."batchId" = b."id" AND NOT ${IS_RULED} AND ${isForThem(actor)}) AS "undecided"
    FROM "Membership" m JOIN "BatchAdjudicator" n ON n."membershipId" = m."id"
    JOIN "Batch" b ON b."id" = n."batchId" JOIN "Project" p ON p."id" = b."projectId"
    JOIN "Adjudication" a ON a."batchId" = b."id"
    WHERE m."userId" = ${actor.userId}::uuid AND p."archivedAt" IS NULL AND ${mayRule(actor)}
    ORDER BY b."openedAt" DESC, b."id"`;
}

/** The last ruling on a case `c`, and whether the votes have changed since: `standing`. */
const CURRENT_RULING = Prisma.sql`LATERAL (
  SELECT r."n", r."value", r."votes", r."raterId", r."value" IS NOT NULL AND r."votes" <> ${VOTES_NOW} AS "changed"
  FROM "Ruling" r WHERE r."caseId" = c."id" ORDER BY r."n" DESC LIMIT 1)`;

const filters = (actor: Member): Record<CaseFilter, Prisma.Sql> => ({
  all: Prisma.sql`TRUE`,
  mine: isOwn(actor),
  undecided: Prisma.sql`standing."value" IS NULL`,
  decided: Prisma.sql`standing."value" IS NOT NULL`,
  changed: Prisma.sql`standing."changed"`,
});

async function countCases(actor: Member, batchId: string): Promise<Record<CaseFilter, number>> {
  const { mine, undecided, decided, changed } = filters(actor);
  const [counts] = await db.$queryRaw<Record<CaseFilter, number>[]>`
    SELECT count(*)::int AS "all", count(*) FILTER (WHERE ${mine})::int AS "mine",
      count(*) FILTER (WHERE ${undecided})::int AS "undecided", count(*) FILTER (WHERE ${decided})::int AS "decided",
      count(*) FILTER (WHERE ${changed})::int AS "changed"
    FROM "AdjudicationCase" c LEFT JOIN ${CURRENT_RULING} standing ON TRUE WHERE c."batchId" = ${batchId}::uuid`;
  return counts ?? { all: 0, mine: 0, undecided: 0, decided: 0, changed: 0 };
}

async function countShared(batchId: string): Promise<{ isShared: boolean; unassigned: number }> {
  const [counts] = await db.$queryRaw<{ isShared: boolean; unassigned: number }[]>`
    SELECT coalesce(bool_or(c."assigneeId" IS NOT NULL), FALSE) AS "isShared",
      count(*) FILTER (WHERE c."assigneeId" IS NULL AND NOT ${IS_RULED})::int AS "unassigned"
    FROM "AdjudicationCase" c WHERE c."batchId" = ${batchId}::uuid`;
  return counts ?? { isShared: false, unassigned: 0 };
}

export interface CaseRow {
  id: string;
  position: number;
  /** The first words of the instruction, and the ids of task and response in the study file. */
  title: string;
  task: string;
  /** The response, both of a pair, or none where labels of a task or of an item are decided. */
  responses: string[];
  /** The item's name or text; null for everything else. */
  item: string | null;
  /** The name of the label step; null for values. */
  question: string | null;
  /** The pseudonym of the adjudicator who has the case. */
  assignee: string | null;
  reasons: CaseReason[];
  agreement: number | null;
  votes: Vote[];
  /** Null while undecided. */
  value: VotedValue | null;
  by: string | null;
  changed: boolean;
}

const PAGE = 50;

/** One page of a batch's cases in the order of the study, for callers who may see the votes. */
export async function listCases(
  actor: Member,
  batchId: string,
  filter: CaseFilter,
  after: number,
): Promise<{ rows: CaseRow[]; next: number | null }> {
  const found = await db.$queryRaw<CaseRow[]>`
    SELECT c."id", c."position", left(t."instruction", 200) AS "title", t."key" AS "task",
      array_remove(ARRAY[a."key", b2."key"], NULL) AS "responses", worded."item", c."question", ap."code" AS "assignee",
      c."reasons", c."agreement", ${VOTES_NOW} AS "votes", standing."value",
      CASE WHEN standing."value" IS NOT NULL THEN judge."code" END AS "by",
      coalesce(standing."changed", FALSE) AS "changed"
    FROM "AdjudicationCase" c JOIN "Batch" b ON b."id" = c."batchId"
    JOIN "Task" t ON t."id" = c."taskId" LEFT JOIN "Response" a ON a."id" = c."responseId"
    LEFT JOIN "Response" b2 ON b2."id" = c."responseBId"
    LEFT JOIN "Membership" am ON am."id" = c."assigneeId" LEFT JOIN "Rater" ap ON ap."id" = am."raterId"
    LEFT JOIN ${CURRENT_RULING} standing ON TRUE LEFT JOIN "Rater" judge ON judge."id" = standing."raterId"
    LEFT JOIN LATERAL (
      SELECT coalesce(iv."name", iv."text") AS "item" FROM "ItemVersion" iv
      JOIN "BatchRubric" pin ON pin."batchId" = c."batchId" AND pin."rubricVersionId" = iv."rubricVersionId"
      WHERE iv."itemId" = c."itemId") worded ON TRUE
    WHERE c."batchId" = ${batchId}::uuid AND ${mayReadVotes(actor)} AND ${filters(actor)[filter]}
      AND c."position" > ${after}
    ORDER BY c."position", c."id" LIMIT ${PAGE + 1}`;
  const rows = found.slice(0, PAGE);
  return { rows, next: found.length > PAGE ? (rows.at(-1)?.position ?? null) : null };
}

/**
 * A contested unit with its content, all votes (value, decisions on the draft's lines, pseudonym) and all
 * rulings. Does not name the response's model. Null when the caller may not see votes.
 */
export async function findCase(actor: Member, batchId: string, caseId: string): Promise<CaseView | null> {
  type Row = UnitIds &
    Pick<
      CaseView,
      | "id"
      | "place"
      | "cases"
      | "decided"
      | "reasons"
      | "agreement"
      | "changed"
      | "previous"
      | "next"
      | "nextUndecided"
    >;
  const [row] = await db.$queryRaw<Row[]>`
    WITH cases AS (
      SELECT c."id", c."position", c."taskId", c."responseId", c."responseBId", c."itemId", c."question", c."reasons",
        c."agreement", (row_number() OVER w)::int AS "place", lag(c."id") OVER w AS "previous",
        lead(c."id") OVER w AS "next", ${IS_RULED} AS "decided", ${isOwn(actor)} AS "own",
        ${isForThem(actor)} AS "forThem"
      FROM "AdjudicationCase" c WHERE c."batchId" = ${batchId}::uuid
      WINDOW w AS (ORDER BY c."position", c."id")
    )
    SELECT one.*, (SELECT count(*)::int FROM cases) AS "cases",
      (SELECT count(*)::int FROM cases WHERE cases."decided") AS "decided",
      (SELECT other."id" FROM cases other WHERE NOT other."decided" AND other."id" <> one."id" AND other."forThem"
        ORDER BY other."own" DESC, other."place" < one."place", other."place" LIMIT 1) AS "nextUndecided",
      coalesce((SELECT standing."changed" FROM "AdjudicationCase" c, ${CURRENT_RULING} standing
        WHERE c."id" = one."id"), FALSE) AS "changed"
    FROM cases one, "Batch" b
    WHERE one."id" = ${caseId}::uuid AND b."id" = ${batchId}::uuid AND ${mayReadVotes(actor)}`;
  if (!row) return null;
  const [found, asked, votes] = await Promise.all([
    db.adjudicationCase.findUniqueOrThrow({ where: { id: caseId }, select: CASE_CONTENT }),
    questionOf(db, batchId, row),
    findVotes(batchId, row),
  ]);
  if (!asked) return null;
  const item = await itemInWords(batchId, row.itemId, asked.itemVersionId);
  const { id, place, previous, next, nextUndecided, cases, decided, reasons, agreement, changed } = row;
  return {
    ...{ id, place, previous, next, nextUndecided, cases, decided, reasons, agreement, changed, votes },
    name: row.question === null ? (item?.name ?? null) : null,
    about: row.question === null ? null : (item?.text ?? null),
    task: { ...found.task, messages: found.task.messages as CaseView["task"]["messages"] },
    response: found.responseB === null ? found.response : null,
    pair: found.response && found.responseB && { a: found.response.text, b: found.responseB.text },
    item: workbenchKey(row, found.item?.key ?? null),
    assignee: found.assignee?.rater.code ?? null,
    guidelines: found.adjudication.batch.guidelines[0]?.text ?? "",
    question: asked.question ?? "",
    scale: asked.scale,
    comments: found.comments.map(commentView),
    rulings: found.rulings.map(({ rater, value, ...ruling }) => ({
      ...ruling,
      value: value as VotedValue | null,
      by: rater.code,
    })),
  };
}

/** The key of the unit in the workbench, where its submissions show it. */
function workbenchKey({ question, responseBId }: UnitIds, item: string | null): string {
  if (question !== null) return question;
  return item ?? (responseBId === null ? OVERALL : PREFERENCE);
}

const CASE_CONTENT = {
  task: { select: { instruction: true, input: true, messages: true, reference: true, tags: true } },
  response: { select: { text: true } },
  responseB: { select: { text: true } },
  item: { select: { key: true } },
  assignee: { select: { rater: { select: { code: true } } } },
  comments: COMMENTS,
  rulings: {
    orderBy: { n: "asc" },
    select: { n: true, value: true, note: true, at: true, rater: { select: { code: true } } },
  },
  adjudication: {
    select: {
      batch: { select: { guidelines: { orderBy: { version: "desc" }, take: 1, select: { text: true } } } },
    },
  },
} satisfies Prisma.AdjudicationCaseSelect;

/** The item in the version that was judged, or in the batch's. */
function itemInWords(batchId: string, itemId: string | null, versionId: string | null) {
  if (itemId === null) return null;
  return db.itemVersion.findFirst({
    where: versionId ? { id: versionId } : { itemId, rubricVersion: { batches: { some: { batchId } } } },
    select: { name: true, text: true },
  });
}
