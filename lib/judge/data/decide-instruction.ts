import "server-only";
import { type Member, memberOf, memberOfSql } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import type { JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { findInstruction } from "@/lib/judge/data/proposals";
import type { DecideInstruction, InstructionView } from "@/lib/judge/schema/proposals";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Decides on a proposed instruction, again if the admin changes their mind; earlier decisions stay. The same decision
 * again changes nothing. Null when it is not the admin's.
 */
export async function decideInstruction(
  admin: Member<"admin">,
  id: string,
  { action, text = null }: { action: DecideInstruction["action"]; text?: string | null | undefined },
): Promise<InstructionView | Refusal<"archived" | "judge-archived"> | null> {
  const done = await db.$transaction(async (tx) => {
    const [found] = await tx.$queryRaw<
      { projectId: string; isProjectArchived: boolean; isJudgeArchived: boolean }[]
    >`
      SELECT j."projectId", p."archivedAt" IS NOT NULL AS "isProjectArchived",
        j."archivedAt" IS NOT NULL AS "isJudgeArchived"
      FROM "JudgeInstruction" i JOIN "JudgeProposal" a ON a."id" = i."proposalId"
      JOIN "JudgeVersion" v ON v."id" = a."judgeVersionId" JOIN "Judge" j ON j."id" = v."judgeId"
      JOIN "Project" p ON p."id" = j."projectId"
      WHERE i."id" = ${id}::uuid AND ${memberOfSql(admin, Prisma.sql`j."projectId"`)} FOR UPDATE OF i`;
    if (!found) return null;
    if (found.isProjectArchived) return refuse("archived");
    if (found.isJudgeArchived) return refuse("judge-archived");
    const last = await tx.judgeInstructionDecision.findFirst({
      where: { instructionId: id },
      orderBy: { n: "desc" },
      select: { n: true, action: true, text: true },
    });
    if (last?.action === action && last.text === text) return found;
    await tx.judgeInstructionDecision.create({
      data: { instructionId: id, n: (last?.n ?? 0) + 1, action, text, decidedBy: admin.userId },
    });
    await audit(tx, admin, {
      action: "judge.instruction-decided",
      projectId: found.projectId,
      subject: ["JudgeInstruction", id],
      detail: { action, n: (last?.n ?? 0) + 1 },
    });
    return found;
  });
  if (!done || "refused" in done) return done;
  return findInstruction(id);
}

/** The accepted and revised instructions of a proposal in their last words; none of another judge or another admin's. */
export async function acceptedInstructions(
  admin: Member<"admin">,
  judgeId: string,
  proposalId: string,
): Promise<string[]> {
  const judge = { id: judgeId, project: memberOf(admin) };
  const accepted = await accepting(db, { id: proposalId, judgeVersion: { judge } });
  return accepted.map(({ text }) => text);
}

/** The accepted instructions of all proposals for a judge that a specification contains. */
export async function instructionsIn(
  tx: Tx,
  judgeId: string,
  { user }: Pick<JudgeSpec, "user">,
): Promise<{ id: string }[]> {
  const accepted = await accepting(tx, { judgeVersion: { judgeId } });
  return accepted.filter(({ text }) => user.includes(text));
}

async function accepting(
  from: Tx | typeof db,
  proposal: Prisma.JudgeProposalWhereInput,
): Promise<{ id: string; text: string }[]> {
  const instructions = await from.judgeInstruction.findMany({
    where: { proposal },
    orderBy: { position: "asc" },
    select: {
      ...{ id: true, text: true },
      history: { orderBy: { n: "desc" }, take: 1, select: { action: true, text: true } },
    },
  });
  return instructions.flatMap(({ id, text, history: [last] }) =>
    last && last.action !== "remove" ? [{ id, text: last.text ?? text }] : [],
  );
}
