import type { ParseArgsConfig } from "node:util";
import type { StudyRecord } from "@/lib/dataset/schema";
import { methodById, methods } from "@/lib/drafting/rules/methods";
import {
  inputsOfStudy,
  type StudyFileChoice,
  severalModelsInWords,
} from "@/lib/drafting/rules/study-file-runs";
import { wordingOf } from "@/lib/drafting/rules/wording";
import type { DraftMethod } from "@/lib/drafting/schema";
import { BadCassette } from "@/lib/llm/cassette";
import { BadInput } from "./bad-input";
import { type OptionValues, parseOptions } from "./command";
import { draftedInWords, MethodRun } from "./draft/method-run";
import { beginRecording, chosenModel, openClient } from "./draft/open-client";
import { readStudy } from "./draft/read-study";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign draft METHOD TASKS.jsonl [options]
       countersign draft --list

Runs a drafting or judging method on a study file (records task, response and rubric, one JSON object to a line;
"-" reads standard input), without a server. Prints the records it drafted (rubric, draft or response), ready to be
appended to the study; progress is printed on standard error. Labels, measures and traces of responses, for which a study
has no record, are printed as separate lines, with "found" in place of "type".

  --base-url URL        address of the model, such as https://api.example.com/v1 (or LLM_BASE_URL)
  --model NAME          (or LLM_MODEL)
  --embedding-model NAME  at the same address, for methods that compare texts; without it they compare words only
  --provider NAME       openai-compatible (default), openai, anthropic, google
  --params JSON         parameters of the method: '{"k":3}'
  --rubric-method NAME  judges by rubrics of this method only, such as tick.generate; without it, by the rubric that was
                        written for the response or pair itself, otherwise by the first
  --rubric-model NAME   judges by rubrics of this model only; needed where rubrics of several models fit equally
  --pair MODEL,MODEL    compares only the responses of these two models, the first one's as A; without it all pairs
  --description TEXT    the task as a whole, in the words of an expert, for methods that show it (coeval.*)
  --demonstration ID    the response that is the example of a whole study (coeval.criteria, coeval.consistency); without
                        it the first one
  --cassette-in FILE    reuses recorded answers; without --base-url and --model the command uses the recorded model's
                        answers only and calls no model
  --cassette-out FILE   records every new answer
  --replay-only         calls no model: a missing recording is a failure
  --concurrency N       tasks, responses or pairs at a time; default 4
  --list                lists the methods

The key is read from LLM_API_KEY, never from the command line, where other users of the machine could see it. Exit codes: 0, 1 when
something could not be drafted or read, 2 on bad input.
`;

const options = {
  "base-url": { type: "string" },
  model: { type: "string" },
  "embedding-model": { type: "string" },
  provider: { type: "string", default: "openai-compatible" },
  params: { type: "string", default: "{}" },
  "rubric-method": { type: "string" },
  "rubric-model": { type: "string" },
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

type Given = OptionValues<typeof options>;

/**
 * `countersign draft`: runs a method on tasks from a file. Returns 0, 1 when something failed, or 2 on bad
 * input.
 */
export async function draft(args: string[], output: Output = terminal): Promise<number> {
  try {
    const { values: given, positionals } = parseOptions(args, options);
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

function list(): string {
  const width = Math.max(...methods.map(({ id }) => id.length));
  return methods
    .map(({ id, subject, description, paper }) => {
      const sentences = [description, wordingOf(paper, "short") ?? []].flat();
      return `${id.padEnd(width)}  ${subject}: ${sentences.join(" ")}\n`;
    })
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
    const wanted = [given["rubric-method"], given["rubric-model"]].filter((name) => name !== undefined);
    const by = wanted.length === 0 ? "" : `, with rubrics by "${wanted.join(" of ")}"`;
    throw new BadInput(`${file} has nothing with what ${id} needs${by}`);
  }
  const several = severalModelsInWords(subjects);
  if (several !== null) throw new BadInput(`${several}; --rubric-model chooses one`);
  if (unfit > 0) output.stderr(`${unfit} left out: they lack what ${id} needs\n`);

  const recording = given["cassette-in"];
  const chosen = await chosenModel(given);
  const { client, close } = await openClient(chosen, {
    embeddingModel: given["embedding-model"],
    recordings: recording ? [recording] : [],
    out: given["cassette-out"],
  });
  if (given["cassette-out"]) await beginRecording(given["cassette-out"], chosen);
  const { model } = chosen;
  const run = new MethodRun({ method, params: params.data, client, model, concurrency, output });
  try {
    for await (const lines of run.linesOf(subjects)) for (const line of lines) output.stdout(`${line}\n`);
  } finally {
    await close();
  }
  output.stderr(`${draftedInWords(subjects.length, run)}\n`);
  return run.failed + run.unread > 0 ? 1 : 0;
}

/** The part of a study chosen by the options. Refuses those the method has no use for, and a missing response. */
function readChoice(
  { pair, description, demonstration, "rubric-method": rubricMethod, "rubric-model": rubricModel }: Given,
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
    ...(rubricModel !== undefined && { rubricModel }),
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
