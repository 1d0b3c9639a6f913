import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { detect } from "@/lib/dataset/rules/formats/detect";
import { beginningOf } from "@/lib/dataset/rules/formats/file-head";
import { fileFormatOf, withChosenColumns } from "@/lib/dataset/rules/formats/mapping";
import { problemTextsByCause } from "@/lib/dataset/rules/problem-causes";
import { type ImportStage, isImportRunning } from "@/lib/dataset/rules/progress";
import { IMPORT_FORMATS, type Mapping, TASK_FIELDS } from "@/lib/dataset/schema/mapping";
import { BadInput } from "./bad-input";
import {
  answering,
  reachServer,
  requestServer,
  type Server,
  ServerError,
  serverHelp,
  serverOf,
  serverOptions,
} from "./client";
import { onlyFile, parseOptions } from "./command";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign import FILE --project ID [options]

Imports a file into a project: all of it, or nothing, with a list of the problems and their lines. A file is a study file, a
table of tasks (CSV, JSON, JSONL or Parquet), an export of Label Studio or Argilla, or a preference set; also as .gz.
Returns when the upload is complete, or with --wait when the dataset is imported. Exit code 2 when the file is refused.

  --project ID  the project
  --name NAME   name of the dataset; otherwise the study's name, or the file's name
  --format F    ${IMPORT_FORMATS.join(", ")}; otherwise detected
  --map FIELD=COLUMN
                the column of a field; can be repeated. Other fields are guessed from the columns' names. FIELD is
                ${TASK_FIELDS.join(", ")},
                chosen, rejected, response, response:MODEL, or model (of the response). An empty COLUMN: none
  --leave-out   leaves out rows that do not fit, and rows that refer to them; otherwise they end the import
  --wait        waits until the dataset is imported, and shows the progress
  --json        output for programs
${serverHelp}`;

const options = {
  ...serverOptions,
  project: { type: "string" },
  name: { type: "string" },
  format: { type: "string" },
  map: { type: "string", multiple: true },
  "leave-out": { type: "boolean", default: false },
  wait: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const;

interface Import {
  id: string;
  state: ImportStage;
  lines: number;
  done: number;
  problems: number;
  unfit: number;
  failure: string | null;
  dataset: { id: string; name: string } | null;
}

interface Problems {
  total: number;
  problems: { n: number; line: number | null; place: string; reason: string; echo: boolean }[];
}

/** `countersign import`: uploads a study file over the API. */
export function importStudy(args: string[], output: Output = terminal): Promise<number> {
  return answering("import", output, () => answer(args, output));
}

async function answer(args: string[], output: Output): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const file = onlyFile(positionals);
  if (!given.project) throw new BadInput("--project is missing: the id of the project, as in its address");
  const server = serverOf(given);
  const content = await contentOf(file);
  const query = new URLSearchParams({ file: basename(file), ...(given.name ? { name: given.name } : {}) });
  if (given.format !== undefined) query.set("format", formatOf(given.format));
  if (given.map)
    query.set("mapping", JSON.stringify(await mappingOf(file, content, given.map, given.format)));
  if (given["leave-out"]) query.set("leaveOut", "true");
  const path = `/api/v1/projects/${encodeURIComponent(given.project)}/imports?${query}`;
  const id = await upload(server, path, content);
  if (!given.wait) {
    const words = given.json ? JSON.stringify({ import: id }) : `Uploaded. The import has the id ${id}.`;
    return `${words}\n`;
  }
  const ended = await watch(server, id, given.json ? undefined : output);
  if (ended.state !== "ready") throw new BadInput(await reasons(server, ended));
  const { dataset, lines, unfit } = ended;
  if (given.json)
    return `${JSON.stringify({ import: id, dataset: dataset?.id, records: lines, leftOut: unfit })}\n`;
  const without = unfit === 0 ? "" : ` ${unfit} rows did not fit and were left out.`;
  return `${lines} records are the dataset "${dataset?.name}" (${dataset?.id}).${without}\n`;
}

/** Refusals that are about the file, not the server. */
const FILE_PROBLEMS = ["file-too-large", "packed-file", "unfolds-too-far", "damaged-file"];

async function upload(server: Server, path: string, body: Blob): Promise<string> {
  try {
    const headers = { "content-type": "application/octet-stream" };
    const response = await reachServer(server, path, { method: "POST", headers, body });
    return ((await response.json()) as { id: string }).id;
  } catch (error) {
    const isOfFile = error instanceof ServerError && FILE_PROBLEMS.includes(error.code);
    throw isOfFile ? new BadInput(error.message) : error;
  }
}

function formatOf(given: string) {
  const format = IMPORT_FORMATS.find((one) => one === given);
  if (!format) throw new BadInput(`--format is one of ${IMPORT_FORMATS.join(", ")}`);
  return format;
}

/** The mapping guessed from the column names, with the user's choices applied. */
async function mappingOf(file: string, content: Blob, choices: string[], format?: string): Promise<Mapping> {
  const shape = format === undefined ? undefined : fileFormatOf(formatOf(format));
  const found = await detect(await beginningOf(content, file), shape);
  if (!found || found.shape === "study")
    throw new BadInput("--map is for files with columns, which this is not");
  const mapping = withChosenColumns(found.mapping, choices);
  if (typeof mapping === "string") throw new BadInput(`--map ${mapping}`);
  return mapping;
}

async function contentOf(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch {
    throw new BadInput(`${file} cannot be read`);
  }
}

/** Waits for an import to end; prints progress to standard error. */
async function watch(server: Server, id: string, output?: Output): Promise<Import> {
  let shown = "";
  for (;;) {
    const now = await requestServer<Import>(server, "GET", `/api/v1/imports/${id}`);
    const words = `${now.state} ${now.done}/${now.lines}`;
    if (words !== shown) output?.stderr(`${words}\n`);
    shown = words;
    if (!isImportRunning(now.state)) return now;
    await sleep(500);
  }
}

async function reasons(server: Server, { id, state, failure, problems, unfit }: Import): Promise<string> {
  if (problems === 0) return failure ?? state;
  const found: Problems["problems"] = [];
  for (let from = 0; ; ) {
    const page = await requestServer<Problems>(server, "GET", `/api/v1/imports/${id}/problems?from=${from}`);
    from += page.problems.length;
    found.push(...page.problems.filter(({ echo }) => !echo));
    if (page.problems.length === 0 || found.length < from) break;
  }
  const lines = problemTextsByCause(found);
  if (problems > found.length) lines.push(`… and ${problems - found.length} more`);
  if (unfit > 0) lines.push(`With --leave-out the ${unfit} rows that do not fit are left out.`);
  return [failure ?? state, ...lines].join("\n");
}
