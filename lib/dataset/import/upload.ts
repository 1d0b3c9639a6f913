import "server-only";
import { type Member, memberOf } from "@/lib/auth/actor";
import { audit } from "@/lib/auth/audit";
import { db, type Tx } from "@/lib/database/db";
import { importRunJob } from "@/lib/dataset/schema/jobs";
import type { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import { explain, type Refusal, refuse } from "@/lib/http/refusals";
import { enqueue } from "@/lib/queue/enqueue";
import { hashed, storeChunks } from "./chunks";
import { gunzipIfPacked } from "./gunzip";
import { UploadProblem } from "./limits";
import { type ImportRun, runImport, stopImport } from "./run";
import { wholeUpload } from "./whole-upload";

export interface ImportOptions {
  fileName: string;
  /** The name of the dataset; default: the study's own. */
  name?: string | undefined;
  /** The format of the file; detected by default. */
  shape?: FileFormat | undefined;
  /** The column mapping; guessed from column names by default. */
  mapping?: Mapping | undefined;
  /** Leaves out rows that do not fit; otherwise they fail the import. */
  leaveOut?: boolean | undefined;
  /** Sample data, labelled as such wherever it is shown. */
  sample?: boolean;
}

/**
 * Receives an upload and queues it for the worker. Returns the import's id once all bytes are stored; null
 * when the project is not the actor's. `expected` is the announced size, if any: fewer bytes mean that the
 * connection broke.
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
 * Imports a study file without HTTP and worker, for seeds and tests. Imports the whole file, or returns the
 * reasons why it cannot. The caller must have checked access.
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

/** Creates the import, and its dataset, which is hidden until it is complete. */
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

/** Stores the bytes and queues the import, or returns why it fails, which is stored on the import too. */
async function receive(
  id: string,
  source: AsyncIterable<Uint8Array>,
  expected: number | null,
  alongside?: (tx: Tx) => Promise<void>,
): Promise<Refusal | null> {
  try {
    const { blocks, digest } = hashed(wholeUpload(source, expected));
    const { bytes, lines } = await storeChunks(id, gunzipIfPacked(blocks));
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

async function* iterate(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  yield* source;
}
