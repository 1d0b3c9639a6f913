import { createReadStream } from "node:fs";
import { problemTextsByCause } from "@/lib/dataset/rules/causes";
import { isProblem, problemText } from "@/lib/dataset/rules/lines";
import { readRecords } from "@/lib/dataset/rules/records";
import {
  ADDED_TYPES,
  type AddedType,
  type RecordProblems,
  type RecordsAdded,
} from "@/lib/dataset/schema/additions";
import { BadInput } from "./bad-input";
import {
  answering,
  requestServer,
  type Server,
  ServerError,
  serverHelp,
  serverOf,
  serverOptions,
} from "./client";
import { parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign push FILE --dataset ID [options]

Adds tasks, responses and drafts to a dataset: the lines of a study file (JSONL), without its study line. What the dataset
has already, exactly alike, is passed over, so a push that broke off is sent again from the start. Large files go in parts,
each of them whole or not at all: what a line refers to stands before it. Exit code 2 when a part is refused.

  --dataset ID  where it goes
  --json        for programs
${serverHelp}`;

const options = {
  ...serverOptions,
  dataset: { type: "string" },
  json: { type: "boolean", default: false },
} as const;

/** The most records and text of one request. */
const PART = { records: 2_000, text: 4_000_000 };

/** `countersign push`: adds records to a dataset over the API. */
export function push(args: string[], output: Output = terminal): Promise<number> {
  return answering("push", output, () => answer(args, output));
}

interface Part {
  records: object[];
  firstLine: number;
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new BadInput("name one file; --help says more");
  if (!given.dataset) throw new BadInput("--dataset is missing: the id of the dataset, as in its address");
  const server = serverOf(given);
  const path = `/api/v1/datasets/${encodeURIComponent(given.dataset)}/records`;
  const total = { task: 0, response: 0, draft: 0, unchanged: 0 };
  for await (const part of partsOf(file)) {
    const { added, unchanged } = await send(server, path, part);
    for (const type of ADDED_TYPES) total[type] += added[type];
    total.unchanged += unchanged;
    if (!given.json) output.stderr(`line ${part.firstLine + part.records.length - 1}\n`);
  }
  const { unchanged, ...added } = total;
  if (given.json) return `${JSON.stringify({ added, unchanged })}\n`;
  const counts = ADDED_TYPES.map((type) => `${added[type]} ${type}${added[type] === 1 ? "" : "s"}`);
  return `Added ${counts.join(", ")}. ${unchanged} were there already.\n`;
}

async function send(server: Server, path: string, part: Part): Promise<RecordsAdded> {
  try {
    return await requestServer<RecordsAdded>(server, "POST", path, part);
  } catch (error) {
    if (!(error instanceof ServerError && error.code === "records-unfit")) throw error;
    const { problems, total } = error.detail as RecordProblems;
    throw new BadInput([error.message, ...textsOf(problems, total)].join("\n"));
  }
}

/** The records of a file in parts of consecutive lines, without the study line. */
async function* partsOf(file: string): AsyncGenerator<Part> {
  let part: Part = { records: [], firstLine: 1 };
  let text = 0;
  for await (const read of readRecords(bytesOf(file))) {
    if (isProblem(read)) throw new BadInput(problemText(read));
    const { line, record } = read;
    if (record.type === "study") continue;
    if (!isAddedType(record.type))
      throw new BadInput(`line ${line} is a ${record.type}: only ${ADDED_TYPES.join(", ")} can be added`);
    const isNext = line === part.firstLine + part.records.length;
    const isFull = part.records.length === PART.records || text + read.text.length > PART.text;
    if (part.records.length > 0 && (!isNext || isFull)) {
      yield part;
      part = { records: [], firstLine: line };
      text = 0;
    }
    if (part.records.length === 0) part.firstLine = line;
    part.records.push(JSON.parse(read.text));
    text += read.text.length;
  }
  if (part.records.length > 0) yield part;
}

const isAddedType = (type: string): type is AddedType => (ADDED_TYPES as readonly string[]).includes(type);

async function* bytesOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file);
  } catch {
    throw new BadInput(`${file} cannot be read`);
  }
}

function textsOf(problems: RecordProblems["problems"], total: number): string[] {
  const texts = problemTextsByCause(problems);
  return total > problems.length ? [...texts, `… and ${total - problems.length} more`] : texts;
}
