import "server-only";
import { reportUnexpected } from "@/lib/api/request-log";
import { audit } from "@/lib/auth/audit";
import { db } from "@/lib/database/db";
import { fromSnapshot } from "@/lib/database/snapshot";
import { countRecords } from "@/lib/dataset/data/records";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { countRatings } from "@/lib/export/data/ratings";
import { accountOf, notify } from "@/lib/notice/data/notify";
import { tablesOf } from "@/lib/report/rules/tables/all";
import { computed, type ReadSource, readSource, sourceOf } from "@/lib/study/data/read-source";
import { BuildSuperseded, PartWriter } from "@/lib/study/data/store";
import { CARD_TABLES, publicTable } from "@/lib/study/rules/card-contents";
import { canonicalLine, canonicalText, sha256 } from "@/lib/study/rules/hash";
import { manifestOf } from "@/lib/study/rules/manifest";
import type { Manifest, ManifestBatch } from "@/lib/study/schema";
import { VERSION } from "@/lib/version";
import type { Prisma } from "@/prisma/generated/client/client";

/** Number of attempts to freeze; one restarts if a person was erased meanwhile. */
const MOST_ATTEMPTS = 3;

/** A person whose labels were read was erased before the version was complete. */
class DataChanged extends Error {}

/**
 * Creates a requested version from one snapshot of the database, with the contents that an export at that
 * time would have. May be called at any time, also after a crash: it starts over, and a frozen version stays
 * as it is.
 */
export async function freezeVersion(id: string): Promise<void> {
  try {
    for (let attempt = 1; ; attempt++) {
      try {
        const writer = await PartWriter.take(id);
        if (writer) await freeze(id, writer);
        return;
      } catch (error) {
        if (!(error instanceof DataChanged) || attempt === MOST_ATTEMPTS) throw error;
      }
    }
  } catch (error) {
    if (error instanceof BuildSuperseded) return;
    const reference = reportUnexpected(error, "TASK", "study-freeze");
    const failure = `The study could not be frozen. The error has the number ${reference}.`;
    await db.studyVersion.updateMany({ where: { id, frozenAt: null }, data: { failure } });
  }
}

/** Versions whose worker died. */
export async function listStalled(): Promise<string[]> {
  const stalled = await db.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "StudyVersion"
    WHERE "frozenAt" IS NULL AND "failure" IS NULL AND "touchedAt" < now() - interval '10 minutes'`;
  return stalled.map(({ id }) => id);
}

async function freeze(id: string, writer: PartWriter): Promise<void> {
  const version = await db.studyVersion.findUniqueOrThrow({
    where: { id },
    include: { study: { select: { projectId: true } } },
  });
  const { projectId } = version.study;
  const scopes = await scopesOf(projectId, version);
  let at = new Date();
  const read: ReadSource[] = [];
  const reading = fromSnapshot(async function* (snapshot) {
    at = snapshot.at;
    let records = 0;
    for (const scope of scopes) {
      const { tasks, responses } = await countRecords(snapshot, scope);
      records += tasks + responses + (await countRatings(snapshot, scope));
    }
    await db.$transaction((tx) => writer.hold(tx, { records }));
    let done = 0;
    for (const scope of scopes) {
      const source = await readSource(snapshot, scope, writer, () => writer.progress(++done));
      if (source) read.push({ ...source, about: { ...source.about, batch: read.length + 1 } });
    }
    yield* [];
  });
  for await (const _ of reading);

  const made: ManifestBatch[] = [];
  for (const { about, scope, study, known, taskRubrics } of read) {
    await db.$transaction((tx) => writer.hold(tx));
    const { report, items } = known ?? (await computed(study));
    const own = { sourceId: sourceOf(scope), raterId: null };
    for (const table of tablesOf(report, items))
      await writer.add({ ...own, kind: "tables" }, canonicalLine(publicTable(table)));
    const general = items.filter(({ scope }) => !taskRubrics.has(scope));
    for (const table of tablesOf(report, general))
      if (CARD_TABLES.some((name) => name === table.name))
        await writer.add({ ...own, kind: "card" }, canonicalLine(publicTable(table)));
    const { rules, replicates, seed, data } = report.made;
    made.push({ ...about, data: data ?? "", report: { rules, replicates, seed } });
  }
  await finish(id, writer, { version, batches: made, at });
}

/** The scopes of the sources, batches first. Sources deleted since the request are left out. */
async function scopesOf(
  projectId: string,
  { batchIds, datasetIds }: { batchIds: string[]; datasetIds: string[] },
): Promise<StudyScope[]> {
  const [batches, datasets] = await Promise.all([
    db.batch.findMany({
      where: { id: { in: batchIds }, projectId },
      select: { id: true, datasetId: true },
    }),
    db.dataset.findMany({ where: { id: { in: datasetIds }, projectId }, select: { id: true } }),
  ]);
  const scopes: StudyScope[] = [];
  for (const id of batchIds) {
    const batch = batches.find((one) => one.id === id);
    if (batch) scopes.push({ projectId, datasetId: batch.datasetId, batchId: id });
  }
  for (const id of datasetIds)
    if (datasets.some((one) => one.id === id)) scopes.push({ projectId, datasetId: id, batchId: null });
  return scopes;
}

interface Whole {
  version: {
    version: number;
    title: string;
    authors: string;
    studyId: string;
    requestedBy: string | null;
  } & {
    study: { projectId: string };
  };
  batches: ManifestBatch[];
  at: Date;
}

/**
 * The last step, after which the version never changes. Refused when a person was erased since it was read.
 */
async function finish(id: string, writer: PartWriter, { version, batches, at }: Whole): Promise<void> {
  const parts = await writer.finish();
  const { projectId } = version.study;
  const places = new Map(batches.map(({ id: sourceId, batch }) => [sourceId, batch]));
  const before = await db.studyVersion.findFirst({
    where: { studyId: version.studyId, version: { lt: version.version }, frozenAt: { not: null } },
    orderBy: { version: "desc" },
    select: { sha256: true },
  });
  const manifest: Manifest = manifestOf({
    title: version.title,
    authors: version.authors,
    version: version.version,
    previous: before?.sha256 ?? null,
    frozenAt: at.toISOString(),
    program: VERSION,
    batches,
    parts: parts.map(({ sourceId, kind, records, sha256 }) => ({
      batch: places.get(sourceId) ?? 0,
      kind,
      records,
      sha256,
    })),
  });
  const hash = sha256(canonicalText(manifest));
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId}::uuid FOR SHARE`;
      await writer.hold(tx);
      const [gone] = await tx.$queryRaw<unknown[]>`
        SELECT 1 FROM "FrozenPart" f WHERE f."versionId" = ${id}::uuid AND (f."erasedAt" IS NOT NULL
          OR f."raterId" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "Rater" r WHERE r."id" = f."raterId")) LIMIT 1`;
      if (gone) throw new DataChanged();
      await tx.$executeRaw`
        UPDATE "FrozenPart" f SET "records" = u."records", "sha256" = u."sha256"
        FROM unnest(${parts.map(({ n }) => n)}::int[], ${parts.map(({ records }) => records)}::int[],
          ${parts.map(({ sha256 }) => sha256)}::text[]) AS u ("n", "records", "sha256")
        WHERE f."versionId" = ${id}::uuid AND f."n" = u."n"`;
      await tx.studyVersion.update({
        where: { id },
        data: {
          frozenAt: at,
          manifest: manifest as unknown as Prisma.InputJsonObject,
          sha256: hash,
        },
      });
      const { requestedBy, studyId } = version;
      if (requestedBy !== null) {
        const about = { projectId, subjectId: id, path: `/projects/${projectId}/studies/${studyId}` };
        const name = `${version.title} (${version.version})`;
        await notify(tx, { kind: "release-ready", name, ...about }, accountOf(requestedBy));
      }
      await audit(tx, requestedBy === null ? null : { userId: requestedBy }, {
        action: "study.frozen",
        projectId,
        subject: ["Study", studyId],
        detail: { version: version.version, sha256: hash, records: parts.reduce((n, p) => n + p.records, 0) },
      });
    },
    { timeout: 60_000 },
  );
}
