import { openAsBlob } from "node:fs";
import { problemTextsByCause } from "@/lib/dataset/rules/problem-causes";
import { ADDED_TYPES, type LinesAdded, OnConflict } from "@/lib/dataset/schema/additions";
import { BadInput } from "./bad-input";
import { answering, reachServer, type Server, serverHelp, serverOf, serverOptions } from "./client";
import { onlyFile, parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign push FILE --dataset ID [options]

Adds tasks, responses and drafts to a dataset: the lines of a study file (JSONL); a study line is skipped. Each line is
added or refused individually; refused lines are listed with the reason, and the exit code is 2 if there are any. A line must
come after the lines that it refers to. Identical records in the dataset are skipped, so you can repeat an interrupted push
from the start.

  --dataset ID       the dataset
  --on-conflict RULE treatment of a line whose id the dataset has with different content: refuse (default), skip, or
                     replace. Records that annotators or judges have seen, or that have judgements, are never replaced,
                     nor are drafts
  --json             output for programs
${serverHelp}`;

const options = {
  ...serverOptions,
  dataset: { type: "string" },
  "on-conflict": { type: "string", default: "refuse" },
  json: { type: "boolean", default: false },
} as const;

/** `countersign push`: adds records to a dataset over the API. */
export function push(args: string[], output: Output = terminal): Promise<number> {
  return answering("push", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const file = onlyFile(positionals);
  if (!given.dataset) throw new BadInput("--dataset is missing: the id of the dataset, as in its address");
  const onConflict = OnConflict.safeParse(given["on-conflict"]).data;
  if (!onConflict) throw new BadInput(`--on-conflict is one of ${OnConflict.options.join(", ")}`);
  const server = serverOf(given);
  const path = `/api/v1/datasets/${encodeURIComponent(given.dataset)}/records/lines?onConflict=${onConflict}`;
  const done = await send(server, path, await contentOf(file));
  const words = given.json ? JSON.stringify(done) : wordsOf(done);
  if (done.refused === 0) return `${words}\n`;
  // The number of added records is printed even so.
  output.stdout(`${words}\n`);
  throw new BadInput(refusedWords(done));
}

async function send(server: Server, path: string, body: Blob): Promise<LinesAdded> {
  const headers = { "content-type": "application/x-ndjson" };
  const response = await reachServer(server, path, { method: "POST", headers, body });
  return (await response.json()) as LinesAdded;
}

function wordsOf({ added, replaced, skipped, unchanged }: LinesAdded): string {
  const counts = ADDED_TYPES.map((type) => `${added[type]} ${type}${added[type] === 1 ? "" : "s"}`);
  return [
    `Added ${counts.join(", ")}.`,
    ...(replaced > 0 ? [`Replaced ${replaced}.`] : []),
    ...(skipped > 0 ? [`${skipped} with other content were skipped.`] : []),
    `${unchanged} were there already.`,
  ].join(" ");
}

function refusedWords({ refused, problems }: LinesAdded): string {
  const named = new Set(problems.map(({ line }) => line)).size;
  const more = refused > named ? [`… and ${refused - named} more`] : [];
  const head = refused === 1 ? "1 line was refused" : `${refused} lines were refused`;
  return [head, ...problemTextsByCause(problems), ...more].join("\n");
}

async function contentOf(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new BadInput(`${file} cannot be read`);
  }
}
