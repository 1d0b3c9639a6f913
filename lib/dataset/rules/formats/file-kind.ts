import { wideEncoding } from "@/lib/dataset/rules/encoding";

/** Known file types by their first bytes, with advice for those that cannot be read. */
const KINDS: [bytes: number[], what: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], "zip"],
  [[0x50, 0x4b, 0x05, 0x06], "zip"],
  [[0xd0, 0xcf, 0x11, 0xe0], "spreadsheet"],
  [[0x37, 0x7a, 0xbc, 0xaf], "archive"],
  [[0xfd, 0x37, 0x7a, 0x58], "archive"],
  [[0x28, 0xb5, 0x2f, 0xfd], "archive"],
  [[0x42, 0x5a, 0x68], "archive"],
  [[0x52, 0x61, 0x72, 0x21], "archive"],
  [[0x25, 0x50, 0x44, 0x46], "document"],
  [[0x50, 0x41, 0x52, 0x31], "parquet"],
];

/** True if a file's first bytes are those of an archive, spreadsheet or document. */
export function isNoText(head: Uint8Array): boolean {
  const kind = kindOf(head);
  return kind !== null && kind !== "parquet";
}

/** True if a file is Parquet by its first bytes. */
export function isParquet(head: Uint8Array): boolean {
  return kindOf(head) === "parquet";
}

/** Bytes of a file that tell which packed table it is. */
export const PACKED_HEAD = 256;

/** A zip archive that is read as a table: a workbook (XLSX), or a log of Inspect (`.eval`); null for any other. */
export function packedTableOf(head: Uint8Array): "workbook" | "inspect" | null {
  if (kindOf(head) !== "zip" || head.length < LOCAL_HEADER) return null;
  const length = (head[26] ?? 0) | ((head[27] ?? 0) << 8);
  const first = new TextDecoder("latin1").decode(head.subarray(LOCAL_HEADER, LOCAL_HEADER + length));
  if (/^(?:\[Content_Types\]\.xml$|_rels\/|docProps\/|xl\/|customXml\/)/.test(first)) return "workbook";
  return /^(?:_journal\/|samples\/|header\.json$|summaries\.json$|reductions\.json$)/.test(first)
    ? "inspect"
    : null;
}

const LOCAL_HEADER = 30;

/** True for the beginning of a log of Inspect in its JSON form. */
export function isInspectJson(head: Uint8Array): boolean {
  const text = new TextDecoder("utf-8").decode(head.subarray(0, PACKED_HEAD)).replace(/^\uFEFF/, "");
  return /^\s*\{\s*"version"\s*:\s*\d+\s*,\s*"status"\s*:\s*"\w+"\s*,\s*(?:"invalidated"\s*:\s*\w+\s*,\s*)?"eval"\s*:/.test(
    text,
  );
}

function kindOf(head: Uint8Array): string | null {
  return KINDS.find(([bytes]) => bytes.every((byte, at) => head[at] === byte))?.[1] ?? null;
}

/**
 * Returns why a file cannot be imported, judged by its first bytes, with advice; null if nothing speaks
 * against it. `whole` means that `head` is the entire file.
 */
export function whyUnreadable(head: Uint8Array, name: string, whole: boolean): string | null {
  const kind = kindOf(head);
  const isSpreadsheet =
    kind === "spreadsheet" || (kind === "zip" && (/\.(?:xlsx|xlsm|ods)$/i.test(name) || hasSheets(head)));
  if (isSpreadsheet)
    return "This is a spreadsheet. In Excel or LibreOffice, save the sheet as “CSV UTF-8 (comma delimited)”, then import that file.";
  if (kind === "zip" || kind === "archive")
    return "This is a packed file. Unpack it and import what is in it, one file after the other; only .gz is unpacked here.";
  if (kind === "parquet")
    return 'This is a Parquet file. Write it as JSONL (in pandas: df.to_json("file.jsonl", orient="records", lines=True)), then take that file.';
  if (kind === "document") return "This is a PDF. Import a table, JSON or a study file.";
  const wide = wideEncoding(head);
  if (wide) return `This file is ${wide}. Save it as UTF-8 (in Excel, “CSV UTF-8”), then import it.`;
  if (isOtherEncoding(head, whole))
    return "This file is not UTF-8; it looks like Windows-1252 or Latin-1. Save it as UTF-8 (in Excel, “CSV UTF-8”), then import it.";
  return null;
}

function hasSheets(head: Uint8Array): boolean {
  const names = new TextDecoder("latin1").decode(head.subarray(0, 4096));
  return names.includes("[Content_Types].xml") || names.includes("xl/");
}

/**
 * True if no character beyond ASCII is valid UTF-8. A file with valid ones and others is damaged: its rows
 * are refused one by one.
 */
function isOtherEncoding(head: Uint8Array, whole: boolean): boolean {
  const text = new TextDecoder("utf-8").decode(head, { stream: !whole });
  return text.includes("\ufffd") && !/[^\0-\x7f\ufffd]/u.test(text);
}
