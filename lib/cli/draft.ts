import { createReadStream } from "node:fs";
import { appendFile, writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { exportRecord, parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { methodById, methods } from "@/lib/drafting/rules/methods";
import { draftOnce, type Embed } from "@/lib/drafting/rules/run-method";
import {
  inputsOfStudy,
  methodFindings,
  recordsOf,
  type StudyFileChoice,
  type StudyFileSubject,
} from "@/lib/drafting/rules/study-file-runs";
import { openFence } from "@/lib/drafting/rules/template";
import { failureWords } from "@/lib/drafting/rules/wording";
import type { DraftMethod } from "@/lib/drafting/schema";
import { BadCassette, readCassette, taped } from "@/lib/llm/cassette";
import { openModel } from "@/lib/llm/client";
import { checkEndpoint } from "@/lib/llm/endpoint";
import { CallFailure } from "@/lib/llm/failure";
import { openWire } from "@/lib/llm/http";
import { type CompletionRecord, Provider } from "@/lib/llm/schema";
import { BadInput } from "./bad-input";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign draft METHOD TASKS.jsonl [options]
       countersign draft --list

Runs a drafting or judging method on a study file (records task, response and rubric, one JSON object to a line;
"-" reads what is piped in), without a server. Prints the records it drafted, rubric, draft or response, ready to be
appended to the study; how it goes is told on standard error. Labels, measures and traces of responses, for which a study
has no record, are printed as lines of their own, with "found" in place of "type".

  --base-url URL        where the model answers, such as https://api.example.com/v1 (or LLM_BASE_URL)
  --model NAME          (or LLM_MODEL)
  --embedding-model NAME  at the same address, for methods that compare texts; without it they compare words alone
  --provider NAME       openai-compatible (default), openai, anthropic, google
  --params JSON         parameters of the method: '{"k":3}'
  --rubric-method NAME  judges by rubrics of this method alone, such as tick.generate; without it, of a subject's rubrics
                        by the one written for just that response or pair, else the first
  --pair MODEL,MODEL    compares the responses of these two models alone, the first one's as A; without it all pairs
  --description TEXT    the task as a whole, in the words of an expert, for methods that show it (coeval.*)
  --demonstration ID    the response that is the example of a whole study (coeval.criteria, coeval.consistency); without
                        it the first one
  --cassette-in FILE    answers recorded earlier are used again
  --cassette-out FILE   records every new answer
  --replay-only         asks nobody: an answer that was not recorded is a failure
  --concurrency N       subjects at a time; default 4
  --list                the methods there are

The key is read from LLM_API_KEY, never from the command line, where others could see it. Exit codes: 0, 1 when
something could not be drafted, 2 on bad input.
`;

const options = {
  "base-url": { type: "string" },
  model: { type: "string" },
  "embedding-model": { type: "string" },
  provider: { type: "string", default: "openai-compatible" },
  params: { type: "string", default: "{}" },
  "rubric-method": { type: "string" },
  pair: { type: "string" },
  description: { type: "string" },
  demonstration: { type: "string" },
  "cassette-in": { type: "string" },
  "cassette-out": { type: "string" },
  "replay-only": { type: "boolean", default: false },
  concurrency: { type: "string", default: "4" },
  list: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

type Given = ReturnType<typeof readOptions>["values"];

/**
 * `countersign draft`: runs a method on tasks from a file. Returns 0, 1 when something failed, or 2 on bad
 * input.
 */
export async function draft(args: string[], output: Output = terminal): Promise<number> {
  try {
    const { values: given, positionals } = readOptions(args);
    if (given.help || given.list) {
      output.stdout(given.help ? help : list());
      return 0;
    }
    return await draftFile(given, positionals, output);
  } catch (error) {
    if (!(error instanceof BadInput) && !(error instanceof BadCassette)) throw error;
    output.stderr(`countersign draft: ${error.message}\n`);
    return 2;
  }
}

function readOptions(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new BadInput(error instanceof Error ? error.message : "the options cannot be read");
  }
}

function list(): string {
  const width = Math.max(...methods.map(({ id }) => id.length));
  return methods
    .map(({ id, subject, description }) => `${id.padEnd(width)}  ${subject}: ${description}\n`)
    .join("");
}

async function draftFile(given: Given, positionals: string[], output: Output): Promise<number> {
  const [id, file, ...others] = positionals;
  if (id === undefined || file === undefined || others.length > 0) {
    throw new BadInput("name a method and a file of tasks; --help says more");
  }
  const method = methodById(id);
  if (!method) throw new BadInput(`there is no method "${id}"; --list names them`);
  const params = method.params.safeParse(readJson(given.params));
  if (!params.success) {
    const [issue] = params.error.issues;
    throw new BadInput(`--params: ${issue?.path.join(".") ?? ""} ${issue?.message ?? "do not fit"}`.trim());
  }
  const concurrency = Number(given.concurrency);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 64) {
    throw new BadInput("--concurrency is a number from 1 to 64");
  }
  const records = await readStudy(file);
  const { subjects, unfit } = inputsOfStudy(records, method, readChoice(given, method, records));
  if (subjects.length === 0) {
    const by = given["rubric-method"] === undefined ? "" : `, with rubrics by "${given["rubric-method"]}"`;
    throw new BadInput(`${file} has nothing with what ${id} needs${by}`);
  }
  if (unfit > 0) output.stderr(`${unfit} left out: they lack what ${id} needs\n`);

  const { client, model, close } = await openClient(given);
  let done = 0;
  let failed = 0;
  let stop: CallFailure | null = null;
  const work = async (subject: StudyFileSubject): Promise<string[]> => {
    try {
      if (stop) throw stop;
      const drafted = await draftOnce(method, subject.input, params.data, openFence, client);
      if (drafted.undecided) {
        failed++;
        output.stderr(`${subject.name}: ${failureWords(drafted.undecided)}\n`);
        return [];
      }
      return [
        ...recordsOf(subject, method, { model, params: params.data }, drafted).map(exportRecord),
        ...methodFindings(subject, method, model, drafted).map((found) => JSON.stringify(found)),
      ];
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      if (["unauthorised", "not-found", "refused-address", "redirect"].includes(error.kind)) stop = error;
      failed++;
      output.stderr(`${subject.name}: ${error.message}\n`);
      return [];
    } finally {
      done++;
      if (output === terminal && process.stderr.isTTY)
        process.stderr.write(`\r\u001b[K${done} of ${subjects.length}`);
    }
  };
  try {
    for await (const lines of inOrder(subjects, concurrency, work)) {
      for (const line of lines) output.stdout(`${line}\n`);
    }
  } finally {
    await close();
  }
  output.stderr(`${subjects.length - failed} of ${subjects.length} drafted\n`);
  return failed > 0 ? 1 : 0;
}

/** The part of a study chosen by the options. Refuses those the method has no use for, and a missing response. */
function readChoice(
  { pair, description, demonstration, "rubric-method": rubricMethod }: Given,
  { id, subject }: DraftMethod,
  records: readonly StudyRecord[],
): StudyFileChoice {
  const models = pair?.split(",").map((model) => model.trim());
  const [first, second, ...others] = models ?? [];
  if (models && (!first || !second || others.length > 0))
    throw new BadInput("--pair names two models, with a comma between them");
  if (models && subject !== "pair") throw new BadInput(`--pair: ${id} compares no responses`);
  if (description !== undefined && !id.startsWith("coeval."))
    throw new BadInput(`--description: ${id} does not show one`);
  if (demonstration !== undefined && subject !== "dataset")
    throw new BadInput(`--demonstration: ${id} takes no example`);
  if (
    demonstration !== undefined &&
    !records.some((one) => one.type === "response" && one.id === demonstration)
  )
    throw new BadInput(`--demonstration: there is no response "${demonstration}"`);
  return {
    ...(rubricMethod !== undefined && { rubricMethod }),
    ...(first && second && { pair: [first, second] as const }),
    ...(description !== undefined && { description }),
    ...(demonstration !== undefined && { demonstration }),
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BadInput("--params is no JSON");
  }
}

async function readStudy(file: string): Promise<StudyRecord[]> {
  const input = file === "-" ? process.stdin : createReadStream(file);
  const records: StudyRecord[] = [];
  let line = 0;
  try {
    for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      line++;
      if (text.trim() === "") continue;
      const record = parseRecord(line === 1 ? text.replace(/^\uFEFF/, "") : text, line);
      if (Array.isArray(record)) {
        const [problem] = record;
        throw new BadInput(
          `${file}, line ${line}: ${problem?.place ?? ""} ${problem?.reason ?? "cannot be read"}`,
        );
      }
      records.push(record);
    }
  } catch (error) {
    if (error instanceof Error && "code" in error)
      throw new BadInput(`${file} cannot be read (${error.code})`);
    throw error;
  }
  return records;
}

/** The endpoint, with recordings before it and a recording behind it. */
async function openClient(given: Given) {
  const provider = Provider.safeParse(given.provider);
  if (!provider.success) throw new BadInput(`--provider is one of ${Provider.options.join(", ")}`);
  const base = given["base-url"] ?? process.env.LLM_BASE_URL;
  const model = given.model ?? process.env.LLM_MODEL;
  if (!base || !model) throw new BadInput("say where the model answers: --base-url and --model");
  const embeddingModel = given["embedding-model"];
  if (embeddingModel && given["replay-only"]) {
    throw new BadInput("--embedding-model: vectors are not recorded, so there are none to replay");
  }
  // An address typed by the user is allowed.
  const allowed = URL.canParse(base) ? [new URL(base).origin] : [];
  const check = checkEndpoint(base, allowed);
  if (!check.ok) throw new BadInput(`--base-url: ${check.reason}`);
  const recorded = given["cassette-in"] ? await readRecording(given["cassette-in"]) : new Map();
  const out = given["cassette-out"];
  if (out) await writeFile(out, "", { mode: 0o600 });
  const wire = openWire({ base, allowed });
  const common = { provider: provider.data, base, model, ...(embeddingModel && { embeddingModel }) };
  let written: Promise<void> = Promise.resolve();
  const client = taped({
    ...common,
    recorded,
    client: given["replay-only"]
      ? null
      : openModel({ ...common, apiKey: process.env.LLM_API_KEY || null, wire }),
    ...(out && {
      keep: (line) => {
        written = written.then(() => appendFile(out, `${JSON.stringify(line)}\n`));
      },
    }),
  });
  const close = async () => {
    await written;
    await wire.close();
  };
  const embed: Embed = async (texts) =>
    embeddingModel && texts.length > 0 ? client.embed([...texts]) : null;
  return { client: { complete: client.complete.bind(client), embed }, model, close };
}

async function readRecording(file: string): Promise<Map<string, CompletionRecord>> {
  try {
    return await readCassette(createReadStream(file));
  } catch (error) {
    if (error instanceof BadCassette) throw new BadInput(`${file}, ${error.message}`);
    if (error instanceof Error && "code" in error)
      throw new BadInput(`${file} cannot be read (${error.code})`);
    throw error;
  }
}

/** The results in the order of the items, with limited concurrency. */
async function* inOrder<T, R>(
  items: readonly T[],
  most: number,
  act: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const ahead: Promise<R>[] = [];
  let next = 0;
  while (next < items.length || ahead.length > 0) {
    while (next < items.length && ahead.length < most) {
      const started = act(items[next++] as T);
      // Awaited in turn; until then a failure must not count as unhandled.
      started.catch(() => {});
      ahead.push(started);
    }
    yield await (ahead.shift() as Promise<R>);
  }
}
