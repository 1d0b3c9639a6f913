import { isObject } from "@/lib/dataset/rules/formats/mapping";
import { JsonProblem, parseStrictJson } from "@/lib/formats/json";
import type { JsonObject } from "@/lib/formats/json-value";
import { inspectRow, sampleNames, samplesOf } from "./inspect-rows";
import { workbookLines } from "./workbook-rows";

/** Number of rows that are read to detect a format: as many as `detect` shows of any file. */
const ROWS = 51;

/** Largest packed file that is opened in the browser; the server reads larger ones all the same. */
const MOST_BYTES = 64 * 2 ** 20;

/** Largest total size of a workbook's parts, uncompressed, that the browser opens. */
const MOST_UNPACKED_BYTES = 256 * 2 ** 20;

/**
 * The first rows of a workbook or of a log of Inspect on the user's own machine, as lines of JSON. Throws if
 * it cannot be read here.
 */
export async function packedHead(
  file: Blob,
  kind: "workbook" | "inspect" | "inspect-json",
): Promise<{ text: string; whole: boolean }> {
  if (file.size > MOST_BYTES) throw new Error("too large to be opened here");
  const lines: string[] = [];
  for await (const line of linesOf(file, kind)) if (lines.push(line) > ROWS) break;
  return { text: lines.slice(0, ROWS).join(""), whole: lines.length <= ROWS };
}

async function* linesOf(file: Blob, kind: "workbook" | "inspect" | "inspect-json"): AsyncGenerator<string> {
  if (kind === "workbook") {
    const { readSheet } = await import("read-excel-file/universal");
    const unpacked = await unpackedWorkbook(new Uint8Array(await file.arrayBuffer()));
    yield* workbookLines(await readSheet(unpacked, { trim: false }));
  } else if (kind === "inspect-json") {
    const header = objectIn(await file.text());
    for (const sample of samplesOf(header) ?? []) yield `${JSON.stringify(inspectRow(header, sample))}\n`;
  } else yield* samplesIn(new Uint8Array(await file.arrayBuffer()));
}

/**
 * A workbook with its parts uncompressed. For a large compressed part the library would start a worker from a blob, which
 * the page's content security policy refuses: reading would never end.
 */
async function unpackedWorkbook(workbook: Uint8Array): Promise<Blob> {
  const { unzipSync, zipSync } = await import("fflate");
  let bytes = 0;
  const parts = unzipSync(workbook, {
    filter({ originalSize }) {
      bytes += originalSize;
      if (bytes > MOST_UNPACKED_BYTES) throw new Error("too large to be opened here");
      return true;
    },
  });
  return new Blob([new Uint8Array(zipSync(parts, { level: 0 }))]);
}

async function* samplesIn(archive: Uint8Array): AsyncGenerator<string> {
  const { unzipSync, strFromU8 } = await import("fflate");
  const names: string[] = [];
  unzipSync(archive, { filter: ({ name }) => names.push(name) < 0 });
  const wanted = new Set(sampleNames(names).slice(0, ROWS + 1));
  const start = names.includes("header.json") ? "header.json" : "_journal/start.json";
  const files = unzipSync(archive, { filter: ({ name }) => name === start || wanted.has(name) });
  const read = (name: string) => (files[name] ? objectIn(strFromU8(files[name])) : {});
  const header = read(start);
  for (const name of wanted) yield `${JSON.stringify(inspectRow(header, read(name)))}\n`;
}

function objectIn(text: string): JsonObject {
  const parsed = parseStrictJson(text);
  if (parsed instanceof JsonProblem || !isObject(parsed.value)) throw new Error("is no object");
  return parsed.value;
}
