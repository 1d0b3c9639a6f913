import "server-only";
import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { db, type Tx } from "@/lib/database/db";
import { type Digest, hashOfSet, lineDigest } from "@/lib/study/rules/hash";
import type { PartKind } from "@/lib/study/schema";
import { Prisma } from "@/prisma/generated/client/client";

/** The kind and the rater of a part. */
interface PartOf {
  /** The batch, or the dataset of an imported study. */
  sourceId: string;
  kind: PartKind;
  raterId: string | null;
}

interface OpenPart extends PartOf {
  n: number;
  digests: Digest[];
  lines: string[];
  length: number;
  chunks: number;
}

interface Chunk {
  n: number;
  place: number;
  sha256: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A chunk ends after a line with a certain hash, so that equal lines are split alike anywhere. */
const ENDS_ONE_IN = 512;
/** Maximum length of a chunk in characters. */
const MOST = 512 * 1024;
/** Amount buffered before it is written. */
const TOGETHER = 4 * 1024 * 1024;

/** Another worker creates this version by now, or it was discarded. */
export class BuildSuperseded extends Error {}

/**
 * Writes the parts of a version with only a few chunks in memory. Chunks are keyed by their text, so those of
 * an earlier version are reused. Every write checks that this worker still creates the version.
 */
export class PartWriter {
  private readonly parts = new Map<string, OpenPart>();
  private waiting: Chunk[] = [];
  private waitingBytes = 0;
  private created = 0;
  private written = 0;

  private constructor(
    private readonly version: { id: string; projectId: string },
    private mine: Date,
  ) {}

  /** Takes over the creation of a version, deleting earlier attempts; null when there is none to create. */
  static async take(id: string): Promise<PartWriter | null> {
    return db.$transaction(async (tx) => {
      const found = await tx.studyVersion.findUnique({
        where: { id },
        select: { study: { select: { projectId: true } } },
      });
      if (!found) return null;
      const { projectId } = found.study;
      await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId}::uuid FOR UPDATE`;
      const [version] = await tx.$queryRaw<{ touchedAt: Date }[]>`
        UPDATE "StudyVersion" SET "touchedAt" = date_trunc('milliseconds', clock_timestamp()), "done" = 0
        WHERE "id" = ${id}::uuid AND "frozenAt" IS NULL AND "failure" IS NULL RETURNING "touchedAt"`;
      if (!version) return null;
      await tx.frozenPart.deleteMany({ where: { versionId: id } });
      await forgetUnused(tx, projectId);
      return new PartWriter({ id, projectId }, version.touchedAt);
    });
  }

  async add(of: PartOf, line: string): Promise<void> {
    const part = this.partOf(of);
    const digest = lineDigest(line);
    part.digests.push(digest);
    part.lines.push(line);
    part.length += line.length;
    const ends = (digest.charCodeAt(0) * 256 + digest.charCodeAt(1)) % ENDS_ONE_IN === 0;
    if (ends || part.length > MOST) this.cut(part);
    if (this.waitingBytes > TOGETHER) await this.write();
  }

  /** The progress shown to waiting people. */
  progress(records: number): void {
    this.written = records;
  }

  /** Writes the rest; returns the parts. */
  async finish(): Promise<(PartOf & { n: number; records: number; sha256: string })[]> {
    for (const part of this.parts.values()) if (part.lines.length > 0) this.cut(part);
    await this.write();
    return [...this.parts.values()].map(({ n, sourceId, kind, raterId, digests }) => ({
      n,
      sourceId,
      kind,
      raterId,
      records: digests.length,
      sha256: hashOfSet(digests),
    }));
  }

  /** Records that this worker is still creating it. Throws `BuildSuperseded` when another one is. */
  async hold(tx: Tx, more: { records?: number } = {}): Promise<void> {
    const [touched] = await tx.$queryRaw<{ touchedAt: Date }[]>`
      UPDATE "StudyVersion" SET "touchedAt" = date_trunc('milliseconds', clock_timestamp()), "done" = ${this.written},
        "records" = coalesce(${more.records ?? null}::int, "records")
      WHERE "id" = ${this.version.id}::uuid AND "touchedAt" = ${this.mine}::timestamptz AND "frozenAt" IS NULL
        AND "failure" IS NULL
      RETURNING "touchedAt"`;
    if (!touched) throw new BuildSuperseded();
    this.mine = touched.touchedAt;
  }

  private partOf(of: PartOf): OpenPart {
    const key = `${of.sourceId} ${of.kind} ${of.raterId}`;
    let part = this.parts.get(key);
    if (!part) {
      part = { ...of, n: this.parts.size + 1, digests: [], lines: [], length: 0, chunks: 0 };
      this.parts.set(key, part);
    }
    return part;
  }

  private cut(part: OpenPart): void {
    const chunk = { n: part.n, place: ++part.chunks, ...packed(part.lines) };
    this.waiting.push(chunk);
    this.waitingBytes += chunk.bytes.length;
    part.lines = [];
    part.length = 0;
  }

  private async write(): Promise<void> {
    const { id, projectId } = this.version;
    const chunks = this.waiting;
    const begun = [...this.parts.values()].slice(this.created);
    await db.$transaction(
      async (tx) => {
        // An erasure locks the project and removes unused chunks: neither may happen in between.
        await tx.$queryRaw`SELECT 1 FROM "Project" WHERE "id" = ${projectId}::uuid FOR SHARE`;
        await this.hold(tx);
        await tx.frozenPart.createMany({
          data: begun.map(({ n, sourceId, kind, raterId }) => ({
            versionId: id,
            n,
            sourceId,
            kind,
            raterId,
            records: 0,
            sha256: "",
          })),
        });
        await writeChunks(tx, this.version, chunks);
      },
      { timeout: 60_000 },
    );
    this.waiting = [];
    this.waitingBytes = 0;
    this.created += begun.length;
  }
}

function packed(lines: readonly string[]) {
  const text = `${lines.join("\n")}\n`;
  return {
    sha256: createHash("sha256").update(text).digest("hex"),
    bytes: new Uint8Array(deflateRawSync(text)),
  };
}

async function writeChunks(tx: Tx, { id, projectId }: { id: string; projectId: string }, chunks: Chunk[]) {
  await tx.frozenContent.createMany({
    data: chunks.map(({ sha256, bytes }) => ({ projectId, sha256, bytes })),
    skipDuplicates: true,
  });
  await tx.frozenChunk.createMany({
    data: chunks.map(({ n, place, sha256 }) => ({ versionId: id, n, place, projectId, sha256 })),
  });
}

/** Rewrites a part of a frozen version without some of its lines: only for erasing a person. */
export async function rewritePart(
  tx: Tx,
  { versionId, n, projectId }: { versionId: string; n: number; projectId: string },
  lines: readonly string[],
): Promise<void> {
  await tx.frozenChunk.deleteMany({ where: { versionId, n } });
  if (lines.length > 0)
    await writeChunks(tx, { id: versionId, projectId }, [{ n, place: 1, ...packed(lines) }]);
}

/** Deletes chunks that no version uses. The caller holds the project's lock. */
export async function forgetUnused(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "FrozenContent" f WHERE f."projectId" = ${projectId}::uuid
      AND NOT EXISTS (SELECT 1 FROM "FrozenChunk" c WHERE c."projectId" = f."projectId" AND c."sha256" = f."sha256")`;
}

/** Number of chunks fetched at a time. */
const PAGE = 8;

/** The lines of some parts of a version, part by part. The caller must have checked access. */
export async function* recordLines(
  versionId: string,
  parts: readonly number[],
  client: Pick<Tx, "$queryRaw"> = db,
): AsyncGenerator<{ n: number; line: string }> {
  let [n, place] = [0, 0];
  for (;;) {
    const chunks = await client.$queryRaw<{ n: number; place: number; bytes: Uint8Array }[]>`
      SELECT c."n", c."place", f."bytes" FROM "FrozenChunk" c
      JOIN "FrozenContent" f ON f."projectId" = c."projectId" AND f."sha256" = c."sha256"
      WHERE c."versionId" = ${versionId}::uuid AND c."n" = ANY (${[...parts]}::int[])
        AND (c."n", c."place") > (${n}::int, ${place}::int)
      ORDER BY c."n", c."place" LIMIT ${Prisma.raw(String(PAGE))}`;
    for (const chunk of chunks) {
      for (const line of inflateRawSync(chunk.bytes).toString("utf8").split("\n"))
        if (line !== "") yield { n: chunk.n, line };
      n = chunk.n;
      place = chunk.place;
    }
    if (chunks.length < PAGE) return;
  }
}
