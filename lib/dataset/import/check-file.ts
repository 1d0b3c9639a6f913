import "server-only";
import { createHash } from "node:crypto";
import { db, type Tx } from "@/lib/database/db";
import { type CheckResult, StudyChecker } from "@/lib/dataset/rules/check";
import { detect, HEAD_BYTES, missingColumns } from "@/lib/dataset/rules/formats/detect";
import { isFixed } from "@/lib/dataset/rules/formats/mapping";
import { readFormat, studyOf } from "@/lib/dataset/rules/formats/read";
import type { Syntax } from "@/lib/dataset/rules/formats/rows";
import { type FileProblem, isProblem } from "@/lib/dataset/rules/lines";
import { CauseCounter } from "@/lib/dataset/rules/problem-causes";
import { type RecordLine, readRecords } from "@/lib/dataset/rules/records";
import type { Cause } from "@/lib/dataset/schema/imports";
import { FileFormat, Mapping } from "@/lib/dataset/schema/mapping";
import { type Content, firstPiece, openContent } from "./content";
import { describeRows } from "./describe-rows";
import { advance, BATCH, BATCH_TEXT, endImport, type ImportRun, Interrupted, LONG } from "./progress";

/** Maximum number of problems stored; all are counted. */
const MAX_PROBLEMS = 10_000;

interface Line {
  line: number;
  type: string;
  raw: string;
  sha256: string;
}

/**
 * Reads all lines of an import, stores each unchanged, and checks the records against each other. The import
 * is then ready to be written, or failed with its problems by line. Restarts after a crash.
 *
 * If rows do not fit, the file is read again without them until the rest is consistent, because records that
 * refer to an excluded row are excluded too: this shows how many rows are affected before a researcher agrees
 * to it.
 */
export async function checkImport(id: string, run: ImportRun): Promise<void> {
  const { count } = await db.import.updateMany({
    where: { id, state: { in: ["queued", "checking"] } },
    data: { state: "checking", done: 0 },
  });
  if (count === 0) return;

  const content = await openContent(id);
  try {
    await checkContent(id, run, await openFile(id, content));
  } finally {
    await content.close();
  }
}

async function checkContent(id: string, run: ImportRun, file: OpenFile): Promise<void> {
  const leftOut = new Set<number>();
  let first: CheckResult | null = null;
  let causes: Cause[] = [];
  const echoes: FileProblem[] = [];
  for (;;) {
    const pass = await readThrough(id, run, file, leftOut);
    if (first === null) {
      first = pass.result;
      causes = pass.causes;
    } else echoes.push(...pass.result.problems);
    echoes.push(...pass.result.echoes);
    const { rows, isWhole } = pass.result;
    if (!isWhole && rows.size > 0) {
      for (const row of rows) leftOut.add(row);
      await startOver(id);
      continue;
    }
    const findings: Findings = { file, causes, first, echoes: echoes.slice(0, MAX_PROBLEMS) };
    const isSound = leftOut.size === 0 || (file.leaveOut && pass.records > 1);
    if (!isWhole && isSound) return await finishCheck(id, pass.records, findings, leftOut.size);
    return await fail(id, findings, !isWhole && pass.records > 1 ? leftOut.size : 0);
  }
}

/** The problems found in a file. */
interface Findings {
  file: OpenFile;
  causes: Cause[];
  /** For the whole file. */
  first: CheckResult;
  /** The problems that follow from those. */
  echoes: FileProblem[];
}

interface OpenFile {
  content: Content;
  leaveOut: boolean;
  /** The format of its rows; null when unknown. */
  how: { shape: FileFormat; syntax: Syntax; mapping: Mapping } | null;
  shape: FileFormat;
  /** The records of the file, without those of some rows. */
  read: (leftOut: ReadonlySet<number>) => AsyncIterable<RecordLine | FileProblem>;
}

/** Reads the whole file without the excluded rows. Lines are stored as long as there are no problems. */
async function readThrough(id: string, run: ImportRun, file: OpenFile, leftOut: ReadonlySet<number>) {
  const { shape, leaveOut } = file;
  // Several rows can be on one line: the line of each row.
  const lines: number[] = [];
  const isList = file.how?.syntax.kind === "json";
  const checker = new StudyChecker(MAX_PROBLEMS, (row) => ({
    line: lines[row] ?? row,
    place: isList ? `[${row - 1}]` : "",
  }));
  const causes = new CauseCounter();
  let sound = leaveOut || leftOut.size === 0;
  let records = 0;
  let done = 0;
  let line = 0;
  let pending: Line[] = [];
  let text = 0;

  const flush = async () => {
    const batch = pending;
    await advance(id, run, "checking", done, line, async (tx) => {
      if (sound) await insertLines(tx, id, batch);
    });
    done = line;
    pending = [];
    text = 0;
  };

  for await (const read of file.read(leftOut)) {
    if (isProblem(read)) {
      checker.report(read);
      sound &&= leaveOut && read.row !== undefined;
      line = read.line ?? line;
    } else if (shape === "study" && leftOut.has(read.row)) {
      if ("id" in read.record) checker.lose(read.record.type, read.record.id);
      line = read.line;
    } else {
      if (shape !== "study") lines[read.row] = read.line;
      checker.add(read.record, read.row);
      records++;
      line = read.line;
      text += read.text.length;
      const sha256 = createHash("sha256").update(read.text).digest("hex");
      // In other formats a row gives several records, which are numbered in order.
      pending.push({
        line: shape === "study" ? line : records,
        type: read.record.type,
        raw: read.text,
        sha256,
      });
    }
    if (line - done >= (run.batch ?? BATCH) || text >= BATCH_TEXT) await flush();
  }
  await flush();
  const result = checker.finish();
  for (const problem of result.problems) causes.add(problem);
  return { result, records, causes: causes.counted() };
}

/** Deletes the stored lines before the file is read again. */
async function startOver(id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({ where: { id, state: "checking" }, data: { done: 0 } });
    if (count === 0) throw new Interrupted();
    await tx.importRow.deleteMany({ where: { importId: id } });
  }, LONG);
}

/**
 * The records of an import, read in the format that the uploader chose, or the detected one, which is stored.
 */
async function openFile(id: string, content: Content): Promise<OpenFile> {
  const { fileName, leaveOut, ...given } = await db.import.findUniqueOrThrow({
    where: { id },
    select: { fileName: true, shape: true, mapping: true, leaveOut: true },
  });
  const refused = (shape: FileFormat, problems: FileProblem[]): OpenFile => {
    return { content, leaveOut, shape, how: null, read: () => unreadable(fileName, problems) };
  };
  if (content.problem !== null) return refused("table", [{ line: null, place: "", reason: content.problem }]);
  const asStudy: OpenFile = {
    content,
    leaveOut,
    shape: "study",
    how: { shape: "study", syntax: { kind: "jsonl" }, mapping: {} },
    read: (leftOut) => withoutProblemsOf(readRecords(content.read()), leftOut),
  };
  const format = FileFormat.nullable().parse(given.shape) ?? undefined;
  if (format === "study") return asStudy;
  const first = await firstPiece(content.read());
  const head = first.subarray(0, HEAD_BYTES);
  const whole = head.length === first.length && head.length < HEAD_BYTES;
  const found = await detect({ head, whole, name: fileName }, format);
  if (!found) return refused("table", [{ line: null, place: "", reason: "the file is empty" }]);
  const { shape, syntax, columns } = found;
  const mapping = given.mapping === null ? found.mapping : Mapping.parse(given.mapping);
  await db.import.update({
    where: { id },
    data: shape === "study" ? { shape } : { shape, mapping, columns: isFixed(shape) ? [] : columns },
  });
  if (shape === "study") return asStudy;
  const missing = columns.length === 0 ? [] : missingColumns(mapping, found);
  if (missing.length > 0) return refused(shape, missing);
  const name = fileName.replace(/(?:\.\w{1,8}){1,2}$/, "") || fileName;
  return {
    content,
    leaveOut,
    shape,
    how: { shape, syntax, mapping },
    read: (leftOut) => readFormat(content.read(), { shape, syntax, mapping, name }, leftOut),
  };
}

/** A study file without the unreadable lines that are excluded. */
async function* withoutProblemsOf(
  source: AsyncIterable<RecordLine | FileProblem>,
  leftOut: ReadonlySet<number>,
): AsyncGenerator<RecordLine | FileProblem> {
  for await (const read of source)
    if (!(isProblem(read) && read.row !== undefined && leftOut.has(read.row))) yield read;
}

/** A file whose rows are not read. */
async function* unreadable(name: string, problems: FileProblem[]): AsyncGenerator<RecordLine | FileProblem> {
  yield studyOf(name);
  yield* problems;
}

async function insertLines(tx: Tx, id: string, lines: Line[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "ImportRow" ("importId", "line", "type", "raw", "sha256")
    SELECT ${id}::uuid, r."line", r."type", r."raw", r."sha256"
    FROM json_to_recordset(${JSON.stringify(lines)}::json)
      AS r("line" int, "type" text, "raw" text, "sha256" text)
    ON CONFLICT DO NOTHING`;
}

async function finishCheck(id: string, records: number, findings: Findings, leftOut: number): Promise<void> {
  const { causes, first } = findings;
  const errors = leftOut === 0 ? [] : await errorRows(findings);
  await db.$transaction(async (tx) => {
    const { count } = await tx.import.updateMany({
      where: { id, state: "checking" },
      data: { state: "writing", done: 0, lines: records, unfit: leftOut, problems: first.total, causes },
    });
    if (count === 0) throw new Interrupted();
    await writeErrors(tx, id, errors);
    await tx.importChunk.deleteMany({ where: { importId: id } });
  }, LONG);
}

/** Fails an import; `unfit` is the number of rows to leave out, or 0 when that would not help. */
async function fail(id: string, findings: Findings, unfit: number): Promise<void> {
  const { causes, first } = findings;
  const errors = await errorRows(findings);
  await db.$transaction(async (tx) => {
    const what =
      first.total === 1 ? "There is a problem" : `There are ${first.total.toLocaleString("en")} problems`;
    const failure = `${what} in the file. Nothing was imported.`;
    const data = { failure, problems: first.total, causes, unfit };
    if (!(await endImport(tx, null, { id }, "failed", data))) throw new Interrupted();
    await writeErrors(tx, id, errors);
  }, LONG);
}

type ErrorRow = Awaited<ReturnType<typeof errorRows>>[number];

/** The problems as stored, each with the id of its row. */
async function errorRows({ file, first, echoes }: Findings) {
  const all = [
    ...first.problems.map((problem) => ({ ...problem, echo: false })),
    ...echoes.map((problem) => ({ ...problem, echo: true })),
  ];
  const wanted = new Set(all.flatMap(({ row }) => (row === undefined ? [] : [row])));
  const rows = file.how && (await describeRows(file.content.read(), file.how, wanted));
  return all.map(({ line, place, reason, row, excerpt, echo }, n) => {
    const described = row === undefined ? undefined : rows?.get(row);
    const text = excerpt ?? described?.excerpt ?? "";
    return {
      n,
      line: line ?? 0,
      path: writable(place),
      reason: writable(reason),
      rowId: described?.id ? writable(described.id) : null,
      excerpt: text === "" ? null : writable(text),
      echo,
    };
  });
}

/** A shortened quotation may end in an unpaired surrogate, which PostgreSQL's JSON refuses, like NUL. */
function writable(text: string): string {
  return text.replace(/[\0\p{Surrogate}]/gu, "\ufffd");
}

async function writeErrors(tx: Tx, id: string, rows: ErrorRow[]): Promise<void> {
  await tx.importError.deleteMany({ where: { importId: id } });
  await tx.$executeRaw`
    INSERT INTO "ImportError" ("importId", "n", "line", "path", "reason", "rowId", "excerpt", "echo")
    SELECT ${id}::uuid, r."n", r."line", r."path", r."reason", r."rowId", r."excerpt", r."echo"
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS r("n" int, "line" int, "path" text, "reason" text,
      "rowId" text, "excerpt" text, "echo" boolean)`;
}
