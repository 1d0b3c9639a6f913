import "server-only";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { env } from "@/lib/env";
import { delayBefore } from "@/lib/llm/retry";
import { addressFor } from "@/lib/participation/rules";
import { type Prolific, ProlificProblem } from "@/lib/prolific/data/api";
import { withProlific } from "@/lib/prolific/data/connection";
import {
  bonusLines,
  internalName,
  LEASE_MS,
  MOST_ATTEMPTS,
  STATUS_AFTER,
  studyBody,
} from "@/lib/prolific/rules";
import { RejectionDetail, ReturnDetail } from "@/lib/prolific/schema";
import { fetchProlificJob, prolificActionJob } from "@/lib/prolific/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import type { Prisma } from "@/prisma/generated/client/client";

const content = {
  study: { include: { link: { include: { batch: { select: { projectId: true } } } } } },
  targets: { include: { submission: true } },
} satisfies Prisma.ProlificActionInclude;

type Action = Prisma.ProlificActionGetPayload<{ include: typeof content }>;

/** The result of an attempt. */
type Outcome =
  | { state: "done"; study?: Prisma.ProlificStudyUpdateInput }
  | { state: "refused" | "unclear"; problem: string }
  | { state: "later"; problem: string; wait: number | null };

/**
 * Sends a recorded action to Prolific and stores the result. Safe to repeat: the attempt is recorded before
 * it is made, everything but the payment of a bonus changes nothing when repeated, and a bonus whose payment
 * was requested is never requested again.
 */
export async function performAction(id: string): Promise<void> {
  const action = await take(id);
  if (action) await end(action, await attempt(action));
}

/** Takes an action that is due: waiting, or left by a worker that died. Null when there is nothing to do. */
async function take(id: string): Promise<Action | null> {
  const taken = await db.$executeRaw`
    UPDATE "ProlificAction" SET "state" = 'sending', "attempts" = "attempts" + 1, "takenAt" = clock_timestamp()
    WHERE "id" = ${id}::uuid AND ("state" = 'pending'
      OR ("state" = 'sending' AND "takenAt" < clock_timestamp() - ${LEASE_MS}::int * interval '1 ms'))`;
  return taken === 0 ? null : db.prolificAction.findUnique({ where: { id }, include: content });
}

/** Changes an action that this worker has taken. False if another worker has taken it since: this one was too slow. */
async function changeTaken(
  tx: Tx | typeof db,
  { id, attempts }: Action,
  data: Prisma.ProlificActionUpdateManyMutationInput,
): Promise<boolean> {
  const { count } = await tx.prolificAction.updateMany({ where: { id, attempts, state: "sending" }, data });
  return count > 0;
}

async function attempt(action: Action): Promise<Outcome> {
  if (action.payingAt !== null)
    return { state: "unclear", problem: "The payment was requested, and the answer did not arrive." };
  const { projectId } = action.study.link.batch;
  try {
    return await withProlific(projectId, (prolific) => send(prolific, action));
  } catch (error) {
    if (!(error instanceof ProlificProblem)) throw error;
    return outcomeOf(error);
  }
}

/** The outcome of a request that changes nothing when it is repeated. */
function outcomeOf({ message, status, isRefusal, wait }: ProlificProblem): Outcome {
  if (isRefusal && status !== 429) return { state: "refused", problem: message };
  return { state: "later", problem: message, wait };
}

async function send(prolific: Prolific, action: Action): Promise<Outcome> {
  const { study, targets, detail } = action;
  if (action.kind === "create") return { state: "done", study: await createDraft(prolific, action) };
  const studyId = study.externalId ?? "";
  if (action.kind === "publish") return { state: "done", study: await publish(prolific, studyId) };
  if (action.kind === "bonus") return payBonus(prolific, action, studyId);
  const ids = targets.map(({ submission }) => submission.externalId);
  const [first = ""] = ids;
  if (action.kind === "approve") {
    if (ids.length > 1) await prolific.approveAll(ids);
    else await prolific.transition(first, { action: "APPROVE" });
  }
  if (action.kind === "reject") {
    const { category, message } = RejectionDetail.parse(detail);
    await prolific.transition(first, { action: "REJECT", message, rejection_category: category });
  }
  if (action.kind === "screen_out")
    await prolific.transition(first, { action: "COMPLETE", completion_code: study.screenOutCode });
  if (action.kind === "request_return") {
    // Repeated, it would write to the participant again.
    const { return_requested } = await prolific.submission(first);
    if (!return_requested) await prolific.requestReturn(first, ReturnDetail.parse(detail).reason);
  }
  return { state: "done" };
}

/** Creates the draft, or finds the one that an earlier attempt has created without getting the answer. */
async function createDraft(
  prolific: Prolific,
  { id, study, attempts }: Action,
): Promise<Prisma.ProlificStudyUpdateInput> {
  const { link } = study;
  const internal = internalName(study.name, id);
  const found = attempts > 1 ? await prolific.findDraft(internal) : null;
  const made =
    found ??
    (await prolific.createStudy(
      studyBody(study, {
        internal,
        address: addressFor(`${env().APP_URL}/join/${link.token}`, link),
        completionCode: link.completionCode ?? "",
        screenedCode: link.screenedCode,
      }),
    ));
  return {
    externalId: made.id,
    status: made.status,
    currency: made.presentment_currency_code || made.currency_code || null,
    totalCost: made.total_cost ?? null,
  };
}

async function publish(prolific: Prolific, studyId: string): Promise<Prisma.ProlificStudyUpdateInput> {
  const before = await prolific.study(studyId);
  const now = before.status === "UNPUBLISHED" ? await prolific.publish(studyId) : before;
  return { status: now.status, totalCost: now.total_cost ?? null };
}

/**
 * Prepares the payment, which pays nothing, and then requests it once. That it is requested is recorded
 * before. Without a clear answer the outcome is unclear, and nothing is requested again.
 */
async function payBonus(prolific: Prolific, action: Action, studyId: string): Promise<Outcome> {
  const { targets, amount } = action;
  let prepared = action.externalId;
  if (prepared === null) {
    const ids = targets.map(({ submission }) => submission.externalId);
    const made = await prolific.prepareBonus(studyId, bonusLines(ids, amount ?? 0));
    prepared = made.id;
    await changeTaken(db, action, { externalId: prepared, total: made.total_amount ?? null });
  }
  if (!(await changeTaken(db, action, { payingAt: new Date() })))
    return { state: "unclear", problem: "Another worker has taken the payment over." };
  try {
    await prolific.payBonus(prepared);
    return { state: "done" };
  } catch (error) {
    if (!(error instanceof ProlificProblem)) throw error;
    if (!error.isRefusal) return { state: "unclear", problem: error.message };
    // Prolific has certainly not paid: the same prepared payment may be requested later.
    await changeTaken(db, action, { payingAt: null });
    return outcomeOf(error);
  }
}

/**
 * Stores an outcome with its effect on the study and its submissions, and queues what follows. Where another worker has
 * taken the action since, the outcome is that worker's to store.
 */
async function end(action: Action, outcome: Outcome): Promise<void> {
  const { id, kind, attempts, study, amount } = action;
  const { projectId } = study.link.batch;
  if (outcome.state === "later" && attempts < MOST_ATTEMPTS) {
    const nextAt = new Date(Date.now() + delayBefore(attempts, outcome.wait, Math.random()));
    await db.$transaction(async (tx) => {
      const data = { state: "pending" as const, problem: outcome.problem, nextAt };
      if (!(await changeTaken(tx, action, data))) return;
      await enqueue(tx, prolificActionJob, { id }, { key: `prolific-action:${id}`, at: nextAt });
    });
    return;
  }
  const state = outcome.state === "later" ? "refused" : outcome.state;
  await db.$transaction(async (tx) => {
    const isStored = await changeTaken(tx, action, {
      state,
      problem: "problem" in outcome ? outcome.problem : null,
      ...(state !== "unclear" && { endedAt: new Date(), detail: withoutTexts(action.detail) }),
    });
    if (!isStored) return;
    if (state !== "unclear")
      await tx.prolificActionTarget.updateMany({ where: { actionId: id }, data: { finished: true } });
    if (outcome.state === "done") {
      if (outcome.study) await tx.prolificStudy.update({ where: { id: study.id }, data: outcome.study });
      await applyTo(tx, action);
      if (kind !== "create") {
        await tx.prolificStudy.update({ where: { id: study.id }, data: { fetchRequestedAt: new Date() } });
        await enqueue(tx, fetchProlificJob, { id: study.id }, { key: `fetch-prolific:${study.id}` });
      }
    }
    await audit(tx, null, {
      action: `prolific.${kind.replaceAll("_", "-")}-${state}`,
      projectId,
      subject: ["ProlificStudy", study.id],
      detail: { submissions: action.targets.length, amount },
    });
  });
}

/** The submissions' state as Prolific has confirmed it, until the next fetch. */
async function applyTo(tx: Tx, { kind, targets }: Action): Promise<void> {
  const where = { id: { in: targets.map(({ submissionId }) => submissionId) } };
  const status = STATUS_AFTER[kind];
  if (status) await tx.prolificSubmission.updateMany({ where, data: { status } });
  if (kind === "request_return")
    await tx.prolificSubmission.updateMany({ where, data: { returnRequestedAt: new Date() } });
}

/** Messages to participants are forgotten once they are sent; the category stays. */
function withoutTexts(detail: Prisma.JsonValue): object {
  const { data } = RejectionDetail.pick({ category: true }).safeParse(detail);
  return data ?? {};
}
