import "server-only";
import { createHash } from "node:crypto";
import { type CheckResult, StudyChecker } from "@/lib/dataset/rules/check";
import { isProblem, type Problem } from "@/lib/dataset/rules/lines";
import { type RecordLine, readRecords } from "@/lib/dataset/rules/records";
import { detect, HEAD_BYTES, missingColumns } from "@/lib/dataset/rules/shapes/detect";
import { Mapping, Shape } from "@/lib/dataset/rules/shapes/mapping";
import { readShape, studyOf } from "@/lib/dataset/rules/shapes/read";
import { db, type Tx } from "@/lib/db";
import { readChunks } from "./chunks";
import { advance, BATCH, BATCH_TEXT, endImport, type ImportRun, Interrupted, LONG } from "./progress";

/** How many problems are kept for people to read; all are counted. */
export const MOST_PROBLEMS = 10_000;

interface Line {
  line: number;
  type: string;
  raw: string;
  sha256: string;
}

/**
 * Reads every line of an import, keeps each as it came, and holds the records against each other. Ends with the
 * import ready to be written, or failed with its problems by line. Begins anew after a crash.
 */
export async function checkImport(id: string, run: ImportRun): Promise<void> {
  const { count } = await db.import.updateMany({
    where: { id, state: { in: ["queued", "checking"] } },
    data: { state: "checking", done: 0 },
  });
  if (count === 0) return;

  const { shape, source } = await open(id);
  const checker = new StudyChecker(MOST_PROBLEMS);
  let sound = true;
  let records = 0;
  let done = 0;
  let line = 0;
  let held: Line[] = [];
  let text = 0;

  const flush = async () => {
    const lines = held;
    await advance(id, run, "checking", done, line, async (tx) => {
      if (sound) await keepLines(tx, id, lines);
    });
    done = line;
    held = [];
    text = 0;
  };

  for await (const read of source) {
    if (isProblem(read)) {
      checker.report(read);
      sound = false;
      line = read.line ?? line;
    } else {
      checker.add(read.record, read.line);
      records++;
      line = read.line;
      text += read.text.length;
      const sha256 = createHash("sha256").update(read.text).digest("hex");
      // Of other shapes a row gives several records: they are numbered in their order.
      held.push({ line: shape === "study" ? line : records, type: read.record.type, raw: read.text, sha256 });
    }
    if (line - done >= (run.batch ?? BATCH) || text >= BATCH_TEXT) await flush();
  }
  await flush();

  const result = checker.finish();
  if (result.total > 0) await fail(id, result);
  else await pass(id, records);
}

/** The records of an import, read as what somebody said it is or as what it looks like, which is written down. */
async function open(id: string): Promise<{ shape: Shape; source: AsyncIterable<RecordLine | Problem> }> {
  const { fileName, ...given } = await db.import.findUniqueOrThrow({
    where: { id },
    select: { fileName: true, shape: true, mapping: true },
  });
  const asked = Shape.nullable().parse(given.shape) ?? undefined;
  if (asked === "study") return { shape: asked, source: readRecords(readChunks(id)) };
  const { value: first } = await readChunks(id).next();
  const head: Uint8Array = (first ?? new Uint8Array(0)).subarray(0, HEAD_BYTES);
  const whole = head.length === (first?.length ?? 0) && head.length < HEAD_BYTES;
  const found = await detect({ head, whole, name: fileName }, asked);
  if (!found)
    return {
      shape: "table",
      source: unreadable(fileName, [{ line: null, place: "", reason: "the file is empty" }]),
    };
  const { shape, syntax, columns } = found;
  const mapping = given.mapping === null ? found.mapping : Mapping.parse(given.mapping);
  await db.import.update({
    where: { id },
    data: { shape, mapping: shape === "study" ? undefined : mapping },
  });
  if (shape === "study") return { shape, source: readRecords(readChunks(id)) };
  const missing = columns.length === 0 ? [] : missingColumns(mapping, found);
  if (missing.length > 0) return { shape, source: unreadable(fileName, missing) };
  const name = fileName.replace(/(?:\.\w{1,8}){1,2}$/, "") || fileName;
  return { shape, source: readShape(readChunks(id), { shape, syntax, mapping, name }) };
}

/** A file of which not even the rows are looked at. */
async function* unreadable(name: string, problems: Problem[]): AsyncGenerator<RecordLine | Problem> {
  yield studyOf(name);
  yield* problems;
}

async function keepLines(tx: Tx, id: string, lines: Line[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "ImportRow" ("importId", "line", "type", "raw", "sha256")
    SELECT ${id}::uuid, r."line", r."type", r."raw", r."sha256"
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS r("line" int, "type" text, "raw" text, "sha256" text)
    ON CONFLICT DO NOTHING`;
}

async function pass(id: string, records: number): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, state: "checking" },
      data: { state: "writing", done: 0, lines: records },
    });
    if (count === 0) throw new Interrupted();
    await tx.importChunk.deleteMany({ where: { importId: id } });
  }, LONG);
}

async function fail(id: string, { problems, total }: CheckResult): Promise<void> {
  const rows = problems.map(({ line, place, reason }, n) => ({
    n,
    line: line ?? 0,
    // A shortened quotation may end in half a character, which JSON in PostgreSQL refuses.
    path: place.replace(/\p{Surrogate}/gu, "\ufffd"),
    reason: reason.replace(/\p{Surrogate}/gu, "\ufffd"),
  }));
  await db.$transaction(async (tx) => {
    const what = total === 1 ? "There is a problem" : `There are ${total.toLocaleString("en")} problems`;
    const failure = `${what} in the file. Nothing was imported.`;
    if (!(await endImport(tx, null, { id }, "failed", { failure, problems: total }))) throw new Interrupted();
    await tx.$executeRaw`
      INSERT INTO "ImportError" ("importId", "n", "line", "path", "reason")
      SELECT ${id}::uuid, r."n", r."line", r."path", r."reason"
      FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("n" int, "line" int, "path" text, "reason" text)`;
  }, LONG);
}
