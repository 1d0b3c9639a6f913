import { openAsBlob } from "node:fs";
import { problemTextsByCause } from "@/lib/dataset/rules/problem-causes";
import { ADDED_TYPES, type LinesAdded, OnConflict } from "@/lib/dataset/schema/additions";
import { BadInput } from "./bad-input";
import { answering, reachServer, type Server, serverHelp, serverOf, serverOptions } from "./client";
import { parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign push FILE --dataset ID [options]

Adds tasks, responses and drafts to a dataset: the lines of a study file (JSONL); a study line is passed over. Each line is
added or refused by itself, and refused ones are named with the reason: exit code 2 when there are any. What a line refers to
stands before it. What the dataset has already, exactly alike, is passed over, so a push that broke off is sent again from the
start.

  --dataset ID       where it goes
  --on-conflict RULE what becomes of a line whose id the dataset has with another content: refuse (unless something else
                     is said), skip, or replace. What annotators, judges or judgements have seen is never replaced, and
                     drafts never are
  --json             for programs
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
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new BadInput("name one file; --help says more");
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
