import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { unzip } from "@/lib/export/unzip";
import { FILES, fileOf, folderOf, ownerOf } from "@/lib/study/rules/files";
import { digestOf, hashOfSet } from "@/lib/study/rules/hash";
import { check, contradictions, unexplained } from "@/lib/study/rules/manifest";
import { Manifest, ManifestPart } from "@/lib/study/schema";
import { BadInput } from "./bad-input";
import { type Output, terminal } from "./terminal";
import { unreadable } from "./unreadable";

const help = `Usage: countersign verify-study FILE.zip|FOLDER [--manifest MANIFEST.json]

Checks a frozen study against its manifest: the archive of a version, or the same unpacked. Every part is hashed again
from its lines. Ends with 0 when everything is what the manifest says, with 1 when something is not.

  --manifest FILE  against this manifest, such as that of a public card, instead of the one inside. What of it is not
                   in the archive is then said, and is wrong as well
`;

const options = {
  help: { type: "boolean", short: "h", default: false },
  manifest: { type: "string" },
} as const;

/** A part that was changed because somebody was erased. */
const Erased = z.array(ManifestPart);

/** `countersign verify-study`: 0 when a frozen study is what its manifest says, 1 when not, 2 on bad input. */
export async function verifyStudy(args: string[], output: Output = terminal): Promise<number> {
  try {
    const { values: given, positionals } = read(args);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    const [place, ...others] = positionals;
    if (place === undefined || others.length > 0) throw new BadInput("name one archive or folder");
    const files = filesIn(place);
    const text = given.manifest === undefined ? files("manifest.json") : bytesOf(given.manifest);
    if (!text) throw new BadInput(`${place} has no manifest.json`);
    const manifest = parsed(Manifest, text, "the manifest");
    const erasedText = files("erased.json");
    const erased = erasedText ? parsed(Erased, erasedText, "erased.json") : [];
    const checked = check(manifest, partsIn(files, manifest));
    const { missing, foreign } = unexplained(checked, erased);
    const places = new Map(manifest.batches.map((one) => [one.batch, folderOf(one)]));
    const placeOf = ({ batch }: ManifestPart) => places.get(batch) ?? "nowhere";
    const problems = [
      ...contradictions(manifest),
      ...missing.map(
        (part) =>
          `${placeOf(part)}: a part of kind ${part.kind} with ${part.records} records is not here as it was`,
      ),
      ...foreign.map(
        (part) => `${placeOf(part)}: ${part.records} records of kind ${part.kind} are not in the manifest`,
      ),
    ];
    const lines = [
      `version ${manifest.version} of “${manifest.title}”`,
      `SHA-256 ${createHash("sha256").update(text).digest("hex")}`,
      `${checked.intact.length} of ${manifest.parts.length} parts are what they were`,
      ...(erased.length > 0 ? [`${erased.length} parts were changed because somebody was erased`] : []),
      ...problems.map((problem) => `WRONG: ${problem}`),
    ];
    output.stdout(`${lines.join("\n")}\n`);
    return problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    output.stderr(`countersign verify-study: ${error.message}\n`);
    return 2;
  }
}

type Files = (name: string) => Buffer | undefined;

/** The parts that the files have, hashed anew. */
function partsIn(files: Files, { batches }: Manifest): ManifestPart[] {
  return batches.flatMap((source) => {
    const found = new Map<string, { kind: ManifestPart["kind"]; digests: string[] }>();
    for (const file of FILES) {
      let person = 0;
      for (const line of (files(fileOf(source, file))?.toString("utf8") ?? "").split("\n")) {
        if (line === "") {
          person++;
          continue;
        }
        const { kind, rater } =
          file === "public-labels"
            ? { kind: "public_labels" as const, rater: String(person) }
            : ownerOf(file, line);
        const key = `${kind} ${rater}`;
        const part = found.get(key) ?? { kind, digests: [] };
        part.digests.push(digestOf(line));
        found.set(key, part);
      }
    }
    return [...found.values()].map(({ kind, digests }) => ({
      batch: source.batch,
      kind,
      records: digests.length,
      sha256: hashOfSet(digests),
    }));
  });
}

function filesIn(place: string): Files {
  if (isFolder(place)) {
    const names = new Set(readdirSync(place, { recursive: true, encoding: "utf8" }));
    return (name) => (names.has(path.normalize(name)) ? bytesOf(path.join(place, name)) : undefined);
  }
  const archive = bytesOf(place);
  try {
    const files = unzip(archive);
    return (name) => files.get(name);
  } catch {
    throw new BadInput(`${place} is no zip archive, or is damaged`);
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch (error) {
    throw unreadable(place, error);
  }
}

function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function parsed<S extends z.ZodType>(schema: S, text: Buffer, what: string): z.output<S> {
  try {
    return schema.parse(JSON.parse(text.toString("utf8")));
  } catch {
    throw new BadInput(`${what} is not that of a frozen study`);
  }
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}
