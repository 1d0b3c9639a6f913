import "server-only";
import { createHash, randomBytes } from "node:crypto";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { allows, partsOf } from "@/lib/prolific/rules";
import type { NewProlificAction, NewProlificStudy } from "@/lib/prolific/schema";
import { prolificActionJob } from "@/lib/prolific/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import type { ProlificAction } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** The id of the recorded action, or of its first part: the same for a repeated request. */
type Recorded = { action: string };

const PROLIFIC_PARAMETER = "PROLIFIC_PID";

/** A link of the admin's, locked with its study so that requests about them follow one after the other. */
async function lockLink(tx: Tx, admin: Admin, linkId: string) {
  const link = await tx.participationLink.findFirst({
    where: { id: linkId, batch: { project: memberOf(admin) } },
    select: {
      id: true,
      personParameter: true,
      completionCode: true,
      screenedCode: true,
      batch: {
        select: {
          state: true,
          projectId: true,
          project: { select: { archivedAt: true, prolific: { select: { projectId: true } } } },
        },
      },
    },
  });
  if (!link) return null;
  await tx.$queryRaw`SELECT 1 FROM "ParticipationLink" WHERE "id" = ${linkId}::uuid FOR UPDATE`;
  const { batch, ...own } = link;
  const refused = batch.project.archivedAt
    ? refuse("archived")
    : batch.project.prolific === null
      ? refuse("prolific-not-connected")
      : null;
  return { ...own, projectId: batch.projectId, state: batch.state, refused };
}

/** Records an action and queues it, in the caller's transaction. */
async function record(
  tx: Tx,
  admin: Admin,
  projectId: string,
  action: Pick<ProlificAction, "studyId" | "key" | "kind"> & { amount?: number; detail?: object },
  targets: readonly { id: string; bonusBefore: number }[] = [],
): Promise<Recorded> {
  const { id } = await tx.prolificAction.create({
    data: {
      ...action,
      requestedBy: admin.userId,
      targets: {
        createMany: { data: targets.map(({ id, bonusBefore }) => ({ submissionId: id, bonusBefore })) },
      },
    },
    select: { id: true },
  });
  await enqueue(tx, prolificActionJob, { id }, { key: `prolific-action:${id}` });
  await audit(tx, admin, {
    action: `prolific.${action.kind.replaceAll("_", "-")}-requested`,
    projectId,
    subject: ["ProlificStudy", action.studyId],
    detail: { submissions: targets.length, amount: action.amount ?? null },
  });
  return { action: id };
}

const findRepeated = (tx: Tx, studyId: string, key: string) =>
  tx.prolificAction.findUnique({ where: { studyId_key: { studyId, key } }, select: { id: true } });

type StudyRefusal = Refusal<
  | "archived"
  | "prolific-not-connected"
  | "prolific-link-unfit"
  | "prolific-batch-not-open"
  | "prolific-screen-out-missing"
  | "prolific-exists"
  | "prolific-busy"
>;

/**
 * Records that a draft of a study be created on Prolific for a link of an open batch. A draft that Prolific
 * refused is tried again with the new values. Null when the link is not the admin's.
 */
export function createProlificStudy(
  admin: Admin,
  linkId: string,
  { key, ...given }: NewProlificStudy,
): Promise<Recorded | StudyRefusal | null> {
  return db.$transaction(async (tx) => {
    const link = await lockLink(tx, admin, linkId);
    if (!link) return null;
    if (link.refused) return link.refused;
    if (link.personParameter !== PROLIFIC_PARAMETER || link.completionCode === null)
      return refuse("prolific-link-unfit");
    if (link.state !== "open") return refuse("prolific-batch-not-open");
    if (link.screenedCode !== null && given.screenOutReward === null)
      return refuse("prolific-screen-out-missing");
    const before = await tx.prolificStudy.findUnique({ where: { linkId } });
    const repeated = before && (await findRepeated(tx, before.id, key));
    if (repeated) return { action: repeated.id };
    if (before && before.externalId !== null) return refuse("prolific-exists");
    if (before && (await hasUnfinishedChange(tx, before.id))) return refuse("prolific-busy");
    const needsCode = given.screenOutReward !== null && link.screenedCode === null;
    const values = { ...given, screenOutCode: needsCode ? newCode() : null };
    const { id } = await tx.prolificStudy.upsert({
      where: { linkId },
      create: { linkId, ...values },
      update: values,
      select: { id: true },
    });
    return record(tx, admin, link.projectId, { studyId: id, key, kind: "create" });
  });
}

async function hasUnfinishedChange(tx: Tx, studyId: string): Promise<boolean> {
  const unfinished = await tx.prolificAction.count({
    where: { studyId, kind: { in: ["create", "publish"] }, endedAt: null },
  });
  return unfinished > 0;
}

/** A completion code that nobody guesses, of letters and digits as Prolific's own. */
const newCode = () => `C${randomBytes(5).toString("hex").toUpperCase()}`;

type ActionRefusal = Refusal<
  | "archived"
  | "prolific-not-connected"
  | "prolific-not-created"
  | "prolific-batch-not-open"
  | "prolific-published"
  | "prolific-busy"
  | "prolific-status"
  | "prolific-no-screen-out"
  | "prolific-total"
>;

/** The key of a part of an action: that of the request for the first, and always the same for each other. */
function keyOfPart(key: string, part: number): string {
  return part === 0 ? key : createHash("md5").update(`${key}:${part}`).digest("hex");
}

/**
 * Records an action on a study or its submissions; the worker sends it. What is about more submissions than Prolific
 * takes at once is recorded in parts, all or none, of which each is sent and ends by itself. A repeated key is the same
 * action, and a submission with an unfinished action gets no other. Null when the link is not the admin's, or has no such
 * study or submissions.
 */
export function requestProlificAction(
  admin: Admin,
  linkId: string,
  given: NewProlificAction,
): Promise<Recorded | ActionRefusal | null> {
  return db.$transaction(async (tx) => {
    const link = await lockLink(tx, admin, linkId);
    if (!link) return null;
    const study = await tx.prolificStudy.findUnique({ where: { linkId } });
    if (!study) return null;
    const repeated = await findRepeated(tx, study.id, given.key);
    if (repeated) return { action: repeated.id };
    if (link.refused) return link.refused;
    if (study.externalId === null) return refuse("prolific-not-created");
    const base = { studyId: study.id, key: given.key, kind: given.kind };
    if (given.kind === "publish") {
      if (link.state !== "open") return refuse("prolific-batch-not-open");
      if (study.status !== "UNPUBLISHED") return refuse("prolific-published");
      if (await hasUnfinishedChange(tx, study.id)) return refuse("prolific-busy");
      return record(tx, admin, link.projectId, base);
    }
    if (given.kind === "screen_out" && study.screenOutCode === null) return refuse("prolific-no-screen-out");
    if (given.kind === "bonus" && given.total !== given.amount * given.submissions.length)
      return refuse("prolific-total");
    const found = await tx.prolificSubmission.findMany({
      where: { studyId: study.id, id: { in: given.submissions } },
      include: {
        targets: {
          select: {
            finished: true,
            bonusBefore: true,
            action: { select: { kind: true, state: true, amount: true } },
          },
        },
      },
    });
    if (found.length !== given.submissions.length) return null;
    if (found.some(({ targets }) => targets.some(({ finished }) => !finished)))
      return refuse("prolific-busy");
    if (found.some((submission) => !allows(given.kind, submission))) return refuse("prolific-status");
    const targets = found.map((submission) => ({ id: submission.id, bonusBefore: bonusOf(submission) }));
    const recorded: Recorded[] = [];
    for (const [part, of] of partsOf(given.kind, targets).entries()) {
      const action = { ...base, ...contentOf(given), key: keyOfPart(given.key, part) };
      recorded.push(await record(tx, admin, link.projectId, action, of));
    }
    return recorded[0] ?? null;
  });
}

interface WithBonuses {
  bonus: number;
  targets: readonly {
    bonusBefore: number;
    action: Pick<ProlificAction, "kind" | "state" | "amount">;
  }[];
}

/** The bonuses of a submission: as Prolific last listed them, or more if one was paid since. */
function bonusOf({ bonus, targets }: WithBonuses): number {
  const paid = targets.filter(({ action }) => action.kind === "bonus" && action.state === "done");
  return Math.max(bonus, ...paid.map(({ bonusBefore, action }) => bonusBefore + (action.amount ?? 0)));
}

/** The stored content of an action beyond its kind. */
function contentOf(given: NewProlificAction): { amount?: number; detail?: object } {
  if (given.kind === "bonus") return { amount: given.amount };
  if (given.kind === "reject") return { detail: { category: given.category, message: given.message } };
  if (given.kind === "request_return") return { detail: { reason: given.reason } };
  return {};
}

/**
 * Ends a bonus that Prolific did not answer, as an admin found it there. Null when it is not the admin's, or
 * not unclear.
 */
export function resolveProlificAction(
  admin: Admin,
  linkId: string,
  actionId: string,
  paid: boolean,
): Promise<Recorded | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const link = await lockLink(tx, admin, linkId);
    if (!link) return null;
    if (link.refused?.refused === "archived") return refuse("archived");
    const { count } = await tx.prolificAction.updateMany({
      where: { id: actionId, state: "unclear", study: { linkId } },
      data: { state: paid ? "done" : "refused", endedAt: new Date(), problem: null },
    });
    if (count === 0) return null;
    await tx.prolificActionTarget.updateMany({ where: { actionId }, data: { finished: true } });
    const { studyId } = await tx.prolificAction.findUniqueOrThrow({
      where: { id: actionId },
      select: { studyId: true },
    });
    await audit(tx, admin, {
      action: paid ? "prolific.bonus-confirmed" : "prolific.bonus-denied",
      projectId: link.projectId,
      subject: ["ProlificStudy", studyId],
      detail: { action: actionId },
    });
    return { action: actionId };
  });
}
