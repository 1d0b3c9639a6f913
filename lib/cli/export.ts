import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { EXPORT_FORMATS, ExportFormat, LACK_WORDS, REQUIRED_CONTENT } from "@/lib/export/schema";
import { BadInput } from "./bad-input";
import { answering, reachServer, serverHelp, serverOf, serverOptions } from "./client";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign export ID --format FORMAT [-o FILE] [options]

Takes a batch or a dataset along, under the raters' pseudonyms. Without -o it is printed. Where nothing came, it says why.

  --format FORMAT  bundle (everything, as a zip archive; needs -o), csv (ratings, safe for spreadsheets), jsonl (the
                   same, lossless), parquet (the same for data frames; needs -o), study (a file that can be imported
                   again), agreement (every number of the agreement page), label-studio, argilla or preferences (as
                   those tools, and TRL, read them)
  -o FILE          where to put it
${serverHelp}`;

const options = {
  ...serverOptions,
  format: { type: "string" },
  output: { type: "string", short: "o" },
} as const;

/** Formats that a terminal cannot display. */
const BINARY: readonly ExportFormat[] = ["bundle", "parquet"];

/** `countersign export`: downloads a dataset or batch over the API. */
export function exportStudy(args: string[], output: Output = terminal): Promise<number> {
  return answering("export", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = read(args);
  if (given.help) return help;
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new BadInput("name one batch or dataset by its id");
  const format = ExportFormat.safeParse(given.format);
  if (!format.success) throw new BadInput(`--format is one of ${EXPORT_FORMATS.join(", ")}`);
  if (BINARY.includes(format.data) && given.output === undefined)
    throw new BadInput(`--format ${format.data} needs -o FILE`);
  const path = `/api/v1/exports/${encodeURIComponent(id)}?format=${format.data}`;
  const { body } = await reachServer(serverOf(given), path, { method: "GET" });
  const made = REQUIRED_CONTENT[format.data];
  async function* chunks() {
    let bytes = 0;
    for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
      bytes += chunk.byteLength;
      yield chunk;
    }
    if (bytes === 0 && made) output.stderr(`${LACK_WORDS[made]}: the file is empty.\n`);
  }
  if (given.output !== undefined) {
    try {
      await pipeline(Readable.from(chunks()), createWriteStream(given.output));
    } catch (error) {
      const code = error instanceof Error && "code" in error ? ` (${error.code})` : "";
      throw new BadInput(`${given.output} could not be written completely${code}`);
    }
    return "";
  }
  const decoder = new TextDecoder();
  for await (const chunk of chunks()) output.stdout(decoder.decode(chunk, { stream: true }));
  return decoder.decode();
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}
