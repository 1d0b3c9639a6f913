import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { db } from "@/lib/db";

const PAGE = 50;

/**
 * Everything kept about the actor, as one JSON text made piece by piece: their account, where they are a member and
 * under which pseudonym, how they came, and each of their assignments with all that was recorded in it. Nothing of
 * anybody else's, and nothing they may not know while a study runs: no drafts, no arms, no models.
 */
export async function* copyOfOwnData(actor: SignedIn): AsyncGenerator<string> {
  const { memberships, ...account } = await db.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: {
      id: true,
      email: true,
      name: true,
      siteAdmin: true,
      language: true,
      keys: true,
      createdAt: true,
      sessions: { select: { createdAt: true, lastSeenAt: true, expiresAt: true, revokedAt: true } },
      tokens: { select: { name: true, createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true } },
      memberships: {
        select: {
          role: true,
          createdAt: true,
          disabledAt: true,
          project: { select: { name: true } },
          rater: { select: { id: true, code: true } },
          participant: {
            select: {
              parameter: true,
              externalId: true,
              participations: {
                select: { studyId: true, sessionId: true, startedAt: true, completedAt: true, leftAt: true },
              },
            },
          },
        },
        orderBy: { createdAt: "asc" },
      },
    },
  });
  const places = memberships.map(({ project, rater, ...membership }) => ({
    ...membership,
    project: project.name,
    pseudonym: rater.code,
  }));
  yield `{"takenAt":${JSON.stringify(new Date())},"account":${JSON.stringify(account)}`;
  yield `,"memberships":${JSON.stringify(places)},"assignments":[`;
  let separator = "";
  for await (const assignment of assignmentsOf(memberships.map(({ rater }) => rater.id))) {
    yield `${separator}\n${JSON.stringify(assignment)}`;
    separator = ",";
  }
  yield "]}\n";
}

async function* assignmentsOf(raterIds: string[]) {
  let after: string | undefined;
  for (;;) {
    const page = await db.assignment.findMany({
      where: { raterId: { in: raterIds }, ...(after && { id: { gt: after } }) },
      orderBy: { id: "asc" },
      take: PAGE,
      select: {
        id: true,
        state: true,
        position: true,
        guidelinesVersion: true,
        createdAt: true,
        openedAt: true,
        submittedAt: true,
        skipReason: true,
        batch: { select: { name: true } },
        subject: { select: { task: { select: { instruction: true } } } },
        judgements: {
          select: {
            target: true,
            itemVersion: { select: { name: true, text: true } },
            step: true,
            initial: true,
            value: true,
            activeMs: true,
            idleMs: true,
            startedAt: true,
            submittedAt: true,
            metadata: true,
          },
          orderBy: { position: "asc" },
        },
        decisions: {
          select: {
            action: true,
            itemKey: true,
            line: true,
            text: true,
            reasonCode: true,
            reasonNote: true,
            at: true,
            metadata: true,
          },
          orderBy: { position: "asc" },
        },
        labellings: {
          select: {
            question: true,
            itemVersion: { select: { name: true, text: true } },
            initial: true,
            labels: true,
            activeMs: true,
            idleMs: true,
          },
          orderBy: [{ step: "asc" }, { shown: "asc" }],
        },
        answers: { select: { question: true, value: true, at: true } },
        question: {
          select: {
            messages: { select: { fromAnnotator: true, text: true, at: true }, orderBy: { seq: "asc" } },
          },
        },
        operations: {
          select: { seq: true, payload: true, recordedAt: true },
          orderBy: { seq: "asc" },
        },
      },
    });
    for (const { batch, subject, ...own } of page) {
      yield { ...own, batch: batch.name, instruction: subject.task.instruction };
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
