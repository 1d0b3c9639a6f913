import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { BadArchive, unzip } from "@/lib/formats/unzip";
import { tableCsv } from "@/lib/report/rules/render/csv";
import type { Table } from "@/lib/report/schema/table";
import { FILES, fileOf, folderOf, ownerOf } from "@/lib/study/rules/files";
import { hashOfSet, lineDigest } from "@/lib/study/rules/hash";
import { check, contradictions, unexplained } from "@/lib/study/rules/manifest";
import { Manifest, ManifestPart } from "@/lib/study/schema";
import { BadInput } from "./bad-input";
import { parseOptions } from "./command";
import { badInputError } from "./file-errors";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign verify-study FILE.zip|FOLDER [--manifest MANIFEST.json]

Checks a frozen study against its manifest: the archive of a version, or the same unpacked. Every part is hashed again
from its lines, and every table is written again and hashed. The exit code is 0 when everything matches the manifest, 1
otherwise. Files outside of the manifest, such as README.md, are listed.

  --manifest FILE  against this manifest, such as that of a public card, instead of the one inside. Parts of it that are
                   not in the archive are listed and count as a mismatch
`;

const options = {
  help: { type: "boolean", short: "h", default: false },
  manifest: { type: "string" },
} as const;

/** A part that was changed by an erasure. */
const Erased = z.array(ManifestPart);

/** `countersign verify-study`: returns 0 when a release matches its manifest, 1 when not, 2 on bad input. */
export async function verifyStudy(args: string[], output: Output = terminal): Promise<number> {
  try {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    const [place, ...others] = positionals;
    if (place === undefined || others.length > 0) throw new BadInput("name one archive or folder");
    const files = filesIn(place);
    const text = given.manifest === undefined ? files.read("manifest.json") : bytesOf(given.manifest);
    if (!text) throw new BadInput(`${place} has no manifest.json`);
    const manifest = parsed(Manifest, text, "the manifest");
    const erasedText = files.read("erased.json");
    const erased = erasedText ? parsed(Erased, erasedText, "erased.json") : [];
    const found = foundIn(files, manifest);
    const checked = check(manifest, found.parts);
    const { missing, foreign } = unexplained(checked, erased);
    const places = new Map(manifest.batches.map((one) => [one.batch, folderOf(one)]));
    const placeOf = ({ batch }: ManifestPart) => places.get(batch) ?? "nowhere";
    const rest = otherFiles(files, manifest, found.tables);
    const problems = [
      ...contradictions(manifest),
      ...found.problems,
      ...missing.map(
        (part) =>
          `${placeOf(part)}: a part of kind ${part.kind} with ${part.records} records is not here as it was`,
      ),
      ...foreign.map(
        (part) => `${placeOf(part)}: ${part.records} records of kind ${part.kind} are not in the manifest`,
      ),
      ...rest.problems,
    ];
    const lines = [
      `version ${manifest.version} of “${manifest.title}”`,
      `SHA-256 ${createHash("sha256").update(text).digest("hex")}`,
      `${checked.intact.length} of ${manifest.parts.length} parts are what they were`,
      ...(erased.length > 0
        ? [
            `${erased.length} parts were changed because a person was erased: ${erased
              .map((part) => `${placeOf(part)} ${part.kind}`)
              .join(", ")}`,
          ]
        : []),
      ...(rest.unchecked.length > 0 ? [`not checked: ${rest.unchecked.join(", ")}`] : []),
      ...problems.map((problem) => `WRONG: ${problem}`),
    ];
    output.stdout(`${lines.map(plain).join("\n")}\n`);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    output.stderr(`countersign verify-study: ${plain(error.message)}\n`);
    return 2;
  }
}

/** A text without control characters, which a terminal would obey. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, "?");
}

interface Files {
  names: readonly string[];
  read(name: string): Buffer | undefined;
}

interface Found {
  parts: ManifestPart[];
  /** The contents of each table as a file, by name. */
  tables: Map<string, string>;
  problems: string[];
}

/** The parts in the files, with recomputed hashes. */
function foundIn(files: Files, { batches }: Manifest): Found {
  const all: Found = { parts: [], tables: new Map(), problems: [] };
  for (const source of batches) {
    const found = new Map<string, { kind: ManifestPart["kind"]; digests: string[] }>();
    for (const file of FILES) {
      const name = fileOf(source, file);
      let person = 0;
      let number = 0;
      for (const line of linesOf(files.read(name) ?? Buffer.of())) {
        number++;
        if (line.length === 0) {
          person++;
          continue;
        }
        const owner =
          file === "public-labels"
            ? { kind: "public_labels" as const, rater: String(person) }
            : ownerOf(file, textOf(line));
        const table = file === "tables" ? tableOf(textOf(line)) : null;
        if (table) all.tables.set(`${folderOf(source)}/tables/${table.name}.csv`, tableCsv(table));
        if (!owner || (file === "tables" && !table)) {
          all.problems.push(`${name}: line ${number} is no ${file === "tables" ? "table" : "record"}`);
          continue;
        }
        const key = `${owner.kind} ${owner.rater}`;
        const part = found.get(key) ?? { kind: owner.kind, digests: [] };
        part.digests.push(lineDigest(line));
        found.set(key, part);
      }
    }
    for (const { kind, digests } of found.values())
      all.parts.push({
        batch: source.batch,
        kind,
        records: digests.length,
        sha256: hashOfSet(digests),
      });
  }
  return all;
}

/** The raw lines of a file: invalid UTF-8 stays as it is. */
function* linesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(0x0a, at);
    const end = found < 0 ? bytes.length : found;
    yield bytes.subarray(at, end);
    at = end + 1;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Null for invalid text. */
function textOf(line: Buffer): string | null {
  try {
    return decoder.decode(line);
  } catch {
    return null;
  }
}

/** The parts of a table that are written into its file. */
const FrozenTable = z.object({
  name: z.string().regex(/^[a-z-]{1,40}$/),
  columns: z.array(z.object({ id: z.string(), type: z.string(), tasks: z.literal(true).optional() })),
  rows: z.array(z.record(z.string(), z.unknown())),
});

function tableOf(line: string | null): Table | null {
  try {
    return FrozenTable.parse(JSON.parse(line ?? "")) as unknown as Table;
  } catch {
    return null;
  }
}

/** Files of an archive that no hash covers. */
const BESIDE = ["manifest.json", "erased.json"];

/** Problems of files that contain no part, and files that are unknown. */
function otherFiles(
  files: Files,
  { batches }: Manifest,
  tables: Found["tables"],
): { problems: string[]; unchecked: string[] } {
  const parts = batches.flatMap((source) => FILES.map((file) => fileOf(source, file)));
  const known = new Set([...parts, ...tables.keys(), ...BESIDE]);
  const alike = new Set([...known].map((name) => name.toLowerCase()));
  const problems = [...tables]
    .filter(([name, csv]) => !files.read(name)?.equals(Buffer.from(csv)))
    .map(([name]) => `${name} is not the table that was frozen`);
  const unchecked: string[] = [];
  for (const name of files.names.filter((name) => !known.has(name)).sort()) {
    const place = path.posix.normalize(name.replaceAll("\\", "/")).toLowerCase();
    if (/^(batch|study)-\d+(\/|$)/.test(place) || alike.has(place))
      problems.push(`${name} is not of this version`);
    else unchecked.push(name);
  }
  return { problems, unchecked };
}

/** A path that would be unpacked outside the archive's folder. */
const LEADS_OUT = /^[/\\]|^[A-Za-z]:|(?:^|[/\\])\.\.(?:[/\\]|$)/;

function filesIn(place: string): Files {
  if (isFolder(place)) {
    const names = readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) =>
        path.relative(place, path.join(parentPath, name)).replaceAll(path.sep, "/"),
      );
    const there = new Set(names);
    return { names, read: (name) => (there.has(name) ? bytesOf(path.join(place, name)) : undefined) };
  }
  const archive = bytesOf(place);
  try {
    const files = unzip(archive);
    const outside = [...files.keys()].find((name) => LEADS_OUT.test(name));
    if (outside !== undefined) throw new BadArchive(`has ${outside}, which leads out of it`);
    // Folder entries are empty.
    return {
      names: [...files.keys()].filter((name) => !name.endsWith("/")),
      read: (name) => files.get(name),
    };
  } catch (error) {
    if (error instanceof BadArchive) throw new BadInput(`${place} ${error.message}`);
    throw error;
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch (error) {
    throw badInputError(place, error);
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw badInputError(file, error);
  }
}

function parsed<S extends z.ZodType>(schema: S, text: Buffer, what: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text.toString("utf8")));
  } catch {
    throw new BadInput(`${what} is not that of a frozen study`);
  }
}
