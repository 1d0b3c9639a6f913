import "server-only";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import type { SideOrder } from "@/lib/dataset/schema";
import { flagsOf } from "@/lib/dataset/schema/stored";
import type { UnitResult } from "@/lib/drafting/data/progress";
import { DraftedLabel, LabelledItems, ResponseRole, StopReason } from "@/lib/drafting/schema";
import { swapSides } from "@/lib/judgement/rules/sides";
import { Value } from "@/lib/judgement/schema";
import { Prisma } from "@/prisma/generated/client/client";

export const UNIT_STATES = ["waiting", "working", "done", "failed"] as const;
export type UnitState = (typeof UNIT_STATES)[number];

/** One subject of a run and its drafts. */
export interface UnitRow {
  id: string;
  position: number;
  state: UnitState;
  error: string | null;
  flags: string[];
  task: { id: string; key: string };
  responses: { key: string; model: string | null }[];
  drafts: {
    id: string;
    about: string | null;
    /** For a pair: the response that the value is about, or the order in which both were shown. */
    response: string | null;
    order: SideOrder | null;
    value: Value | null;
    lines: string[];
    flags: string[];
  }[];
  /** Categories of its rubric's items; empty when the method assigns none. */
  labels: { item: string; text: string; labels: string[] }[];
  /** The label that a judge gave the response; null for what does not label responses. */
  label: DraftedLabel | null;
  /** Lists of items that it drafted, with the hints on each item. */
  rubrics: { version: string; items: { id: string; name: string | null; text: string; flags: string[] }[] }[];
  /** Responses it generated, in order; the beginning of each. */
  generated: {
    id: string;
    role: ResponseRole;
    iteration: number;
    sample: number;
    isFinal: boolean;
    passed: { yes: number; answered: number } | null;
    inDataset: boolean;
    flags: string[];
    excerpt: string;
  }[];
  /** Why its refinement or selection ended. */
  stopped: StopReason | null;
}

export interface UnitsPage {
  units: UnitRow[];
  /** Positions after which the previous and next pages begin; null when there is none. */
  previous: number | null;
  next: number | null;
}

const PAGE = 25;

/** More drafts are shown on the task's own page. */
const MOST_DRAFTS = 50;

/** Characters shown of a generated response. */
const EXCERPT = 300;

/** Units of a run in order, after a position. Null when the researcher may not read the run. */
export async function listUnits(
  actor: Member<"researcher">,
  runId: string,
  { state, after = -1 }: { state?: UnitState; after?: number } = {},
): Promise<UnitsPage | null> {
  const run = await db.draftRun.findFirst({
    where: { id: runId, project: memberOf(actor) },
    select: { id: true },
  });
  if (!run) return null;
  const found = await db.draftUnit.findMany({
    where: { runId, position: { gt: after }, ...(state && { state }) },
    orderBy: { position: "asc" },
    take: PAGE + 1,
    select: {
      id: true,
      position: true,
      state: true,
      error: true,
      flags: true,
      result: true,
      rubricVersion: { select: { items: { select: { itemId: true, text: true } } } },
      task: { select: { id: true, key: true } },
      response: { select: { key: true, model: true } },
      responseB: { select: { key: true, model: true } },
      drafts: {
        orderBy: [{ position: "asc" }, { order: "asc" }, { id: "asc" }],
        take: MOST_DRAFTS,
        select: {
          id: true,
          target: true,
          order: true,
          response: { select: { key: true } },
          responseBId: true,
          value: true,
          lines: true,
          provenance: true,
          item: {
            select: {
              versions: {
                orderBy: { rubricVersion: { version: "desc" } },
                take: 1,
                select: { name: true, text: true },
              },
            },
          },
        },
      },
      responses: {
        orderBy: { position: "asc" },
        select: {
          id: true,
          role: true,
          iteration: true,
          sample: true,
          isFinal: true,
          yes: true,
          answered: true,
          responseId: true,
          flags: true,
          text: true,
        },
      },
      rubrics: {
        select: {
          id: true,
          items: {
            orderBy: [{ position: "asc" }, { id: "asc" }],
            select: { id: true, name: true, text: true, metadata: true },
          },
        },
      },
    },
  });
  const units = found.slice(0, PAGE);
  const before = await db.draftUnit.findMany({
    where: { runId, position: { lte: after }, ...(state && { state }) },
    orderBy: { position: "desc" },
    skip: PAGE,
    take: 1,
    select: { position: true },
  });
  return {
    units: units.map(
      ({ response, responseB, responses, drafts, rubrics, result, rubricVersion, ...unit }) => ({
        ...unit,
        stopped: StopReason.safeParse((result as UnitResult | null)?.stopped).data ?? null,
        generated: responses.map(({ role, text, yes, answered, responseId, ...one }) => ({
          ...one,
          role: ResponseRole.parse(role),
          passed: yes === null || answered === null ? null : { yes, answered },
          inDataset: responseId !== null,
          excerpt: text.length > EXCERPT ? `${text.slice(0, EXCERPT).trimEnd()}…` : text,
        })),
        labels: labelsOf(result, new Map(rubricVersion?.items.map(({ itemId, text }) => [itemId, text]))),
        label: DraftedLabel.safeParse((result as UnitResult | null)?.label).data ?? null,
        responses: [response, responseB].flatMap((each) => each ?? []),
        drafts: drafts.map(
          ({ id, target, order, response: of, responseBId, value, lines, provenance, item }) => ({
            id,
            response: responseB && responseBId === null ? (of?.key ?? null) : null,
            order,
            about: target === "item" ? (item?.versions[0]?.name ?? item?.versions[0]?.text ?? null) : target,
            value: Value.nullable().parse(value),
            lines,
            flags: flagsOf(provenance),
          }),
        ),
        rubrics: rubrics.map(({ id, items }) => ({
          version: id,
          items: items.map(({ metadata, ...item }) => ({ ...item, flags: flagsOf(metadata) })),
        })),
      }),
    ),
    previous: after < 0 ? null : (before[0]?.position ?? -1),
    next: found.length > PAGE ? (units.at(-1)?.position ?? null) : null,
  };
}

function labelsOf(result: unknown, texts: ReadonlyMap<string, string>): UnitRow["labels"] {
  const given = LabelledItems.safeParse(result).data?.labels ?? [];
  return given.map(({ item, labels }) => ({ item, labels, text: texts.get(item) ?? item }));
}

/** The frequency of each category in a run, and the number of items without one. */
export interface CategoryCounts {
  items: number;
  none: number;
  categories: { category: string; items: number }[];
}

/** The categories of a whole run. Null when it has none, or the researcher may not read it. */
export async function countCategories(
  actor: Member<"researcher">,
  runId: string,
): Promise<CategoryCounts | null> {
  const given = Prisma.sql`
    SELECT item.value -> 'labels' AS "labels"
    FROM "DraftRun" r JOIN "DraftUnit" u ON u."runId" = r."id" AND u."state" = 'done'
    CROSS JOIN LATERAL jsonb_array_elements(u."result" -> 'labels') item
    WHERE r."id" = ${runId}::uuid AND ${memberOfSql(actor, Prisma.sql`r."projectId"`)}`;
  const [[counts], categories] = await Promise.all([
    db.$queryRaw<{ items: number; none: number }[]>`
      SELECT count(*)::int AS "items", count(*) FILTER (WHERE jsonb_array_length(g."labels") = 0)::int AS "none"
      FROM (${given}) g`,
    db.$queryRaw<CategoryCounts["categories"]>`
      SELECT label.value AS "category", count(*)::int AS "items"
      FROM (${given}) g CROSS JOIN LATERAL jsonb_array_elements_text(g."labels") label
      GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_CATEGORIES}`,
  ]);
  return counts && counts.items > 0 ? { ...counts, categories } : null;
}

const MOST_CATEGORIES = 200;

/** The project of a run; null when the researcher may not read it. */
export async function findRunProject(actor: Member<"researcher">, id: string): Promise<string | null> {
  const run = await db.draftRun.findFirst({
    where: { id, project: memberOf(actor) },
    select: { projectId: true },
  });
  return run?.projectId ?? null;
}

export interface DraftOfCase {
  id: string;
  by: string;
  value: Value | null;
  flags: string[];
  /** True for drafts of this project's runs: their provenance is known. */
  drafted: boolean;
}

/** A drafted preference for the sides of the case. */
const facing = (value: Value | null, isMirrored: boolean) =>
  value !== null && isMirrored ? swapSides(value) : value;

/** The drafts of a contested unit. Empty for adjudicators who are not researchers. */
export async function listDraftsOfCase(actor: Member<"researcher">, caseId: string): Promise<DraftOfCase[]> {
  const found = await db.adjudicationCase.findFirst({
    where: { id: caseId, adjudication: { batch: { project: memberOf(actor) } } },
    select: { responseId: true, responseBId: true, itemId: true, question: true },
  });
  // Drafted labels belong to a run, not to a draft of a value.
  if (!found || found.question !== null) return [];
  const { responseId, responseBId, itemId } = found;
  const drafts = await db.draft.findMany({
    where:
      responseBId === null
        ? { responseId, itemId, target: itemId === null ? "overall" : "item" }
        : {
            target: "preference",
            OR: [
              { responseId, responseBId },
              { responseId: responseBId, responseBId: responseId },
            ],
          },
    orderBy: [{ position: "asc" }, { id: "asc" }],
    take: MOST_DRAFTS,
    select: {
      id: true,
      value: true,
      unitId: true,
      provenance: true,
      method: true,
      responseId: true,
      rater: { select: { code: true } },
    },
  });
  return drafts.map(({ id, value, unitId, provenance, method, rater, ...about }) => ({
    id,
    by: method ? `${rater.code} · ${method}` : rater.code,
    value: facing(Value.nullable().parse(value), responseBId !== null && about.responseId !== responseId),
    flags: flagsOf(provenance),
    drafted: unitId !== null,
  }));
}
