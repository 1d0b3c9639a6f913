import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { installationFence } from "@/lib/drafting/data/text-fence";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { findWorkshop } from "@/lib/judge/data/workshop";
import { MOST_SHOWN, proposalMessages } from "@/lib/judge/rules/proposals";
import { judgeProposalJob } from "@/lib/judge/schema/jobs";
import type { InstructionView, ProposalsQuery, ProposalView } from "@/lib/judge/schema/proposals";
import { enqueue } from "@/lib/queue/enqueue";
import type { Prisma } from "@/prisma/generated/client/client";

/** After this time a request whose worker was killed does not keep another one from being made. */
const LOST_AFTER = 15 * 60_000;

type ProposalRefusal = Refusal<
  | "archived"
  | "judge-archived"
  | "panel-has-no-prompt"
  | "no-such-endpoint"
  | "no-label-split"
  | "no-disagreements"
>;

/**
 * Asks the version's own model for instructions, from the version's worst disagreements on the development part. While a
 * request waits, the same one is returned. Null when version or dataset are not the admin's.
 */
export async function requestProposal(
  admin: Member<"admin">,
  versionId: string,
  datasetId: string,
): Promise<ProposalView | ProposalRefusal | null> {
  const version = await db.judgeVersion.findFirst({
    where: {
      id: versionId,
      judge: { project: { AND: memberOf(admin), datasets: { some: { id: datasetId, deletedAt: null } } } },
    },
    select: {
      ...{ number: true, spec: true, model: true, endpointId: true, isPanel: true },
      endpoint: { select: { archivedAt: true } },
      judge: {
        select: { id: true, projectId: true, archivedAt: true, project: { select: { archivedAt: true } } },
      },
    },
  });
  if (!version) return null;
  const { judge, number, model, endpointId } = version;
  if (judge.project.archivedAt) return refuse("archived");
  if (judge.archivedAt) return refuse("judge-archived");
  if (version.isPanel) return refuse("panel-has-no-prompt");
  if (version.endpoint.archivedAt) return refuse("no-such-endpoint");
  const split = await db.labelSplit.findUnique({ where: { datasetId }, select: { id: true } });
  if (!split) return refuse("no-label-split");
  const part = "development" as const;
  const workshop = await findWorkshop(admin, judge.id, { dataset: datasetId, version: number, part });
  const rows = (workshop?.disagreements.rows ?? []).slice(0, MOST_SHOWN);
  if (rows.length === 0) return refuse("no-disagreements");
  const id = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "LabelSplit" WHERE "id" = ${split.id}::uuid FOR UPDATE`;
    const waiting = { judgeVersionId: versionId, splitId: split.id, state: "waiting" as const };
    const lost = { lt: new Date(Date.now() - LOST_AFTER) };
    await tx.judgeProposal.updateMany({
      where: { ...waiting, requestedAt: lost },
      data: { state: "failed", error: "interrupted", endedAt: new Date() },
    });
    const same = await tx.judgeProposal.findFirst({ where: waiting, select: { id: true } });
    if (same) return same.id;
    const made = await tx.judgeProposal.create({
      data: {
        ...{ judgeVersionId: versionId, splitId: split.id, endpointId, model, requestedBy: admin.userId },
        taskIds: [...new Set(rows.map(({ task }) => task.id))],
        messages: proposalMessages(
          JudgeSpec.parse(version.spec),
          rows,
          installationFence(),
        ) as unknown as Prisma.InputJsonArray,
      },
      select: { id: true },
    });
    await enqueue(tx, judgeProposalJob, { id: made.id });
    await audit(tx, admin, {
      action: "judge.instructions-requested",
      projectId: judge.projectId,
      subject: ["JudgeProposal", made.id],
      detail: { version: number, disagreements: rows.length },
    });
    return made.id;
  });
  return (await proposalViews({ id })).at(0) ?? null;
}

/** The proposals for a judge's versions from the labels of a dataset, the newest first. */
export function listProposals(
  researcher: Member<"researcher">,
  judgeId: string,
  datasetId: string,
): Promise<ProposalView[]> {
  return proposalViews(
    { judgeVersion: { judge: { id: judgeId, project: memberOf(researcher) } }, split: { datasetId } },
    { orderBy: { requestedAt: "desc" }, take: 10 },
  );
}

/** A page of the proposals for a judge's versions by id. Null when the researcher may not read the judge. */
export async function readProposals(
  researcher: Member<"researcher">,
  judgeId: string,
  { dataset, ...page }: ProposalsQuery,
): Promise<ListPage<ProposalView> | null> {
  const judge = { id: judgeId, project: memberOf(researcher) };
  if ((await db.judge.count({ where: judge })) === 0) return null;
  const views = await proposalViews(
    { judgeVersion: { judge }, ...(dataset && { split: { datasetId: dataset } }), ...afterCursor(page) },
    idOrderWithLimit(page),
  );
  return pageFrom(views, page, byId, (view) => view);
}

/** One proposed instruction with its decisions; the caller has checked the right to read it. */
export async function findInstruction(id: string): Promise<InstructionView | null> {
  const [proposal] = await proposalViews({ instructions: { some: { id } } });
  return proposal?.instructions.find((instruction) => instruction.id === id) ?? null;
}

async function proposalViews(
  where: Prisma.JudgeProposalWhereInput,
  order: Pick<Prisma.JudgeProposalFindManyArgs, "orderBy" | "take"> = {},
): Promise<ProposalView[]> {
  const rows = await db.judgeProposal.findMany({
    where,
    ...order,
    select: {
      ...{ id: true, model: true, state: true, error: true, taskIds: true, requestedAt: true },
      judgeVersion: { select: { number: true } },
      split: { select: { datasetId: true } },
      instructions: {
        orderBy: { position: "asc" },
        select: {
          ...{ id: true, text: true },
          history: {
            orderBy: { n: "asc" },
            select: { action: true, text: true, decidedBy: true, decidedAt: true },
          },
          uses: { select: { judgeVersion: { select: { number: true } } } },
        },
      },
    },
  });
  const deciders = rows.flatMap(({ instructions }) =>
    instructions.flatMap(({ history }) => history.flatMap(({ decidedBy }) => decidedBy ?? [])),
  );
  const [users, tasks] = await Promise.all([
    db.user.findMany({ where: { id: { in: deciders } }, select: { id: true, name: true } }),
    db.task.findMany({
      where: { id: { in: rows.flatMap(({ taskIds }) => taskIds) } },
      select: { id: true, key: true },
    }),
  ]);
  const names = new Map(users.map(({ id, name }) => [id, name]));
  const keys = new Map(tasks.map(({ id, key }) => [id, key]));
  return rows.map(({ judgeVersion, split, taskIds, instructions, ...row }) => ({
    ...row,
    version: judgeVersion.number,
    dataset: split.datasetId,
    tasks: taskIds.flatMap((id) => keys.get(id) ?? []),
    instructions: instructions.map(({ history, uses, ...instruction }) => ({
      ...instruction,
      decisions: history.map(({ action, text, decidedBy, decidedAt }) => ({
        action: action as "accept" | "revise" | "remove",
        ...{ text, at: decidedAt, by: names.get(decidedBy ?? "") ?? null },
      })),
      versions: uses.map((use) => use.judgeVersion.number).sort((a, b) => a - b),
    })),
  }));
}
