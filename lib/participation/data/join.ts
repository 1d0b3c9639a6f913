import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { forgetBrowsers, isKnownBrowser, rememberBrowser } from "@/lib/auth/known-browsers";
import { closeSession, findSignedIn, openSession, revoke } from "@/lib/auth/sessions";
import { findNewestGuidelines, recordGuidelinesRead } from "@/lib/batch/data/guidelines";
import type { BatchState } from "@/lib/batch/schema";
import { db, type Tx } from "@/lib/database/db";
import { type Refusal, refuse } from "@/lib/http/refusals";
import type { Language } from "@/lib/i18n/schema";
import { releaseParticipations } from "@/lib/participation/data/participations";
import { type Welcome, welcome } from "@/lib/participation/rules";
import type { Join } from "@/lib/participation/schema";
import { createMembership } from "@/lib/project/data";
import type { OnErasure } from "@/lib/project/schema";
import { disclosuresOf } from "@/lib/quality/rules/disclosure";
import { type Disclosure, Quality } from "@/lib/quality/schema";

/** The offer to a visitor of a crowd link. */
interface ParticipationOffer {
  project: string;
  batch: string;
  guidelines: string;
  consent: string;
  disclosures: Disclosure[];
  personParameter: string;
  studyParameter: string | null;
  sessionParameter: string | null;
  onErasure: OnErasure;
  /** Why they cannot start now. */
  refused: Refusal<Exclude<Welcome, "resume" | "admit">> | null;
}

/** The offer of a link, and whether this person can start; null when there is no such link. */
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
          quality: true,
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
    consent: shown.consent,
    disclosures: disclosuresOf(Quality.parse(batch.quality)),
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

/** A person with a link, and what happens to them; null when there is no such link. */
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

type Joined = {
  batch: string;
  /** The secret of a new session; null when the browser is signed in as this person already. */
  sid: string | null;
};

type JoinRefusal = Refusal<
  "link-gone" | "forbidden" | "another-browser" | Exclude<Welcome, "resume" | "admit">
>;

/**
 * Admits a participant through a crowd link: with their earlier account, or a new one without name and
 * password that has only this session. The quota holds for simultaneous requests: the batch is locked while
 * places are counted.
 *
 * A platform's person id can be guessed and appears in URLs: it opens an account only in the browser where it
 * began, until an admin permits another (`letInAgain`). `browser` is the browser's id; `previous` is its
 * earlier session, which ends if it is another person's.
 */
export async function joinBatch(
  { token, person, study, session, language }: Join,
  previous: string | null,
  browser: string,
): Promise<Joined | JoinRefusal> {
  const owner = previous === null ? null : ((await findSignedIn(previous))?.userId ?? null);
  const result = await db.$transaction(async (tx) => {
    await tx.$queryRaw`
        SELECT FROM "Batch" b WHERE b."id" = (SELECT "batchId" FROM "ParticipationLink" WHERE "token" = ${token})
        FOR UPDATE`;
    await releaseParticipations(tx, token);
    const arrival = await arrive(tx, token, person);
    if (!arrival) return refuse("link-gone");
    const { link, participant, place, verdict } = arrival;
    if (participant?.membership.disabledAt || participant?.membership.user.disabledAt)
      return refuse("forbidden");
    if (participant && !(await isTheirs(tx, participant.membership.user.id, { browser, owner })))
      return refuse("another-browser");
    if (verdict !== "resume" && verdict !== "admit") return refuse(verdict);

    const who = participant
      ? {
          id: participant.id,
          userId: participant.membership.user.id,
          membershipId: participant.membership.id,
        }
      : await createParticipant(tx, link, person);
    await rememberBrowser(tx, who.userId, browser);
    await confirmGuidelines(tx, { batchId: link.batchId, membershipId: who.membershipId, language });
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
  });
  if ("refused" in result) return result;
  if (owner === result.userId) return { batch: result.batch, sid: null };
  if (previous) await closeSession(previous);
  return { batch: result.batch, sid: await openSession(result.userId) };
}

/**
 * True if this is the browser in which a participant began, or it is signed in as them; the first browser
 * always is.
 */
async function isTheirs(
  tx: Tx,
  userId: string,
  { browser, owner }: { browser: string; owner: string | null },
): Promise<boolean> {
  if (owner === userId || (await isKnownBrowser(tx, userId, browser))) return true;
  return (await tx.knownBrowser.count({ where: { userId } })) === 0;
}

/**
 * Lets a participant continue in another browser: the next one that comes with their id becomes theirs, and
 * their sessions end. Null when the link is not the admin's, or has no such participant.
 */
export function letInAgain(
  admin: Member<"admin">,
  linkId: string,
  person: string,
): Promise<{ participant: string } | null> {
  return db.$transaction(async (tx) => {
    const place = await tx.participation.findFirst({
      where: {
        linkId,
        link: { batch: { project: memberOf(admin) } },
        participant: { externalId: person },
      },
      select: {
        id: true,
        participant: { select: { id: true, projectId: true, membership: { select: { userId: true } } } },
      },
    });
    if (!place) return null;
    const { id, projectId, membership } = place.participant;
    await forgetBrowsers(tx, membership.userId);
    await revoke(tx, admin, { userId: membership.userId });
    await audit(tx, admin, {
      action: "participation.browser-forgotten",
      projectId,
      subject: ["Participation", place.id],
    });
    return { participant: id };
  });
}

async function createParticipant(tx: Tx, { projectId, personParameter }: LinkRow, externalId: string) {
  const { id: userId } = await tx.user.create({
    // Their time is paid by the platform: the tour waits in the help.
    data: { name: "Participant", showsTour: false },
  });
  const membership = await createMembership(tx, { userId }, { projectId, userId, role: "annotator" });
  const { id } = await tx.participant.create({
    data: { projectId, membershipId: membership.id, parameter: personParameter, externalId },
  });
  return { id, userId, membershipId: membership.id };
}

/** The start page shows the guidelines, so starting confirms them. */
async function confirmGuidelines(
  tx: Tx,
  {
    batchId,
    membershipId,
    language,
  }: { batchId: string; membershipId: string; language: Language | undefined },
): Promise<void> {
  const newest = await findNewestGuidelines(tx, batchId);
  if (!newest) return;
  const { raterId } = await tx.membership.findUniqueOrThrow({
    where: { id: membershipId },
    select: { raterId: true },
  });
  await recordGuidelinesRead(tx, { guidelinesId: newest.id, raterId, language });
}
