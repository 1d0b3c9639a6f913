import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { outdateReports } from "@/lib/dataset/data/bump-version";
import { pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { countInWork } from "@/lib/judge/data/run-version";
import { comparedUnits, comparePart, valuesByVersion } from "@/lib/judge/data/workshop";
import { figuresOf } from "@/lib/judge/rules/figures";
import { type HeldOutLookView, JudgeFigures, type LooksQuery } from "@/lib/judge/schema/workshop";
import type { Prisma } from "@/prisma/generated/client/client";

/**
 * Compares a version with the held-out labels, once, and records that it was done and what it showed. Repeating it
 * without new labels or values shows the recorded result. Null when version or dataset are not the admin's.
 */
export async function recordHeldOutLook(
  admin: Member<"admin">,
  versionId: string,
  datasetId: string,
): Promise<
  | HeldOutLookView
  | Refusal<"no-label-split" | "judge-still-running" | "nothing-to-compare" | "archived">
  | null
> {
  const version = await db.judgeVersion.findFirst({
    where: {
      id: versionId,
      judge: { project: { AND: memberOf(admin), datasets: { some: { id: datasetId, deletedAt: null } } } },
    },
    select: {
      number: true,
      judge: {
        select: {
          ...{ id: true, subject: true, projectId: true },
          project: { select: { archivedAt: true } },
          versions: { select: { id: true, spec: true } },
        },
      },
    },
  });
  if (!version) return null;
  const { judge } = version;
  if (judge.project.archivedAt) return refuse("archived");
  const split = await db.labelSplit.findUnique({ where: { datasetId }, select: { id: true } });
  if (!split) return refuse("no-label-split");
  // A look at half of the values would be counted, and have to be repeated.
  if ((await countInWork(versionId, datasetId)) > 0) return refuse("judge-still-running");
  const { labelled, values } = await comparePart(datasetId, judge, "held-out");
  const own = valuesByVersion(values).get(versionId) ?? new Map();
  const figures = figuresOf(judge.subject, comparedUnits(labelled, own));
  if (figures.units === 0) return refuse("nothing-to-compare");
  const id = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "LabelSplit" WHERE "id" = ${split.id}::uuid FOR UPDATE`;
    const looks = await tx.heldOutLook.findMany({
      where: { splitId: split.id, judgeVersionId: versionId },
      select: { id: true, result: true },
    });
    const same = looks.find(({ result }) => valuesOf(JudgeFigures.parse(result)) === valuesOf(figures));
    if (same) return same.id;
    const made = await tx.heldOutLook.create({
      data: {
        ...{ splitId: split.id, judgeVersionId: versionId, lookedBy: admin.userId },
        result: figures as Prisma.InputJsonObject,
      },
      select: { id: true },
    });
    // From now on cards compare the version's values on held-out tasks.
    await outdateReports(tx, datasetId);
    await audit(tx, admin, {
      action: "labels.held-out-looked",
      projectId: judge.projectId,
      subject: ["JudgeVersion", versionId],
      detail: { split: split.id, units: figures.units, tasks: figures.tasks },
    });
    return made.id;
  });
  return (await lookViews({ judge: { id: judge.id } }, { id })).at(0) ?? null;
}

/** The values by which looks are told apart. Interval ends may change with an update of Countersign: that is no other look. */
function valuesOf({ units, tasks, missing, accuracy, kappa, bias }: JudgeFigures): string {
  return JSON.stringify([units, tasks, missing, accuracy.value, kappa.value, bias.value]);
}

/** All looks at the held-out labels of a dataset, which all judges share, the first one first. */
export async function listLooks(
  researcher: Member<"researcher">,
  datasetId: string,
): Promise<HeldOutLookView[]> {
  const views = await lookViews({ judge: { project: memberOf(researcher) } }, { split: { datasetId } });
  return views.toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** A page of all looks of a judge's versions by id. Null when the researcher may not read the judge. */
export async function readLooks(
  researcher: Member<"researcher">,
  judgeId: string,
  page: LooksQuery,
): Promise<ListPage<HeldOutLookView> | null> {
  const judge = { id: judgeId, project: memberOf(researcher) };
  if ((await db.judge.count({ where: judge })) === 0) return null;
  const views = await lookViews(
    { judge },
    page.after === undefined ? {} : { id: { gt: page.after } },
    page.limit + 1,
  );
  return pageFrom(
    views,
    page,
    ({ id }) => id,
    (view) => view,
  );
}

async function lookViews(
  judgeVersion: Prisma.JudgeVersionWhereInput,
  where: Prisma.HeldOutLookWhereInput,
  take?: number,
): Promise<HeldOutLookView[]> {
  const rows = await db.heldOutLook.findMany({
    where: { ...where, judgeVersion },
    orderBy: { id: "asc" },
    ...(take !== undefined && { take }),
    select: {
      ...{ id: true, result: true, lookedAt: true, lookedBy: true, splitId: true },
      split: { select: { datasetId: true } },
      judgeVersion: { select: { number: true, judge: { select: { id: true, name: true } } } },
    },
  });
  const [users, all] = await Promise.all([
    db.user.findMany({
      where: { id: { in: rows.flatMap(({ lookedBy }) => lookedBy ?? []) } },
      select: { id: true, name: true },
    }),
    db.heldOutLook.findMany({
      where: { splitId: { in: rows.map(({ splitId }) => splitId) } },
      select: { splitId: true, lookedAt: true },
    }),
  ]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return rows.map(({ id, result, lookedAt, lookedBy, splitId, split, judgeVersion: { judge, number } }) => ({
    id,
    dataset: split.datasetId,
    judge,
    version: number,
    count: all.filter((look) => look.splitId === splitId && look.lookedAt <= lookedAt).length,
    figures: JudgeFigures.parse(result),
    at: lookedAt,
    by: names.get(lookedBy ?? "") ?? null,
  }));
}
