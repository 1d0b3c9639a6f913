import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { readSheet } from "read-excel-file/node";
import { inspectRow, NO_SAMPLES, sampleNames, samplesOf } from "@/lib/dataset/rules/formats/inspect-rows";
import { isObject } from "@/lib/dataset/rules/formats/mapping";
import { UnfitWorkbook, workbookLines } from "@/lib/dataset/rules/formats/workbook-rows";
import { amount, LINE_LIMITS } from "@/lib/dataset/rules/lines";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { JsonObject } from "@/lib/formats/json-value";
import { BadArchive, unzipEach } from "@/lib/formats/unzip";

// Reads a workbook (XLSX) or a log of Inspect (`.eval`, JSON) from standard input and writes its rows to
// standard output, as lines of JSON. It runs as a separate process because the file is untrusted. If the file
// is invalid, the reason goes to standard error and the exit code is 2.

/** Such a file is read as a whole, and so is what is in it. */
const MOST_BYTES = { workbook: 100 * 2 ** 20, inspect: 512 * 2 ** 20, "inspect-json": 128 * 2 ** 20 };

/** The parts of a workbook together, or one sample of a log, may unfold to this size: they are held in memory. */
const MOST_UNFOLDED = 512 * 2 ** 20;

class Unfit extends Error {}

async function* linesOf(): AsyncGenerator<string> {
  const kind = process.argv[2] as keyof typeof MOST_BYTES;
  const most = MOST_BYTES[kind];
  let bytes = 0;
  async function* capped() {
    for await (const piece of process.stdin as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > most) {
        const advice = kind === "inspect-json" ? "; write it in the format .eval (inspect log convert)" : "";
        throw new Unfit(`it is larger than ${amount(most)}${advice}`);
      }
      yield piece;
    }
  }
  const file = await buffer(capped());
  let rows = 0;
  for await (const line of kind === "workbook"
    ? workbook(file)
    : kind === "inspect"
      ? archive(file)
      : log(file)) {
    if (++rows > LINE_LIMITS.lines)
      throw new Unfit(`it has more than ${LINE_LIMITS.lines.toLocaleString("en")} rows`);
    yield line;
  }
}

async function* workbook(file: Buffer): AsyncGenerator<string> {
  // The library reads all parts at once. Each is unpacked here first, so that none is larger than declared.
  const parts = [...unzipEach(file)];
  if (parts.reduce((sum, { size }) => sum + size, 0) > MOST_UNFOLDED)
    throw new Unfit(`it unpacks to more than ${amount(MOST_UNFOLDED)}`);
  for (const { read } of parts) read();
  if (!parts.some(({ name }) => name === "xl/workbook.xml"))
    throw new Unfit("it is a packed file, but no workbook (XLSX)");
  yield* workbookLines(await readSheet(file, { trim: false }));
}

function* archive(file: Buffer): Generator<string> {
  const files = new Map([...unzipEach(file)].map((one) => [one.name, one]));
  const read = (name: string): JsonObject => {
    const packed = files.get(name);
    if (!packed) return {};
    if (packed.size > MOST_UNFOLDED) throw new Unfit(`${name} unpacks to more than ${amount(MOST_UNFOLDED)}`);
    return parsed(packed.read().toString("utf8"), name);
  };
  // The header is written last. An evaluation that was ended early has none: the start of its journal says the same.
  const header = read(files.has("header.json") ? "header.json" : "_journal/start.json");
  const samples = sampleNames([...files.keys()]);
  if (samples.length === 0) throw new Unfit(NO_SAMPLES);
  for (const name of samples) yield `${JSON.stringify(inspectRow(header, read(name)))}\n`;
}

function* log(file: Buffer): Generator<string> {
  const header = parsed(file.toString("utf8"), "");
  const samples = samplesOf(header);
  if (samples === null) throw new Unfit(NO_SAMPLES);
  for (const sample of samples) yield `${JSON.stringify(inspectRow(header, sample))}\n`;
}

function parsed(text: string, name: string): JsonObject {
  const result = parseStrictJson(text);
  const where = name === "" ? "" : `${name}: `;
  if (result instanceof JsonProblem)
    throw new Unfit(`${where}${[result.place, result.reason].filter((part) => part !== "").join(": ")}`);
  if (!isObject(result.value)) throw new Unfit(`${where}is no object`);
  return result.value;
}

try {
  await pipeline(linesOf, process.stdout);
} catch (error) {
  const reason = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  const isKnown = error instanceof Unfit || error instanceof UnfitWorkbook;
  process.stderr.write(
    isKnown ? reason : error instanceof BadArchive ? `it ${reason}` : `it is damaged (${reason})`,
  );
  process.exitCode = 2;
}
