import { createReadStream } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { StudyChecker } from "@/lib/dataset/rules/check";
import { isProblem, problemText } from "@/lib/dataset/rules/lines";
import { readRecords } from "@/lib/dataset/rules/records";
import { DEFAULT_OPTIONS, reportOf } from "@/lib/report/rules/report";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { StudyData } from "@/lib/report/schema";
import { BadInput } from "./bad-input";
import { reportTables } from "./report/print";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign report STUDY.jsonl [--json] [options]

Prints every table of the dashboards for a study file: agreement among people with intervals, people against
LLMs, what became of the drafts, checklists by rater. "-" reads what is piped in.

  --json         for programs: unrounded, every row, under stable keys
  --bootstrap N  replicates per interval, default ${DEFAULT_OPTIONS.replicates}
  --seed N       default ${DEFAULT_OPTIONS.seed}
`;

const options = {
  json: { type: "boolean", default: false },
  bootstrap: { type: "string", default: String(DEFAULT_OPTIONS.replicates) },
  seed: { type: "string", default: String(DEFAULT_OPTIONS.seed) },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/** `countersign report`: the report on a study file. Returns 0, or 2 with one line on bad input. */
export async function report(args: string[], output: Output = terminal): Promise<number> {
  try {
    output.stdout(await answer(args));
    return 0;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    output.stderr(`countersign report: ${error.message}\n`);
    return 2;
  }
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = readOptions(args);
  if (given.help) return help;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new BadInput("name one study file; --help says more");
  const ask = {
    replicates: wholeNumber("--bootstrap", given.bootstrap, 1, 1_000_000),
    seed: wholeNumber("--seed", given.seed, 0, 2 ** 32 - 1),
  };
  const found = reportOf(await readStudy(file), ask);
  return given.json ? `${JSON.stringify(found, null, 2)}\n` : reportTables(found);
}

/** The study in a file, read as a stream. BadInput names the first line that is wrong. */
async function readStudy(file: string): Promise<StudyData> {
  const checker = new StudyChecker(1);
  const reader = new StudyDataReader();
  for await (const read of readRecords(bytesOf(file))) {
    if (isProblem(read)) checker.report(read);
    else {
      checker.add(read.record, read.line);
      reader.add(read.record);
    }
  }
  const { problems, total } = checker.finish();
  const [first] = problems;
  if (!first) return reader.finish();
  const more = total > 1 ? ` (and ${total - 1} more ${total === 2 ? "problem" : "problems"})` : "";
  throw new BadInput(`${file === "-" ? "" : `${file}: `}${problemText(first)}${more}`);
}

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  if (file === "-") {
    yield* process.stdin;
    return;
  }
  try {
    yield* createReadStream(file, { highWaterMark: 1 << 20 });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    const reason = {
      ENOENT: "there is no such file",
      EISDIR: "it is a folder",
      EACCES: "it may not be read",
    };
    throw new BadInput(`${file}: ${reason[error.code as keyof typeof reason] ?? error.message}`);
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error));
  }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new BadInput(
    `${name} is a whole number from ${least} to ${most.toLocaleString("en")}, not "${text}"`,
  );
}
