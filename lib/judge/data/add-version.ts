import "server-only";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { judgeHash } from "@/lib/drafting/rules/judge/hash";
import { hasErrors, type JudgeLint, lintJudge } from "@/lib/drafting/rules/judge/lints";
import { isModified } from "@/lib/drafting/rules/judge/starting-points";
import { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { instructionsIn } from "@/lib/judge/data/decide-instruction";
import { hasHeldOutExample } from "@/lib/judge/data/label-split";
import type { NewJudgeVersion } from "@/lib/judge/schema/judges";
import { Prisma } from "@/prisma/generated/client/client";

export type VersionRefusal = Refusal<
  | "archived"
  | "judge-archived"
  | "judge-faulty"
  | "judge-unchanged"
  | "judge-subject-fixed"
  | "example-held-out"
  | "no-such-endpoint"
>;

export type AddedVersion = Omit<NewJudgeVersion, "parent" | "spec"> & {
  spec: JudgeSpec;
  origin: string | null;
  parent?: { id: string; number: number };
};

/** Adds a version to a judge that the caller holds a lock on. */
export async function addVersion(
  tx: Tx,
  admin: Member<"admin">,
  judge: { id: string; projectId: string },
  { spec, endpoint: endpointId, model: chosen, note, origin, parent }: AddedVersion,
): Promise<{ id: string; number: number } | VersionRefusal> {
  const lints = spec.panel ? [] : lintJudge(spec);
  if (hasErrors(lints)) return refuse("judge-faulty", { problems: messagesOf(lints) });
  const endpoint = await tx.llmEndpoint.findFirst({
    where: { id: endpointId, projectId: judge.projectId, archivedAt: null },
    select: { model: true },
  });
  if (!endpoint) return refuse("no-such-endpoint");
  if (await hasHeldOutExample(tx, judge.projectId, spec.examples)) return refuse("example-held-out");
  const model = chosen ?? endpoint.model;
  const hash = judgeHash(spec, model);
  const versions = await tx.judgeVersion.findMany({
    where: { judgeId: judge.id },
    orderBy: { number: "desc" },
    select: { number: true, hash: true, endpointId: true },
  });
  const same = versions.find((version) => version.hash === hash && version.endpointId === endpointId);
  if (same) return refuse("judge-unchanged", { version: same.number });
  const number = (versions[0]?.number ?? 0) + 1;
  const made = await tx.judgeVersion.create({
    data: {
      judgeId: judge.id,
      number,
      parentId: parent?.id ?? null,
      spec: spec as unknown as Prisma.InputJsonObject,
      ...{ endpointId, model, hash, origin, note },
      isModified: isModified(spec, origin),
      isPanel: spec.panel !== undefined,
      createdBy: admin.userId,
    },
    select: { id: true, number: true },
  });
  await audit(tx, admin, {
    action: "judge.version-created",
    projectId: judge.projectId,
    subject: ["JudgeVersion", made.id],
    detail: { number, hash, parent: parent?.number ?? null, examples: spec.examples.length },
  });
  return made;
}

const messagesOf = (lints: readonly JudgeLint[]) =>
  lints.filter(({ severity }) => severity === "error").map(({ message }) => message);

interface LockedJudge {
  refused?: never;
  judge: { id: string; projectId: string; subject: JudgeSpec["subject"] };
  parent: { id: string; number: number; origin: string | null; isPanel: boolean; spec: unknown };
}

/** Locks a judge for a further version made from an earlier one. Null when the judge is not the admin's. */
export async function lockJudge(
  tx: Tx,
  admin: Member<"admin">,
  judgeId: string,
  parentId: string,
): Promise<LockedJudge | Refusal<"archived" | "judge-archived"> | null> {
  const [judge] = await tx.$queryRaw<
    (LockedJudge["judge"] & { isArchived: boolean; isProjectArchived: boolean })[]
  >`
    SELECT j."id", j."projectId", j."subject"::text AS "subject", j."archivedAt" IS NOT NULL AS "isArchived",
      p."archivedAt" IS NOT NULL AS "isProjectArchived"
    FROM "Judge" j JOIN "Project" p ON p."id" = j."projectId"
    WHERE j."id" = ${judgeId}::uuid AND ${memberOfSql(admin, Prisma.sql`j."projectId"`)} FOR UPDATE OF j`;
  const parent = await tx.judgeVersion.findFirst({
    where: { id: parentId, judge: { id: judgeId, project: memberOf(admin) } },
    select: { id: true, number: true, origin: true, isPanel: true, spec: true },
  });
  if (!judge || !parent) return null;
  if (judge.isProjectArchived) return refuse("archived");
  if (judge.isArchived) return refuse("judge-archived");
  return { judge, parent };
}

/** True if a version judges what its parent judges. Labels may change, the question that they answer may not. */
export function judgesTheSame({ spec }: { spec: unknown }, { subject, labels }: JudgeSpec): boolean {
  const before = JudgeSpec.parse(spec);
  return (
    before.subject === subject &&
    before.labels?.question === labels?.question &&
    before.labels?.text === labels?.text
  );
}

/** Makes a version of a judge from an earlier one. Null when the judge is not the admin's. */
export async function createVersion(
  admin: Member<"admin">,
  judgeId: string,
  { parent: parentId, ...version }: NewJudgeVersion,
): Promise<{ id: string; number: number } | VersionRefusal | null> {
  return db.$transaction(async (tx) => {
    const locked = await lockJudge(tx, admin, judgeId, parentId);
    if (!locked || locked.refused) return locked;
    const { judge, parent } = locked;
    if (!judgesTheSame(parent, version.spec) || parent.isPanel) return refuse("judge-subject-fixed");
    const { origin, id, number } = parent;
    const made = await addVersion(tx, admin, judge, { ...version, origin, parent: { id, number } });
    if ("refused" in made) return made;
    const used = await instructionsIn(tx, judgeId, version.spec);
    await tx.judgeInstructionUse.createMany({
      data: used.map((one) => ({ judgeVersionId: made.id, instructionId: one.id })),
    });
    return made;
  });
}
