import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EXPORT_FORMATS, ExportFormat, LACK_WORDS, REQUIRED_CONTENT } from "@/lib/export/schema";
import { TrainingOptions, type TrainingPreview } from "@/lib/export/schema/training";
import { BadInput } from "./bad-input";
import { answering, reachServer, requestServer, serverHelp, serverOf, serverOptions } from "./client";
import { type OptionValues, parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign export ID --format FORMAT [-o FILE] [options]

Exports a batch or a dataset, with the raters' pseudonyms. Without -o it is printed. If the export fails, the command says why.

  --format FORMAT  bundle (everything, as a zip archive; needs -o), csv (ratings, safe for spreadsheets), jsonl (the
                   same, lossless), parquet (the same for data frames; needs -o), study (a file that can be imported
                   again), xlsx (ratings, items and tables as a workbook; needs -o), huggingface (Parquet with a
                   dataset card and Croissant metadata, as a zip archive; needs -o), otel (OpenTelemetry events), agreement (every number of the agreement page), label-studio, argilla or preferences (as
                   those tools, and TRL, read them), training (preferences with margins, criteria and judgements for
                   tuning, as a zip archive; needs -o)
  -o FILE          the file to write

Options of training data:
  --scale LO-HI    the scale of scores (1-5); scores off it are left out
  --margin N       the smallest difference between the best and the worst score (half the scale: 2 of 1-5, 5 of 1-10)
  --ties RULE      skip, or first-by-hash: treatment of several best or worst responses (skip)
  --verified WHICH only what people decided or confirmed, or all (only)
  --equal          the same number of pairs from each source
  --source NAME    only this source of preferences; can be repeated (--counts lists them)
  --test SHARE     share of prompts set aside for testing, up to 0.5 (0)
  --hold-out TAG   tasks with this tag become the split out_of_domain; can be repeated
  --seed N         seed of the splits and the sample (42)
  --form FORM      conversational (messages), or standard (plain texts)
  --licence TEXT   written into every row and the dataset card
  --counts         prints the number of rows and why others are left out, without writing a file
${serverHelp}`;

const options = {
  ...serverOptions,
  format: { type: "string" },
  output: { type: "string", short: "o" },
  scale: { type: "string" },
  margin: { type: "string" },
  ties: { type: "string" },
  verified: { type: "string" },
  equal: { type: "boolean" },
  source: { type: "string", multiple: true },
  test: { type: "string" },
  "hold-out": { type: "string", multiple: true },
  seed: { type: "string" },
  form: { type: "string" },
  licence: { type: "string" },
  counts: { type: "boolean" },
} as const;

/** Formats that a terminal cannot display. */
const BINARY: readonly ExportFormat[] = ["bundle", "parquet", "xlsx", "huggingface", "training"];

/** `countersign export`: downloads a dataset or batch over the API. */
export function exportStudy(args: string[], output: Output = terminal): Promise<number> {
  return answering("export", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new BadInput("name one batch or dataset by its id");
  const format = ExportFormat.safeParse(given.format);
  if (!format.success) throw new BadInput(`--format is one of ${EXPORT_FORMATS.join(", ")}`);
  const training = trainingQuery(given, format.data);
  const at = `/api/v1/exports/${encodeURIComponent(id)}`;
  if (given.counts) {
    const counts = await requestServer<TrainingPreview>(serverOf(given), "GET", `${at}/training?${training}`);
    return `${JSON.stringify(counts, null, 2)}\n`;
  }
  if (BINARY.includes(format.data) && given.output === undefined)
    throw new BadInput(`--format ${format.data} needs -o FILE`);
  const path = `${at}?format=${format.data}${training === "" ? "" : `&${training}`}`;
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

/** The options of training data as the parameters of a URL. Refused with other formats, and where they make no sense. */
function trainingQuery(given: OptionValues<typeof options>, format: ExportFormat): string {
  const { scale, margin, ties, verified, equal, source, test, seed, form, licence } = given;
  const chosen = {
    scale,
    margin,
    ties,
    verified,
    test,
    seed,
    form,
    licence,
    ...(equal && { equal: "true" }),
  };
  const lists = { source, holdOut: given["hold-out"] };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(chosen)) if (value !== undefined) query.set(name, value);
  for (const [name, values] of Object.entries(lists))
    for (const value of values ?? []) query.append(name, value);
  if (format !== "training") {
    const [name] = [...query.keys(), ...(given.counts ? ["counts"] : [])];
    if (name !== undefined)
      throw new BadInput(`--${name === "holdOut" ? "hold-out" : name} is for --format training`);
    return "";
  }
  const checked = TrainingOptions.safeParse({
    ...Object.fromEntries(Object.entries({ ...chosen, ...lists }).filter(([, value]) => value !== undefined)),
  });
  if (checked.success) return query.toString();
  const [issue] = checked.error.issues;
  const name = issue?.path[0] === "holdOut" ? "hold-out" : String(issue?.path[0] ?? "");
  throw new BadInput(`--${name} ${issue?.message ?? "cannot be read"}`);
}
