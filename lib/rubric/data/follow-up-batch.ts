import "server-only";
import type { z } from "zod";
import { type Member, memberOf } from "@/lib/auth/actor";
import { createBatch } from "@/lib/batch/data/batches";
import { NewBatch } from "@/lib/batch/schema";
import { db } from "@/lib/database/db";
import { isRefusal, type Refusal, refuse } from "@/lib/http/refusals";
import { onOldWording } from "@/lib/judgement/data/seen-drafts";
import { DEFAULT_SETTINGS, protocolOf } from "@/lib/protocol/rules/presets";
import type { RubricKind } from "@/lib/protocol/schema";
import type { FollowBody } from "@/lib/rubric/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** Judgements of a batch on one item whose wording has changed since. */
export interface RewordedItem {
  item: string;
  key: string;
  kind: RubricKind;
  name: string | null;
  /** The version and wording that was judged, and the current ones. */
  version: number;
  was: string;
  latest: number;
  now: string;
  judgements: number;
  responses: number;
}

/** Which judgements of a batch are on wordings that have changed since, item by item. */
export async function listRewordedItems(
  researcher: Member<"researcher">,
  batchId: string,
): Promise<RewordedItem[]> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(researcher) },
    select: { id: true },
  });
  if (!batch) return [];
  return db.$queryRaw<RewordedItem[]>`
    SELECT j."itemId" AS "item", i."key", ru."kind"::text AS "kind", now."name", v."version", was."text" AS "was",
      latest."version" AS "latest", now."text" AS "now", count(*)::int AS "judgements",
      count(DISTINCT j."responseId")::int AS "responses"
    ${onOldWording(batchId)}
    GROUP BY j."itemId", i."key", ru."kind", ru."position", ru."id", now."name", now."position", v."version",
      was."text", latest."version", now."text"
    ORDER BY ru."position", ru."id", now."position"`;
}

/**
 * Drafts a follow-up batch: `score` with the rubric versions made from it, on the responses of their tasks;
 * `judge-again` with the items whose wording changed since they were judged, on the same responses and by the
 * same people. It is an ordinary draft, to be checked, changed and opened.
 */
export async function draftFollower(
  admin: Member<"admin">,
  batchId: string,
  { purpose, kind }: FollowBody,
): Promise<{ id: string } | Refusal | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, state: { not: "draft" }, project: memberOf(admin) },
    select: {
      projectId: true,
      datasetId: true,
      name: true,
      leaseMinutes: true,
      arms: { select: { k: true } },
      guidelines: { orderBy: { version: "desc" }, take: 1, select: { text: true } },
      annotators: {
        where: { membership: { disabledAt: null, user: { disabledAt: null }, participant: { is: null } } },
        select: { membershipId: true },
      },
    },
  });
  if (!batch) return null;
  const plan = purpose === "score" ? await planScoring(batchId, kind) : await planAgain(batchId, kind);
  if (plan.pins.length === 0) return refuse("nothing-to-follow");
  const preset = kind === "criteria" ? "criterion-scoring" : "checklist-answering";
  const { steps } = protocolOf(preset, { ...DEFAULT_SETTINGS, exposure: "none", overallScore: false });
  const reviewed = purpose === "score" ? { from: "reviewed" as const, batch: batchId } : undefined;
  const sourced = steps.map((step) =>
    reviewed && step.type === "judge" ? { ...step, rubric: reviewed } : step,
  );
  const k = plan.k ?? Math.max(1, ...batch.arms.map((arm) => arm.k));
  const made = await createBatch(
    admin,
    NewBatch.parse({
      project: batch.projectId,
      dataset: batch.datasetId,
      name: `${batch.name.slice(0, 180)}: ${purpose === "score" ? "scoring" : "judged again"}`,
      preset,
      arms: [{ name: "A", k, steps: sourced, exposure: null }],
      annotators: plan.annotators ?? batch.annotators.map(({ membershipId }) => membershipId),
      guidelines: purpose === "score" ? "" : (batch.guidelines[0]?.text ?? ""),
      leaseMinutes: batch.leaseMinutes,
    } satisfies z.input<typeof NewBatch>),
  );
  if (!made || isRefusal(made)) return made;
  const { id } = made;
  await db.$transaction([
    db.batch.update({ where: { id }, data: { followsId: batchId } }),
    db.batchRubric.createMany({ data: plan.pins.map((pin) => ({ ...pin, batchId: id })) }),
    db.chosenSubject.createMany({ data: plan.subjects.map((subject) => ({ ...subject, batchId: id })) }),
  ]);
  return { id };
}

interface Plan {
  pins: { rubricId: string; rubricVersionId: string; onlyItems: string[] }[];
  subjects: { taskId: string; responseId: string }[];
  k?: number;
  annotators?: string[];
}

/** The newest versions made from a batch; the responses of their tasks, or all if one is for every task. */
async function planScoring(batchId: string, kind: RubricKind): Promise<Plan> {
  const made = await db.rubricVersion.findMany({
    where: { batchId, rubric: { kind } },
    orderBy: { version: "asc" },
    select: { id: true, rubricId: true, rubric: { select: { taskId: true } } },
  });
  const newest = new Map(made.map((version) => [version.rubricId, version]));
  const tasks = [...newest.values()].map(({ rubric }) => rubric.taskId);
  const subjects = tasks.includes(null)
    ? []
    : await db.response.findMany({
        where: { taskId: { in: tasks.filter((task) => task !== null) } },
        select: { id: true, taskId: true },
      });
  return {
    pins: [...newest.values()].map(({ id, rubricId }) => ({ rubricId, rubricVersionId: id, onlyItems: [] })),
    subjects: subjects.map(({ id, taskId }) => ({ taskId, responseId: id })),
  };
}

/**
 * The reworded items, the responses they were judged on, the raters, and the maximum number of raters of a
 * response.
 */
async function planAgain(batchId: string, kind: RubricKind): Promise<Plan> {
  const of = Prisma.sql`${onOldWording(batchId)} AND ru."kind" = ${kind}::"RubricKind"`;
  const [pins, subjects, people] = await Promise.all([
    db.$queryRaw<Plan["pins"]>`
      SELECT ru."id" AS "rubricId", latest."id" AS "rubricVersionId", array_agg(DISTINCT j."itemId") AS "onlyItems"
      ${of} GROUP BY ru."id", latest."id"`,
    db.$queryRaw<(Plan["subjects"][number] & { raters: number })[]>`
      SELECT j."taskId", j."responseId", count(DISTINCT j."raterId")::int AS "raters"
      ${of} GROUP BY j."taskId", j."responseId"`,
    db.$queryRaw<{ id: string }[]>`
      SELECT m."id" FROM "Membership" m JOIN "User" u ON u."id" = m."userId"
      WHERE m."disabledAt" IS NULL AND u."disabledAt" IS NULL
        AND NOT EXISTS (SELECT FROM "Participant" p WHERE p."membershipId" = m."id")
        AND m."raterId" IN (SELECT j."raterId" ${of})`,
  ]);
  return {
    pins,
    subjects: subjects.map(({ taskId, responseId }) => ({ taskId, responseId })),
    k: Math.max(1, ...subjects.map(({ raters }) => raters)),
    annotators: people.map(({ id }) => id),
  };
}
