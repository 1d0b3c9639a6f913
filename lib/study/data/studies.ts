import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { ofDesign } from "@/lib/batch/data/release";
import { db, type Tx } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { DatasetCounts } from "@/lib/dataset/views";
import { env } from "@/lib/env";
import { afterCursor, byId, idOrderWithLimit, pageFrom } from "@/lib/http/cursor";
import type { ListPage, PageRequest } from "@/lib/http/page";
import { type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { frozenDesign } from "@/lib/study/data/records";
import { forgetUnused } from "@/lib/study/data/store";
import { hashOfLines } from "@/lib/study/rules/hash";
import { changeBetween, type OwnedPart } from "@/lib/study/rules/manifest";
import {
  type Freezable,
  type FreezeStudy,
  type LiveDifference,
  Manifest,
  type StudyListing,
  type StudyVersionParams,
  type StudyView,
  type VersionView,
} from "@/lib/study/schema";
import { freezeStudyJob } from "@/lib/study/schema/jobs";
import type { BatchState, Prisma } from "@/prisma/generated/client/client";

type Researcher = Member<"researcher">;

type NotFrozen = Refusal<
  "archived" | "no-such-batches" | "batches-not-closed" | "no-such-studies" | "freezing-already"
>;

/** What is asked for with a version, and the answer. */
type Asked = { id: string; version: number } | NotFrozen;

/** Asks for the first version of a study. Null when the project is not the researcher's. */
export function freezeStudy(actor: Researcher, projectId: string, what: FreezeStudy): Promise<Asked | null> {
  return db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({
      where: { id: projectId, AND: memberOf(actor) },
      select: { archivedAt: true },
    });
    if (!project) return null;
    const refusal = await whyNot(tx, projectId, project, what);
    if (refusal) return refusal;
    const { id } = await tx.study.create({ data: { projectId, createdBy: actor.userId } });
    return ask(tx, actor, { id, projectId, version: 1, what });
  });
}

/** Asks for the next version of a study. Null when it is not the researcher's. */
export function freezeAgain(actor: Researcher, studyId: string, what: FreezeStudy): Promise<Asked | null> {
  return db.$transaction(async (tx) => {
    const study = await lockStudy(tx, actor, studyId);
    if (!study) return null;
    const refusal = await whyNot(tx, study.projectId, study.project, what);
    if (refusal) return refusal;
    const newest = study.versions[0];
    if (newest && !newest.frozenAt) return refuse("freezing-already");
    const version = (newest?.version ?? 0) + 1;
    return ask(tx, actor, { id: studyId, projectId: study.projectId, version, what });
  });
}

/** Tries a version again that could not be made. */
export function retryVersion(
  actor: Researcher,
  of: StudyVersionParams,
): Promise<{ id: string; version: number } | Refusal<"archived" | "not-failed"> | null> {
  return db.$transaction(async (tx) => {
    const found = await findVersion(tx, actor, of);
    if (!found) return null;
    if (found.study.project.archivedAt) return refuse("archived");
    if (!found.row.failure) return refuse("not-failed");
    const { id, version } = found.row;
    await tx.studyVersion.update({
      where: { id },
      data: { failure: null, done: 0, records: null, touchedAt: new Date() },
    });
    await enqueue(tx, freezeStudyJob, { id }, { key: `study ${id}` });
    await audit(tx, actor, {
      action: "study.freeze-retried",
      projectId: found.study.projectId,
      subject: ["Study", of.study],
      detail: { version },
    });
    return { id: of.study, version };
  });
}

/** Gives up a version that is not frozen; with the only one goes the study. A frozen one is refused. */
export function discardVersion(
  actor: Researcher,
  of: StudyVersionParams,
): Promise<{ id: string; left: number } | Refusal<"is-frozen" | "archived"> | null> {
  return db.$transaction(async (tx) => {
    const found = await findVersion(tx, actor, of);
    if (!found) return null;
    const { study, row } = found;
    if (study.project.archivedAt) return refuse("archived");
    if (row.frozenAt) return refuse("is-frozen");
    await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${study.projectId}::uuid FOR UPDATE`;
    // It may have been frozen while the project was waited for.
    const { count } = await tx.studyVersion.deleteMany({ where: { id: row.id, frozenAt: null } });
    if (count === 0) return refuse("is-frozen");
    await forgetUnused(tx, study.projectId);
    const left = study.versions.length - 1;
    if (left === 0) await tx.study.delete({ where: { id: of.study } });
    await audit(tx, actor, {
      action: "study.version-discarded",
      projectId: study.projectId,
      subject: ["Study", of.study],
      detail: { version: row.version },
    });
    return { id: of.study, left };
  });
}

async function findVersion(tx: Tx, actor: Researcher, of: StudyVersionParams) {
  const study = await lockStudy(tx, actor, of.study);
  const row = study?.versions.find(({ id }) => id === of.version);
  return study && row ? { study, row } : null;
}

/** The study, with its versions from the newest on, held against every other who asks for one. */
async function lockStudy(tx: Tx, actor: Researcher, id: string) {
  const where = { id, project: memberOf(actor) };
  if (!(await tx.study.findFirst({ where, select: { id: true } }))) return null;
  await tx.$queryRaw`SELECT 1 FROM "Study" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return tx.study.findUnique({
    where: { id },
    select: {
      projectId: true,
      project: { select: { archivedAt: true } },
      versions: {
        orderBy: { version: "desc" },
        select: { id: true, version: true, frozenAt: true, failure: true },
      },
    },
  });
}

/**
 * Why something cannot be frozen: what is still worked on has no numbers that stand for it, and of a dataset that came
 * without judgements there are none.
 */
async function whyNot(
  tx: Tx,
  projectId: string,
  { archivedAt }: { archivedAt: Date | null },
  { batches: ids, datasets: datasetIds }: Pick<FreezeStudy, "batches" | "datasets">,
): Promise<Exclude<NotFrozen, Refusal<"freezing-already">> | null> {
  if (archivedAt) return refuse("archived");
  const batches = await tx.batch.findMany({
    where: { id: { in: ids }, projectId },
    select: { name: true, state: true },
  });
  if (batches.length < new Set(ids).size) return refuse("no-such-batches");
  const open = batches.filter(isOpen);
  if (open.length > 0) return refuse("batches-not-closed", { batches: open.map(({ name }) => name) });
  const datasets = await tx.dataset.findMany({
    where: { id: { in: datasetIds }, projectId, ...WHOLE },
    select: { counts: true },
  });
  const judged = datasets.filter(({ counts }) => judgedIn(counts) > 0);
  return judged.length < new Set(datasetIds).size ? refuse("no-such-studies") : null;
}

const isOpen = ({ state }: { state: BatchState }) => state !== "closed" && state !== "archived";

/** A dataset whose import is over. */
const WHOLE = { state: { not: "importing" } } as const;

/** How many judgements and decisions a dataset came with. */
function judgedIn(counts: Prisma.JsonValue): number {
  const { judgements, decisions } = DatasetCounts.parse(counts);
  return judgements + decisions;
}

async function ask(
  tx: Tx,
  actor: Researcher,
  { id, projectId, version, what }: { id: string; projectId: string; version: number; what: FreezeStudy },
) {
  const { title, authors, notes } = what;
  const batchIds = [...new Set(what.batches)];
  const datasetIds = [...new Set(what.datasets)];
  const made = await tx.studyVersion.create({
    data: { studyId: id, version, title, authors, notes, batchIds, datasetIds, requestedBy: actor.userId },
  });
  await enqueue(tx, freezeStudyJob, { id: made.id }, { key: `study ${made.id}` });
  await audit(tx, actor, {
    action: "study.freeze-asked",
    projectId,
    subject: ["Study", id],
    detail: { version, batches: batchIds.length, datasets: datasetIds.length },
  });
  return { id, version };
}

/** What of a project can be frozen, and what cannot yet: batches, then imported studies, the newest first. */
export async function listFreezable(actor: Researcher, projectId: string): Promise<Freezable[]> {
  const project = { AND: [{ id: projectId }, memberOf(actor)] };
  const orderBy = [{ createdAt: "desc" }, { id: "asc" }] as const satisfies object[];
  const [batches, datasets] = await Promise.all([
    db.batch.findMany({
      where: { project, state: { not: "draft" } },
      select: {
        id: true,
        name: true,
        state: true,
        dataset: { select: { sample: true } },
        project: { select: { sample: true } },
        _count: { select: { judgements: true } },
      },
      orderBy: [...orderBy],
    }),
    db.dataset.findMany({
      where: { project, ...WHOLE },
      select: { id: true, name: true, sample: true, counts: true, project: { select: { sample: true } } },
      orderBy: [...orderBy],
    }),
  ]);
  return [
    ...batches.map(
      (batch): Freezable => ({
        kind: "batch",
        id: batch.id,
        name: batch.name,
        open: isOpen(batch),
        judgements: batch._count.judgements,
        sample: batch.dataset.sample || batch.project.sample,
      }),
    ),
    ...datasets
      .filter(({ counts }) => judgedIn(counts) > 0)
      .map(
        ({ id, name, sample, counts, project }): Freezable => ({
          kind: "dataset",
          id,
          name,
          open: false,
          judgements: DatasetCounts.parse(counts).judgements,
          sample: sample || project.sample,
        }),
      ),
  ];
}

/** The studies of a project, newest first; null when it is not the researcher's. */
export async function listStudies(actor: Researcher, projectId: string): Promise<StudyListing[] | null> {
  const project = await db.project.findFirst({
    where: { id: projectId, AND: memberOf(actor) },
    select: { studies: { orderBy: [{ createdAt: "desc" }, { id: "asc" }], select: ofListing } },
  });
  return project?.studies.flatMap((study) => listingOf(study) ?? []) ?? null;
}

/** The same by id, a page at a time. */
export async function readStudies(
  actor: Researcher,
  projectId: string,
  place: PageRequest,
): Promise<ListPage<StudyListing> | null> {
  const theirs = { id: projectId, AND: memberOf(actor) };
  if (!(await db.project.findFirst({ where: theirs, select: { id: true } }))) return null;
  const rows = await db.study.findMany({
    where: { projectId, versions: { some: {} }, ...afterCursor(place) },
    ...idOrderWithLimit(place),
    select: ofListing,
  });
  const { items, next } = pageFrom(rows, place, byId, listingOf);
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

/** How a frozen version stands against the data as they are at this moment, one by one. */
async function liveDifference(
  projectId: string,
  { manifest, frozenAt }: { manifest: unknown; frozenAt: Date | null },
  parts: readonly OwnedPart[],
): Promise<LiveDifference[]> {
  const sources = Manifest.safeParse(manifest).data?.batches ?? [];
  const batchIds = sources.flatMap(({ id, imported }) => (imported ? [] : [id]));
  const batches = await db.$queryRaw<LiveRow[]>`
    SELECT b."id" AS "batchId", b."datasetId", b."dataVersion",
      (SELECT count(*)::int FROM "Judgement" x WHERE x."batchId" = b."id") AS "judgements",
      (SELECT count(*)::int FROM "Decision" x WHERE x."batchId" = b."id" AND x."judgementId" IS NULL) AS "decisions",
      (SELECT count(*)::int FROM "Labelling" x WHERE x."batchId" = b."id") AS "labellings",
      (SELECT count(DISTINCT a."raterId")::int FROM "Assignment" a WHERE a."batchId" = b."id"
        AND ${ofDesign} AND (a."submittedAt" IS NOT NULL OR a."reopenedAt" IS NOT NULL)) AS "people",
      (SELECT count(*)::int FROM "Assignment" a WHERE a."batchId" = b."id" AND ${ofDesign}
        AND a."submittedAt" > ${frozenAt}) AS "since"
    FROM "Batch" b WHERE b."projectId" = ${projectId}::uuid AND b."id" = ANY (${batchIds}::uuid[])`;
  const rows = [...batches, ...(await liveImports(projectId, sources))];
  const designs = await designsOf(projectId, rows);
  return sources.map(({ id, imported = false, name, dataVersion, counts }): LiveDifference => {
    const { judgements, decisions, labellings, people } = counts;
    const row = rows.find((one) => (imported ? one.batchId === null && one.datasetId : one.batchId) === id);
    const design = parts.find((part) => part.sourceId === id && part.kind === "design")?.sha256;
    const now = row && {
      design: designs.get(id) !== design,
      data: row.dataVersion !== dataVersion,
      judgements: row.judgements,
      decisions: row.decisions,
      labellings: row.labellings,
      people: row.people,
      since: row.since,
    };
    return { id, imported, name, now: now ?? null, frozen: { judgements, decisions, labellings, people } };
  });
}

/**
 * The same of imported studies. What they came with stays what it was, so it is counted only where something was added
 * to the dataset since.
 */
async function liveImports(
  projectId: string,
  sources: readonly Manifest["batches"][number][],
): Promise<LiveRow[]> {
  const imported = sources.filter((source) => source.imported);
  const datasets = await db.dataset.findMany({
    where: { id: { in: imported.map(({ id }) => id) }, projectId },
    select: { id: true, dataVersion: true },
  });
  const rows: LiveRow[] = [];
  for (const { id: datasetId, dataVersion } of datasets) {
    const frozen = imported.find(({ id }) => id === datasetId);
    const about = { batchId: null, datasetId, dataVersion, since: 0 };
    if (!frozen) continue;
    if (frozen.dataVersion === dataVersion) {
      rows.push({ ...about, ...frozen.counts });
      continue;
    }
    const ofFile = { datasetId, batchId: null };
    const people = { datasetId, kind: "human" } as const;
    const [judgements, decisions, said] = await Promise.all([
      db.judgement.count({ where: ofFile }),
      db.decision.count({ where: { ...ofFile, judgementId: null } }),
      db.rater.count({
        where: {
          ...people,
          OR: [{ judgements: { some: ofFile } }, { decisions: { some: { ...ofFile, judgementId: null } } }],
        },
      }),
    ]);
    rows.push({ ...about, judgements, decisions, labellings: 0, people: said });
  }
  return rows;
}

interface LiveRow {
  /** Null for an imported study. */
  batchId: string | null;
  datasetId: string;
  dataVersion: number;
  judgements: number;
  decisions: number;
  labellings: number;
  people: number;
  since: number;
}

/** The hashes of designs as they are now, by the ids of what they are of. */
async function designsOf(projectId: string, rows: readonly LiveRow[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const designs = fromSnapshot(async function* (snapshot) {
    for (const { batchId, datasetId } of rows) {
      const design = await frozenDesign(snapshot, { projectId, datasetId, batchId });
      if (design) yield { id: batchId ?? datasetId, line: design.line };
    }
  });
  for await (const { id, line } of designs) found.set(id, hashOfLines([line]));
  return found;
}
