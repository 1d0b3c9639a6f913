import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { ProlificStudyView } from "@/lib/prolific/schema";
import { fetchProlificJob } from "@/lib/prolific/schema/jobs";
import { enqueue } from "@/lib/queue/enqueue";
import type { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

/** Actions shown of a study: those without a result, which may need an admin, before others. */
const SHOWN_ACTIONS = 50;

const fields = {
  id: true,
  externalId: true,
  name: true,
  description: true,
  reward: true,
  places: true,
  minutes: true,
  autoApprove: true,
  screenOutReward: true,
  screenOutPlaces: true,
  screenOutCode: true,
  status: true,
  currency: true,
  placesTaken: true,
  totalCost: true,
  fetchRequestedAt: true,
  fetchedAt: true,
  fetchProblem: true,
  submissions: {
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
    select: {
      id: true,
      externalId: true,
      status: true,
      startedAt: true,
      completedAt: true,
      returnRequestedAt: true,
      bonus: true,
      participant: { select: { membership: { select: { rater: { select: { code: true } } } } } },
      targets: { where: { finished: false }, select: { actionId: true } },
    },
  },
  actions: {
    orderBy: [{ endedAt: { sort: "desc", nulls: "first" } }, { createdAt: "desc" }, { id: "asc" }],
    take: SHOWN_ACTIONS,
    select: {
      id: true,
      kind: true,
      state: true,
      amount: true,
      total: true,
      problem: true,
      createdAt: true,
      endedAt: true,
      targets: { select: { submissionId: true } },
    },
  },
} satisfies Prisma.ProlificStudySelect;

type Row = Prisma.ProlificStudyGetPayload<{ select: typeof fields }>;

function viewOf({ submissions, actions, screenOutCode, fetchRequestedAt, ...study }: Row): ProlificStudyView {
  const having = (...statuses: string[]) =>
    submissions.filter(({ status }) => statuses.includes(status)).length;
  return {
    ...study,
    canScreenOut: screenOutCode !== null,
    fetching: fetchRequestedAt !== null && (study.fetchedAt === null || study.fetchedAt < fetchRequestedAt),
    spent: {
      rewards: having("APPROVED") * study.reward,
      screenOuts: having("SCREENED OUT") * (study.screenOutReward ?? 0),
      bonuses: submissions.reduce((sum, { bonus }) => sum + bonus, 0),
    },
    submissions: submissions.map(({ participant, targets, ...submission }) => ({
      ...submission,
      code: participant?.membership.rater.code ?? null,
      busy: targets.length > 0,
    })),
    actions: actions
      .map(({ targets, ...action }) => ({
        ...action,
        submissions: targets.map(({ submissionId }) => submissionId),
      }))
      .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime()),
  };
}

/** The study of a link; `study` is null without one. Null when the link is not the admin's. */
export async function findProlificStudy(
  admin: Admin,
  linkId: string,
): Promise<{ study: ProlificStudyView | null } | null> {
  const link = await db.participationLink.findFirst({
    where: { id: linkId, batch: { project: memberOf(admin) } },
    select: { prolificStudy: { select: fields } },
  });
  return link && { study: link.prolificStudy && viewOf(link.prolificStudy) };
}

/** The studies of a batch's links, by link. */
export async function listProlificStudies(
  admin: Admin,
  batchId: string,
): Promise<Map<string, ProlificStudyView>> {
  const studies = await db.prolificStudy.findMany({
    where: { link: { batchId, batch: { project: memberOf(admin) } } },
    select: { ...fields, linkId: true },
  });
  return new Map(studies.map(({ linkId, ...study }) => [linkId, viewOf(study)]));
}

/** The submissions' statuses of a batch by annotators' pseudonym; the latest one of each. */
export async function listProlificStatuses(admin: Admin, batchId: string): Promise<Map<string, string>> {
  const rows = await db.prolificSubmission.findMany({
    where: {
      study: { link: { batchId, batch: { project: memberOf(admin) } } },
      participant: { isNot: null },
    },
    orderBy: [{ startedAt: "asc" }, { id: "asc" }],
    select: {
      status: true,
      participant: { select: { membership: { select: { rater: { select: { code: true } } } } } },
    },
  });
  return new Map(
    rows.flatMap(({ status, participant }) =>
      participant ? [[participant.membership.rater.code, status] as const] : [],
    ),
  );
}

/** Makes the worker fetch the study's submissions. Null when the link is not the admin's, or has no study. */
export function requestFetch(
  admin: Admin,
  linkId: string,
): Promise<{ id: string } | Refusal<"prolific-not-created"> | null> {
  return db.$transaction(async (tx) => {
    const study = await tx.prolificStudy.findFirst({
      where: { linkId, link: { batch: { project: memberOf(admin) } } },
      select: { id: true, externalId: true },
    });
    if (!study) return null;
    if (study.externalId === null) return refuse("prolific-not-created");
    await tx.prolificStudy.update({ where: { id: study.id }, data: { fetchRequestedAt: new Date() } });
    await enqueue(tx, fetchProlificJob, { id: study.id }, { key: `fetch-prolific:${study.id}` });
    return { id: study.id };
  });
}
