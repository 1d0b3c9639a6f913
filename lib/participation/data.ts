import "server-only";
import { type Refusal, refuse } from "@/lib/api/refusals";
import { type Member, memberOf, type SignedIn } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { randomSecret } from "@/lib/auth/secrets";
import { closeSession, findSignedIn, openSession } from "@/lib/auth/sessions";
import type { BatchState } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/db";
import { env } from "@/lib/env";
import { csvLine } from "@/lib/export/rules/csv";
import { stateOfPlace, type Welcome, welcome } from "@/lib/participation/rules";
import type {
  ChangeParticipationLink,
  CreateParticipationLink,
  Join,
  ParticipationState,
} from "@/lib/participation/schema";
import { createMembership } from "@/lib/project/data";
import type { OnErasure } from "@/lib/project/schema";
import { Prisma } from "@/prisma/generated/client/client";

type Admin = Member<"admin">;

// ---------------------------------------------------------------- links, for admins

export interface ParticipationLinkView {
  id: string;
  name: string;
  /** Without the parameters a platform appends. */
  url: string;
  quota: number;
  share: number | null;
  completionCode: string | null;
  completionUrl: string | null;
  personParameter: string;
  studyParameter: string | null;
  sessionParameter: string | null;
  consent: string;
  createdAt: Date;
  expiresAt: Date | null;
  closedAt: Date | null;
  /** Everybody who ever began. */
  started: number;
  working: number;
  completed: number;
  /** Those who left, and whose place was given back. */
  left: number;
}

/** The participation links of a batch, newest first; null when the actor is no admin of its project. */
export async function listParticipationLinks(
  admin: Admin,
  batchId: string,
): Promise<ParticipationLinkView[] | null> {
  const batch = await db.batch.findFirst({
    where: { id: batchId, project: memberOf(admin) },
    select: {
      participationLinks: {
        orderBy: [{ createdAt: "desc" }, { id: "asc" }],
        include: { participations: { select: { completedAt: true, leftAt: true } } },
      },
    },
  });
  return (
    batch?.participationLinks.map(({ participations, token, batchId: _, ...link }) => {
      const count = (state: ParticipationState) =>
        participations.filter((place) => stateOfPlace(place) === state).length;
      return {
        ...link,
        url: `${env().APP_URL}/join/${token}`,
        started: participations.length,
        working: count("working"),
        completed: count("completed"),
        left: count("left"),
      };
    }) ?? null
  );
}

/** Makes a way into one batch for people of a platform. Null when the batch is not the admin's. */
export function createParticipationLink(
  admin: Admin,
  batchId: string,
  link: CreateParticipationLink,
): Promise<{ id: string; url: string } | Refusal<"archived" | "batch-closed"> | null> {
  return db.$transaction(async (tx) => {
    const batch = await tx.batch.findFirst({
      where: { id: batchId, project: memberOf(admin) },
      select: { projectId: true, state: true, project: { select: { archivedAt: true } } },
    });
    if (!batch) return null;
    if (batch.project.archivedAt) return refuse("archived");
    if (batch.state === "closed" || batch.state === "archived") return refuse("batch-closed");
    const token = randomSecret();
    const { id } = await tx.participationLink.create({ data: { ...link, batchId, token } });
    await audit(tx, admin, {
      action: "participation-link.created",
      projectId: batch.projectId,
      subject: ["ParticipationLink", id],
      detail: { batch: batchId, quota: link.quota, share: link.share },
    });
    return { id, url: `${env().APP_URL}/join/${token}` };
  });
}

/** Renames a link, changes how many may come and until when, or closes it. Those at work stay at work. */
export function changeParticipationLink(
  admin: Admin,
  id: string,
  { closed, ...changes }: ChangeParticipationLink,
): Promise<{ id: string } | Refusal<"archived"> | null> {
  return db.$transaction(async (tx) => {
    const link = await tx.participationLink.findFirst({
      where: { id, batch: { project: memberOf(admin) } },
      select: {
        closedAt: true,
        batch: { select: { projectId: true, project: { select: { archivedAt: true } } } },
      },
    });
    if (!link) return null;
    const { projectId, project } = link.batch;
    if (project.archivedAt) return refuse("archived");
    const turns = closed !== undefined && closed !== (link.closedAt !== null);
    await tx.participationLink.update({
      where: { id },
      data: { ...changes, ...(turns && { closedAt: closed ? new Date() : null }) },
    });
    await audit(tx, admin, {
      action: turns
        ? closed
          ? "participation-link.closed"
          : "participation-link.opened"
        : "participation-link.changed",
      projectId,
      subject: ["ParticipationLink", id],
      detail: { ...(changes.quota !== undefined && { quota: changes.quota }) },
    });
    return { id };
  });
}

const MAPPING = [
  "external_id",
  "study_id",
  "session_id",
  "pseudonym",
  "state",
  "started_at",
  "completed_at",
  "submitted",
  "minutes",
  "active_minutes",
] as const;

interface MappingRow {
  externalId: string;
  studyId: string | null;
  sessionId: string | null;
  code: string;
  startedAt: Date;
  completedAt: Date | null;
  leftAt: Date | null;
  submitted: number;
  activeMs: number | null;
}

const STATE_WORDS: Record<ParticipationState, string> = {
  working: "working",
  completed: "completed",
  left: "timed out",
};

/**
 * Who is who: the platform's ids beside the pseudonyms, for paying people. `minutes` run from the first visit to
 * completion, `active_minutes` are those of work in submitted assignments. CSV, safe for spreadsheets. On record.
 */
export function exportMapping(admin: Admin, linkId: string): Promise<{ name: string; csv: string } | null> {
  return db.$transaction(async (tx) => {
    const link = await tx.participationLink.findFirst({
      where: { id: linkId, batch: { project: memberOf(admin) } },
      select: { name: true, batch: { select: { projectId: true } } },
    });
    if (!link) return null;
    const rows = await tx.$queryRaw<MappingRow[]>`
      SELECT q."externalId", p."studyId", p."sessionId", r."code", p."startedAt", p."completedAt", p."leftAt",
        done."submitted", done."activeMs"
      FROM "Participation" p JOIN "Participant" q ON q."id" = p."participantId"
      JOIN "Membership" m ON m."id" = q."membershipId" JOIN "Rater" r ON r."id" = m."raterId"
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS "submitted", sum(spent."ms") AS "activeMs"
        FROM "Assignment" a CROSS JOIN LATERAL (
          SELECT sum((part ->> 'activeMs')::float8) AS "ms" FROM "Operation" o
          CROSS JOIN LATERAL jsonb_array_elements(o."payload" -> 'spent') part
          WHERE o."assignmentId" = a."id" AND o."type" = 'time') spent
        WHERE a."batchId" = p."batchId" AND a."raterId" = m."raterId" AND a."state" = 'submitted') done
      WHERE p."linkId" = ${linkId}::uuid
      ORDER BY p."startedAt", p."id"`;
    await audit(tx, admin, {
      action: "participation-link.mapping-exported",
      projectId: link.batch.projectId,
      subject: ["ParticipationLink", linkId],
      detail: { rows: rows.length },
    });
    const lines = rows.map((row) =>
      csvLine([
        row.externalId,
        row.studyId,
        row.sessionId,
        row.code,
        STATE_WORDS[stateOfPlace(row)],
        row.startedAt.toISOString(),
        row.completedAt?.toISOString(),
        row.submitted,
        row.completedAt && minutes(row.completedAt.getTime() - row.startedAt.getTime()),
        row.activeMs === null ? null : minutes(row.activeMs),
      ]),
    );
    return { name: link.name, csv: csvLine(MAPPING) + lines.join("") };
  });
}

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 6000) / 10;
}

// ---------------------------------------------------------------- coming through a link

/** What somebody sees who opens a participation link. */
export interface ParticipationOffer {
  project: string;
  batch: string;
  guidelines: string;
  consent: string;
  personParameter: string;
  studyParameter: string | null;
  sessionParameter: string | null;
  onErasure: OnErasure;
  /** Why they cannot begin, as things stand. */
  refused: Refusal | null;
}

/** What a link leads to, and whether this person can begin; null when there is no such link. */
export async function findParticipationOffer(
  token: string,
  parameters: Record<string, string | undefined>,
): Promise<ParticipationOffer | null> {
  const link = await db.participationLink.findUnique({
    where: { token },
    select: {
      id: true,
      consent: true,
      personParameter: true,
      studyParameter: true,
      sessionParameter: true,
      batch: {
        select: {
          name: true,
          guidelines: { select: { text: true }, orderBy: { version: "desc" }, take: 1 },
          project: { select: { name: true, onErasure: true, archivedAt: true } },
        },
      },
    },
  });
  if (!link || link.batch.project.archivedAt) return null;
  const { batch, id, ...shown } = link;
  const person = parameters[link.personParameter];
  const arrival = person === undefined ? null : await db.$transaction((tx) => arrive(tx, token, person));
  const verdict = arrival?.verdict;
  return {
    ...shown,
    project: batch.project.name,
    batch: batch.name,
    guidelines: batch.guidelines[0]?.text ?? "",
    onErasure: batch.project.onErasure,
    refused: verdict && verdict !== "resume" && verdict !== "admit" ? refuse(verdict) : null,
  };
}

interface LinkRow {
  id: string;
  batchId: string;
  projectId: string;
  batchState: BatchState;
  quota: number;
  expiresAt: Date | null;
  closedAt: Date | null;
  personParameter: string;
}

/** Somebody with a link, and what becomes of them as things stand; null when there is no such link. */
async function arrive(tx: Tx, token: string, person: string) {
  const [link] = await tx.$queryRaw<LinkRow[]>`
    SELECT l."id", l."batchId", b."projectId", b."state"::text AS "batchState", l."quota", l."expiresAt",
      l."closedAt", l."personParameter"
    FROM "ParticipationLink" l JOIN "Batch" b ON b."id" = l."batchId"
    JOIN "Project" p ON p."id" = b."projectId" AND p."archivedAt" IS NULL
    WHERE l."token" = ${token}`;
  if (!link) return null;
  const { projectId, batchId, personParameter: parameter } = link;
  const participant = await tx.participant.findUnique({
    where: { projectId_parameter_externalId: { projectId, parameter, externalId: person } },
    select: {
      id: true,
      membership: {
        select: { id: true, disabledAt: true, user: { select: { id: true, disabledAt: true } } },
      },
      participations: { where: { batchId } },
    },
  });
  const [place = null] = participant?.participations ?? [];
  const occupied = await tx.participation.count({ where: { linkId: link.id, leftAt: null } });
  const verdict = welcome({ link, batch: link.batchState, place, occupied, now: new Date() });
  return { link, participant, place, verdict };
}

export type Joined = {
  batch: string;
  /** The secret of a new session; null when the browser is signed in as this person already. */
  sid: string | null;
};

type JoinRefusal = Refusal<"link-gone" | "forbidden" | Exclude<Welcome, "resume" | "admit">>;

/**
 * Lets somebody in who came through a participation link: under the account they had before, or a new one that has
 * neither name nor password, only this session. However many come at once, the quota holds: the batch is locked
 * while places are counted. `previous` is the session the browser had; another person's ends.
 */
export async function join(
  { token, person, study, session }: Join,
  previous: string | null,
): Promise<Joined | JoinRefusal> {
  const result = await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`
        SELECT FROM "Batch" b WHERE b."id" = (SELECT "batchId" FROM "ParticipationLink" WHERE "token" = ${token})
        FOR NO KEY UPDATE`;
      await giveBackPlaces(tx, token);
      const arrival = await arrive(tx, token, person);
      if (!arrival) return refuse("link-gone");
      const { link, participant, place, verdict } = arrival;
      if (participant?.membership.disabledAt || participant?.membership.user.disabledAt)
        return refuse("forbidden");
      if (verdict !== "resume" && verdict !== "admit") return refuse(verdict);

      const who = participant
        ? {
            id: participant.id,
            userId: participant.membership.user.id,
            membershipId: participant.membership.id,
          }
        : await createParticipant(tx, link, person);
      await confirmGuidelines(tx, link.batchId, who.membershipId);
      const visit = { studyId: study, sessionId: session, cameAt: new Date() };
      if (place) {
        await tx.participation.update({
          where: { id: place.id },
          data: { ...visit, ...(verdict === "admit" && { leftAt: null, linkId: link.id }) },
        });
      } else {
        const { id } = await tx.participation.create({
          data: { ...visit, linkId: link.id, batchId: link.batchId, participantId: who.id },
        });
        const names = { batchId: link.batchId, membershipId: who.membershipId };
        await tx.batchAnnotator.createMany({ data: names, skipDuplicates: true });
        await audit(tx, who, {
          action: "participation.started",
          projectId: link.projectId,
          subject: ["Participation", id],
          detail: { link: link.id },
        });
      }
      return { userId: who.userId, batch: link.batchId };
    },
    { maxWait: 10_000, timeout: 20_000 },
  );
  if ("refused" in result) return result;
  if (previous && (await findSignedIn(previous))?.userId === result.userId)
    return { batch: result.batch, sid: null };
  if (previous) await closeSession(previous);
  return { batch: result.batch, sid: await openSession(result.userId) };
}

async function createParticipant(tx: Tx, { projectId, personParameter }: LinkRow, externalId: string) {
  const { id: userId } = await tx.user.create({ data: { name: "Participant" } });
  const membership = await createMembership(tx, { userId }, { projectId, userId, role: "annotator" });
  const { id } = await tx.participant.create({
    data: { projectId, membershipId: membership.id, parameter: personParameter, externalId },
  });
  return { id, userId, membershipId: membership.id };
}

/** The page in front of the start shows the guidelines, so whoever starts has confirmed them. */
async function confirmGuidelines(tx: Tx, batchId: string, membershipId: string): Promise<void> {
  const [guidelines, { raterId }] = await Promise.all([
    tx.guidelines.findFirst({ where: { batchId }, orderBy: { version: "desc" }, select: { id: true } }),
    tx.membership.findUniqueOrThrow({ where: { id: membershipId }, select: { raterId: true } }),
  ]);
  if (!guidelines) return;
  const data = { guidelinesId: guidelines.id, raterId };
  await tx.guidelinesRead.createMany({ data, skipDuplicates: true });
}

/**
 * Gives back the places of those who have not worked for the length of a lease: of one link's batch, or of every open
 * one. Their submissions stay; whoever comes back gets a place again if there is one.
 */
export function giveBackPlaces(tx: Tx | typeof db, token?: string): Promise<number> {
  const here = token
    ? Prisma.sql`AND b."id" = (SELECT "batchId" FROM "ParticipationLink" WHERE "token" = ${token})`
    : Prisma.empty;
  return tx.$executeRaw`
    UPDATE "Participation" p SET "leftAt" = now()
    FROM "Batch" b, "Participant" q, "Membership" m
    WHERE b."id" = p."batchId" AND b."state" = 'open' ${here}
      AND q."id" = p."participantId" AND m."id" = q."membershipId"
      AND p."completedAt" IS NULL AND p."leftAt" IS NULL
      AND p."cameAt" < now() - make_interval(mins => b."leaseMinutes")
      AND NOT EXISTS (
        SELECT FROM "Assignment" a WHERE a."batchId" = b."id" AND a."raterId" = m."raterId"
          AND (a."leaseUntil" > now() OR a."submittedAt" > now() - make_interval(mins => b."leaseMinutes")))`;
}

// ---------------------------------------------------------------- working through a link

/** A place somebody has in a batch because they came through a link. */
export interface OwnPlace {
  state: ParticipationState;
  /** Whether they have done their share, and nothing is in their hands. */
  done: boolean;
}

/** The place of somebody in a batch; null for everybody who did not come through a link. */
export async function findPlace(userId: string, batchId: string): Promise<OwnPlace | null> {
  const [row] = await db.$queryRaw<{ completedAt: Date | null; leftAt: Date | null; done: boolean }[]>`
    SELECT p."completedAt", p."leftAt", coalesce(work."submitted" >= l."share" AND work."held" = 0, false) AS "done"
    FROM "Participation" p JOIN "ParticipationLink" l ON l."id" = p."linkId"
    JOIN "Participant" q ON q."id" = p."participantId" JOIN "Membership" m ON m."id" = q."membershipId"
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE a."state" = 'submitted') AS "submitted",
        count(*) FILTER (WHERE a."state" IN ('open', 'reserved')) AS "held"
      FROM "Assignment" a WHERE a."batchId" = p."batchId" AND a."raterId" = m."raterId") work
    WHERE p."batchId" = ${batchId}::uuid AND m."userId" = ${userId}::uuid`;
  return row ? { state: stateOfPlace(row), done: row.done } : null;
}

/**
 * Ends somebody's part in a batch in which nothing is left for them: completed when they have submitted anything,
 * else their place is given back.
 */
export async function endParticipation(userId: string, batchId: string): Promise<void> {
  await db.$executeRaw`
    UPDATE "Participation" p SET
      "completedAt" = CASE WHEN work."any" THEN now() END,
      "leftAt" = CASE WHEN NOT work."any" THEN now() END
    FROM "Participant" q, "Membership" m, LATERAL (
      SELECT EXISTS (SELECT FROM "Assignment" a
        WHERE a."batchId" = ${batchId}::uuid AND a."raterId" = m."raterId" AND a."state" = 'submitted') AS "any") work
    WHERE q."id" = p."participantId" AND m."id" = q."membershipId" AND m."userId" = ${userId}::uuid
      AND p."batchId" = ${batchId}::uuid AND p."completedAt" IS NULL AND p."leftAt" IS NULL`;
}

/** Whether a rater was given a completion code for a batch: then what earned it stands. */
export async function hasCompleted(
  tx: Tx,
  { raterId, batchId }: { raterId: string; batchId: string },
): Promise<boolean> {
  const theirs = { batchId, completedAt: { not: null }, participant: { membership: { raterId } } };
  return (await tx.participation.findFirst({ where: theirs, select: { id: true } })) !== null;
}

/** What somebody who came through a link is told about their own part. */
export interface OwnParticipation {
  batch: string;
  name: string;
  state: ParticipationState;
  /** Only once they have completed it. */
  completion: { code: string | null; url: string | null } | null;
}

/** The actor's own parts in batches they came to through a link, newest first. */
export async function listOwnParticipations(actor: SignedIn): Promise<OwnParticipation[]> {
  const places = await db.participation.findMany({
    where: { participant: { membership: { userId: actor.userId, disabledAt: null } } },
    select: {
      batchId: true,
      completedAt: true,
      leftAt: true,
      batch: { select: { name: true } },
      link: { select: { completionCode: true, completionUrl: true } },
    },
    orderBy: { startedAt: "desc" },
  });
  return places.map(({ batchId, batch, link, ...place }) => ({
    batch: batchId,
    name: batch.name,
    state: stateOfPlace(place),
    completion: place.completedAt ? { code: link.completionCode, url: link.completionUrl } : null,
  }));
}
