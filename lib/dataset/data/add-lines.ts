import "server-only";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Member } from "@/lib/auth/actor";
import { db } from "@/lib/database/db";
import { isAdded } from "@/lib/dataset/data/known-records";
import { lockDataset } from "@/lib/dataset/data/lock";
import { fittingRecords, resolveConflicts } from "@/lib/dataset/data/resolve-conflicts";
import { type LastPosition, writeRecords } from "@/lib/dataset/data/write-records";
import { UploadProblem } from "@/lib/dataset/import/limits";
import { wholeUpload } from "@/lib/dataset/import/whole-upload";
import { isProblem, LINE_LIMITS, type LineLimits, readLines } from "@/lib/dataset/rules/lines";
import { LinesPart, LinesTally } from "@/lib/dataset/rules/lines-part";
import { parseRecord } from "@/lib/dataset/rules/records";
import { ADDED_TYPES, type LinesAdded, type OnConflict } from "@/lib/dataset/schema/additions";
import { isRefusal, type Refusal, refuse } from "@/lib/http/refusals";

/** Milliseconds of reading after which others get the processor: annotators save in the same process. */
const SLICE = 5;

interface Options {
  onConflict: OnConflict;
  /** The announced size of the body, if any: fewer bytes mean that the connection broke. */
  expected?: number | null;
  limits?: LineLimits;
}

/**
 * Adds the tasks, responses and drafts on the lines of a body to a dataset, as they arrive. Each line is added or refused by
 * itself, as if the lines had been sent alone and in this order; what it refers to stands before it. They are written in parts,
 * so that a body that breaks off leaves what came before, and may be sent again. The study line is passed over. Null when the
 * dataset is not the admin's.
 */
export async function addLines(
  admin: Member<"admin">,
  datasetId: string,
  source: AsyncIterable<Uint8Array>,
  { onConflict, expected = null, limits = LINE_LIMITS }: Options,
): Promise<LinesAdded | Refusal<"archived" | "lines-interrupted"> | null> {
  const tally = new LinesTally();
  let last: LastPosition | undefined;
  /** Writes a part. False when the dataset is not, or no more, the admin's. */
  const write = async (part: LinesPart): Promise<boolean | Refusal<"archived">> => {
    const written = await writePart(admin, datasetId, part, { onConflict, last });
    if (written === null || isRefusal(written)) return written ?? false;
    last = written.last;
    tally.addPart(part, written.done, written.problems);
    return true;
  };

  let part = new LinesPart();
  // Before anything is read: an empty part.
  let going = await write(part);
  try {
    let since = performance.now();
    for await (const read of readLines(wholeUpload(source, expected), limits)) {
      if (going !== true) break;
      if (performance.now() - since > SLICE) {
        await yieldToOthers();
        since = performance.now();
      }
      const line = isProblem(read) ? [read] : lineOf(read);
      if (Array.isArray(line)) tally.refuse(line);
      else if (line !== null && !part.add(line)) {
        going = await write(part);
        part = new LinesPart();
        part.add(line);
      }
    }
  } catch (error) {
    if (!(error instanceof UploadProblem)) throw error;
    return refuse("lines-interrupted");
  }
  if (going === true) going = await write(part);
  if (going === true) return tally.result();
  return going === false ? null : going;
}

/** The record on a line, or its problems; null for the study line. */
function lineOf({ line, text }: { line: number; text: string }) {
  const record = parseRecord(text, line);
  if (Array.isArray(record)) return record;
  if (record.type === "study") return null;
  if (isAdded(record)) return { line, record, length: text.length };
  const reason = `is "${record.type}": only ${ADDED_TYPES.join(", ")} can be added`;
  return [{ line, place: "type", reason }];
}

/** Writes the lines of a part that fit, in one transaction. */
function writePart(
  admin: Member<"admin">,
  datasetId: string,
  { lines }: LinesPart,
  { onConflict, last }: { onConflict: OnConflict; last: LastPosition | undefined },
) {
  return db.$transaction(
    async (tx) => {
      // Annotators go on saving and submitting: rows that refer to the dataset do not wait for this lock.
      const dataset = await lockDataset(tx, admin, datasetId, "no-key-update");
      if (dataset?.state !== "ready") return null;
      if (dataset.isProjectArchived) return refuse("archived");
      const plan = await resolveConflicts(tx, datasetId, lines, onConflict);
      const { fitting, problems } = fittingRecords(plan);
      const written = await writeRecords(
        tx,
        admin,
        { ...dataset, id: datasetId },
        { ...plan, fitting, last },
      );
      return { ...written, problems: [...plan.conflicts, ...problems] };
    },
    { timeout: 120_000 },
  );
}
