import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import type { FileFormat, Mapping } from "@/lib/dataset/rules/formats/mapping";
import { importRunJob } from "@/lib/dataset/schema/jobs";
import { explain, type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { hashed, storeChunks } from "./chunks";
import { UploadProblem } from "./limits";
import { type ImportRun, runImport, stopImport } from "./run";
import { unpack } from "./unpack";

export interface ImportOptions {
  fileName: string;
  /** What the dataset is to be called; the study's own name when left out. */
  name?: string | undefined;
  /** What the file is read as; known by its beginning when left out. */
  shape?: FileFormat | undefined;
  /** Which column is what; guessed from the names when left out. */
  mapping?: Mapping | undefined;
  /** Rows that do not fit are left out; otherwise they end the import. */
  leaveOut?: boolean | undefined;
  /** Sample data, labelled so wherever it appears. */
  sample?: boolean;
}

/**
 * Takes in an upload and hands it to the worker. Answers with the import's id once every byte is stored; null
 * when the project is not one of the actor's. `expected` is the size the sender announced, if any: fewer bytes
 * mean that the connection broke.
 */
export async function receiveImport(
  actor: Member<"researcher">,
  projectId: string,
  options: ImportOptions,
  source: AsyncIterable<Uint8Array>,
  expected: number | null,
): Promise<{ id: string } | Refusal | null> {
  const opened = await db.$transaction(async (tx) => {
    const project = await tx.project.findFirst({
      where: { id: projectId, AND: memberOf(actor) },
      select: { archivedAt: true },
    });
    if (!project) return null;
    if (project.archivedAt) return refuse("archived");
    const id = await openImport(tx, projectId, options, actor.userId);
    await audit(tx, actor, { action: "import.started", projectId, subject: ["Import", id] });
    return { id };
  });
  if (!opened || "refused" in opened) return opened;
  const refusal = await receive(opened.id, source, expected, (tx) =>
    enqueue(tx, importRunJob, { id: opened.id }),
  );
  return refusal ?? opened;
}

/**
 * Imports a study without HTTP and worker, for seeds and tests: all of it, or nothing but the reasons. The
 * caller answers for the right to do so.
 */
export async function importStudyFile(
  projectId: string,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ImportOptions,
  run: ImportRun = {},
): Promise<{ importId: string; datasetId: string } | { importId: string; failure: string }> {
  const importId = await db.$transaction((tx) => openImport(tx, projectId, options, null));
  if (!(await receive(importId, iterate(source), null))) await runImport(importId, run);
  const { state, datasetId, failure } = await db.import.findUniqueOrThrow({ where: { id: importId } });
  return state === "ready" && datasetId ? { importId, datasetId } : { importId, failure: failure ?? state };
}

/** The import, and the dataset it will fill, which nobody sees before it is whole. */
async function openImport(tx: Tx, projectId: string, options: ImportOptions, requestedBy: string | null) {
  const { id } = await tx.import.create({
    data: {
      fileName: options.fileName,
      shape: options.shape,
      mapping: options.mapping,
      name: options.name ?? "",
      leaveOut: options.leaveOut ?? false,
      requestedBy,
      project: { connect: { id: projectId } },
      dataset: { create: { projectId, name: options.name ?? "", sample: options.sample ?? false } },
    },
    select: { id: true },
  });
  return id;
}

/** Stores the bytes and queues the import, or says why it ends here, which is then written on the import too. */
async function receive(
  id: string,
  source: AsyncIterable<Uint8Array>,
  expected: number | null,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<Refusal | null> {
  try {
    const { blocks, digest } = hashed(complete(source, expected));
    const { bytes, lines } = await storeChunks(id, unpack(blocks));
    return await db.$transaction(async (tx) => {
      const { count } = await tx.import.updateMany({
        where: { id, state: "uploading" },
        data: { state: "queued", bytes, lines, sha256: digest() },
      });
      if (count === 0) return refuse("import-over");
      await alongside?.(tx);
      return null;
    });
  } catch (error) {
    if (!(error instanceof UploadProblem)) throw error;
    await stopImport(id, "failed", explain(error.code).message);
    return refuse(error.code);
  }
}

/** The sender's bytes; a connection that breaks or ends early is an interrupted upload, not an error of ours. */
async function* complete(source: AsyncIterable<Uint8Array>, expected: number | null) {
  let bytes = 0;
  const blocks = source[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await blocks.next().catch(() => {
        throw new UploadProblem("upload-interrupted");
      });
      if (next.done) break;
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    await blocks.return?.();
  }
  if (expected !== null && bytes < expected) throw new UploadProblem("upload-interrupted");
}

async function* iterate(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* source;
}
