import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { env } from "@/lib/env";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { hasAccess } from "@/lib/project/data";
import { liveDifference } from "@/lib/study/data/live-difference";
import { changeBetween, type OwnedPart } from "@/lib/study/rules/manifest";
import { Manifest, type StudyListing, type StudyView, type VersionView } from "@/lib/study/schema";
import type { Prisma } from "@/prisma/generated/client/client";

export type Researcher = Member<"researcher">;

/** The studies of a project, newest first; null when it is not the researcher's. */
export async function listStudies(actor: Researcher, projectId: string): Promise<StudyListing[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: { studies: { orderBy: [{ createdAt: "desc" }, { id: "asc" }], select: ofListing } },
  });
  return project?.studies.flatMap((study) => listingOf(study) ?? []) ?? null;
}

/** A page of studies by id. */
export async function readStudies(
  actor: Researcher,
  projectId: string,
  page: PageRequest,
): Promise<ListPage<StudyListing> | null> {
  if (!(await hasAccess(actor, projectId))) return null;
  const rows = await db.study.findMany({
    where: { projectId, versions: { some: {} }, ...afterCursor(page) },
    ...idOrderWithLimit(page),
    select: ofListing,
  });
  const { items, next } = pageFrom(rows, page, byId, listingOf);
  return { items: items.filter((item) => item !== null), next };
}

const ofListing = {
  id: true,
  versions: {
    orderBy: { version: "desc" },
    select: {
      version: true,
      title: true,
      batchIds: true,
      datasetIds: true,
      failure: true,
      frozenAt: true,
      sha256: true,
      manifest: true,
      cards: { where: { revokedAt: null }, select: { id: true } },
    },
  },
} satisfies Prisma.StudySelect;

function listingOf({
  id,
  versions,
}: Prisma.StudyGetPayload<{ select: typeof ofListing }>): StudyListing | null {
  const [newest] = versions;
  if (!newest) return null;
  const manifest = Manifest.safeParse(newest.manifest).data;
  return {
    id,
    title: newest.title,
    version: newest.version,
    state: stateOf(newest),
    frozenAt: newest.frozenAt?.toISOString() ?? null,
    sha256: newest.sha256,
    batches: newest.batchIds.length,
    datasets: newest.datasetIds.length,
    judgements: manifest ? manifest.batches.reduce((sum, { counts }) => sum + counts.judgements, 0) : null,
    isPublic: versions.some(({ cards }) => cards.length > 0),
  };
}

function stateOf({ frozenAt, failure }: { frozenAt: Date | null; failure: string | null }) {
  return frozenAt ? "frozen" : failure ? "failed" : "freezing";
}

/** A study with all its versions; null when it is not the researcher's. */
export async function findStudy(actor: Researcher, id: string): Promise<StudyView | null> {
  const study = await db.study.findFirst({
    where: { id, project: memberOf(actor) },
    select: {
      projectId: true,
      versions: {
        orderBy: { version: "desc" },
        include: {
          cards: {
            where: { revokedAt: null },
            select: { token: true, texts: true, listed: true, publishedAt: true },
          },
        },
      },
    },
  });
  if (!study) return null;
  const parts = await db.frozenPart.findMany({
    where: { versionId: { in: study.versions.map(({ id }) => id) } },
    select: { versionId: true, sourceId: true, kind: true, raterId: true, sha256: true, erasedAt: true },
  });
  const partsOf = (versionId: string) => parts.filter((part) => part.versionId === versionId);
  const frozen = study.versions.filter(({ frozenAt }) => frozenAt !== null);
  const versions = study.versions.map((row): VersionView => {
    const before = frozen.find(({ version }) => version < row.version);
    const card = row.cards[0];
    const erased = partsOf(row.id).flatMap(({ erasedAt }) => erasedAt?.toISOString() ?? []);
    return {
      id: row.id,
      version: row.version,
      title: row.title,
      authors: row.authors,
      notes: row.notes,
      state: stateOf(row),
      requestedAt: row.requestedAt.toISOString(),
      done: row.done,
      records: row.records,
      failure: row.failure,
      frozenAt: row.frozenAt?.toISOString() ?? null,
      sha256: row.sha256,
      manifest: Manifest.safeParse(row.manifest).data ?? null,
      erasedAt: erased.sort().at(-1) ?? null,
      change: before && row.frozenAt ? changeOf(before, row, partsOf) : null,
      card: card
        ? {
            url: cardUrl(card.token),
            texts: card.texts,
            listed: card.listed,
            publishedAt: card.publishedAt.toISOString(),
          }
        : null,
    };
  });
  const newest = frozen[0];
  const live = newest ? await liveDifference(study.projectId, newest, partsOf(newest.id)) : [];
  return { id, projectId: study.projectId, versions, live };
}

export function cardUrl(token: string): string {
  return `${env().APP_URL}/card/${token}`;
}

interface Frozen {
  id: string;
  manifest: unknown;
}

function changeOf(before: Frozen, after: Frozen, partsOf: (id: string) => OwnedPart[]) {
  const names = new Map(
    [before, after].flatMap(({ manifest }) =>
      (Manifest.safeParse(manifest).data?.batches ?? []).map(({ id, name }) => [id, name] as const),
    ),
  );
  return changeBetween(partsOf(before.id), partsOf(after.id), names);
}
