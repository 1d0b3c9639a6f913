import "server-only";
import type { SignedIn } from "@/lib/auth/actor";
import { findStage } from "@/lib/batch/data/checks/own-qualification";
import { db } from "@/lib/database/db";
import { OWN_RATINGS } from "@/lib/judgement/data/records";
import { Quality } from "@/lib/quality/schema";
import { copyOps } from "@/lib/review/data/opaque-keys";

const PAGE = 50;

/**
 * All data about the actor as one JSON text, created in chunks: their account, memberships with pseudonyms,
 * how they joined, the guidelines they confirmed, their training and exams, their comments on contested cases and reviewed lists, and each assignment with its
 * records. Contains nothing of other people, and nothing they may not know while a study runs: no drafts, arms or
 * models, and only expected exam answers that the workbench shows them.
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
      noticeChoices: { select: { kind: true, choice: true } },
      notices: { select: { kind: true, name: true, createdAt: true, readAt: true } },
      identities: {
        select: {
          issuer: true,
          subject: true,
          groups: true,
          byAddress: true,
          createdAt: true,
          lastUsedAt: true,
        },
      },
      secondFactor: { select: { createdAt: true, confirmedAt: true } },
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
      sessions: { select: { createdAt: true, lastSeenAt: true, expiresAt: true, revokedAt: true } },
      tokens: { select: { name: true, createdAt: true, lastUsedAt: true, expiresAt: true, revokedAt: true } },
      memberships: {
        select: {
          role: true,
          createdAt: true,
          disabledAt: true,
          project: { select: { name: true } },
          rater: {
            select: {
              id: true,
              code: true,
              qualifications: {
                select: {
                  batch: { select: { name: true } },
                  startedAt: true,
                  qualifiedAt: true,
                  by: true,
                  exams: { select: { attempt: true, asked: true, right: true, passed: true, endedAt: true } },
                  grants: { select: { kind: true, note: true, at: true } },
                },
              },
              read: {
                select: {
                  at: true,
                  language: true,
                  guidelines: { select: { version: true, batch: { select: { name: true } } } },
                },
                orderBy: { at: "asc" },
              },
              caseComments: {
                select: { text: true, at: true, caseId: true },
                orderBy: [{ at: "asc" }, { id: "asc" }],
              },
              reviewComments: {
                select: { text: true, at: true, batchId: true, rubricId: true },
                orderBy: [{ at: "asc" }, { id: "asc" }],
              },
            },
          },
          participant: {
            select: {
              parameter: true,
              externalId: true,
              participations: {
                select: {
                  studyId: true,
                  sessionId: true,
                  startedAt: true,
                  completedAt: true,
                  leftAt: true,
                  screenedAt: true,
                },
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
    qualifications: rater.qualifications.map(({ batch, ...own }) => ({ batch: batch.name, ...own })),
    guidelinesRead: rater.read.map(({ guidelines, ...read }) => ({
      batch: guidelines.batch.name,
      version: guidelines.version,
      ...read,
    })),
    caseComments: rater.caseComments,
    reviewComments: rater.reviewComments,
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
        batchId: true,
        raterId: true,
        attempt: true,
        position: true,
        guidelinesVersion: true,
        createdAt: true,
        openedAt: true,
        submittedAt: true,
        skipReason: true,
        order: true,
        armId: true,
        arm: { select: { protocol: true } },
        batch: { select: { name: true, quality: true, state: true } },
        onGold: {
          select: {
            about: true,
            itemVersion: { select: { name: true, text: true } },
            question: true,
            given: true,
            gold: true,
            explanation: true,
            isRight: true,
          },
          orderBy: { position: "asc" },
        },
        signals: true,
        language: true,
        subject: { select: { task: { select: { instruction: true } } } },
        ...OWN_RATINGS,
        labellings: {
          select: {
            question: true,
            itemVersion: { select: { name: true, text: true } },
            initial: true,
            labels: true,
            reasonCode: true,
            reasonNote: true,
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
    for (const {
      batch,
      subject,
      batchId,
      raterId,
      onGold,
      order,
      armId,
      arm,
      operations,
      decisions,
      ...own
    } of page) {
      // While a batch is active, decisions are shown only as operations: a planted item has no decision row,
      // which would reveal it.
      const isOver = batch.state === "closed" || batch.state === "archived";
      const stage =
        own.attempt === 0
          ? null
          : await findStage(
              { id: own.id, batchId, raterId, attempt: own.attempt },
              Quality.parse(batch.quality),
            );
      yield {
        ...own,
        ...(isOver && { decisions }),
        operations: copyOps(operations, { order, armId, arm }),
        batch: batch.name,
        instruction: subject.task.instruction,
        ...(stage && {
          use: stage.view.use,
          onGold: onGold.map(({ gold, explanation, isRight, ...given }) =>
            stage.mayRead ? { ...given, gold, explanation, isRight } : given,
          ),
        }),
      };
    }
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
