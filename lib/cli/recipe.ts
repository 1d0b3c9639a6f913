import path from "node:path";
import type { ParseArgsConfig } from "node:util";
import { exportRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { BadInput } from "./bad-input";
import { type OptionValues, parseOptions, runCommand } from "./command";
import { beginRecording, chosenModel } from "./draft/open-client";
import { findRecipe } from "./recipe/find";
import { hashOf, RecipeFolder } from "./recipe/folder";
import { LimitReached, Meter } from "./recipe/meter";
import { writeOutputs } from "./recipe/outputs";
import { estimatesOf, knownSteps, planText, type TokenPrices } from "./recipe/plan";
import { RECIPES } from "./recipe/recipes";
import { runName, runSteps, StepFailed } from "./recipe/steps";
import { bytesOfFile, readStudyRecords } from "./study-file";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign recipe NAME STUDY.jsonl --base-url URL --model NAME [-o FOLDER] [options]
       countersign recipe NAME STUDY.jsonl --plan [--price IN,OUT]
       countersign recipe --list

Runs a whole study of a paper on your own data, without a server: its runs in order, the designs of its batches, and its
tables. NAME is one of --list, or a JSON file of the same shape; --show NAME prints one to start from. Before it starts, the
command prints the number of calls (at most so many, or about so many if checklists or criteria are yet to be written) and
about what they cost. If it was killed or stopped, start it again with the same folder to continue: it neither repeats
finished steps nor requests recorded answers again.

In FOLDER: study.jsonl (the study with everything that was drafted), findings.jsonl, runs.json, steps/, batches/, tables/
(with missing.txt: the tables that lack records, such as people's judgements; a CSV file holds a table alone, and the runs
behind it are in runs.json), and answers.jsonl, the recording of all answers, which --cassette-in replays elsewhere.

  -o, --output FOLDER   folder for all results; default: a folder with the recipe's name, beside the study
  --plan                prints the number of calls and the cost, and does nothing else
  --price IN,OUT        price of a million tokens of prompts and of answers, for the cost
  --max-calls N         makes at most N calls of the model and then stops; start it again to continue
  --base-url URL        address of the model (or LLM_BASE_URL)
  --model NAME          (or LLM_MODEL)
  --embedding-model NAME  at the same address, for steps that compare texts (coeval.consistency); without it they compare
                        words only. Its requests are not among the calls
  --provider NAME       openai-compatible (default), openai, anthropic, google
  --cassette-in FILE    a recording to take answers from first; without --base-url and --model the command uses the
                        recorded model's answers only and calls no model
  --replay-only         calls no model: a missing recording is a failure
  --published           tables with the values that the paper prints, as rows beside your own
  --concurrency N       tasks, responses or pairs at a time; default 4
  --list, --show NAME   lists the recipes; prints one as a file

The key is read from LLM_API_KEY, never from the command line. Exit codes: 0, 1 when something could not be drafted or read, or
--max-calls stopped it, 2 on bad input.
`;

const options = {
  output: { type: "string", short: "o" },
  plan: { type: "boolean", default: false },
  price: { type: "string" },
  "max-calls": { type: "string" },
  "base-url": { type: "string" },
  model: { type: "string" },
  "embedding-model": { type: "string" },
  provider: { type: "string", default: "openai-compatible" },
  "cassette-in": { type: "string" },
  "replay-only": { type: "boolean", default: false },
  published: { type: "boolean", default: false },
  concurrency: { type: "string", default: "4" },
  list: { type: "boolean", default: false },
  show: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

type Given = OptionValues<typeof options>;

/** `countersign recipe`: runs a paper's study. Returns 0, 1 when something is missing, or 2 on bad input. */
export function recipe(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("recipe", output, async () => {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help || given.list) {
      output.stdout(given.help ? help : list());
      return 0;
    }
    if (given.show !== undefined) {
      output.stdout(`${JSON.stringify(await findRecipe(given.show), null, 2)}\n`);
      return 0;
    }
    return await runRecipe(given, positionals, output);
  });
}

function list(): string {
  const width = Math.max(...RECIPES.map(({ name }) => name.length));
  return RECIPES.map(
    ({ name, title, description }) => `${name.padEnd(width)}  ${title}. ${description}\n`,
  ).join("");
}

async function runRecipe(given: Given, positionals: string[], output: Output): Promise<number> {
  const [name, file, ...others] = positionals;
  if (name === undefined || file === undefined || others.length > 0)
    throw new BadInput("name a recipe and a study file; --help says more");
  const found = await findRecipe(name);
  const steps = knownSteps(found);
  const concurrency = wholeNumber("--concurrency", given.concurrency, 64);
  const most = given["max-calls"] === undefined ? Infinity : wholeNumber("--max-calls", given["max-calls"]);
  const price = readPrice(given.price);
  const records: StudyRecord[] = [];
  await readStudyRecords(file, bytesOfFile(file), (record) => records.push(record));
  const known = given["cassette-in"] === undefined ? undefined : await chosenModel(given);
  const planned = estimatesOf(steps, records, known?.model ?? given.model ?? process.env.LLM_MODEL);
  output.stderr(planText(found, planned, price));
  if (given.plan) return 0;

  const chosen = known ?? (await chosenModel(given));
  const { provider, base, model } = chosen;
  const embeddingModel = given["embedding-model"];
  const own = steps.map(({ number }) => `/${model}/${runName(found.name, number)}`);
  if (records.some((record) => "id" in record && own.some((part) => record.id.includes(part))))
    throw new BadInput(`${file} has what ${found.name} wrote with ${model}: give it the study without that`);
  const folder = new RecipeFolder(given.output ?? path.join(path.dirname(file), found.name));
  const state = {
    recipe: hashOf(JSON.stringify(found)),
    study: hashOf(records.map(exportRecord).join("\n")),
  };
  const meter = new Meter(most);
  try {
    if (await folder.begin({ ...state, provider, base, model, ...(embeddingModel && { embeddingModel }) }))
      await beginRecording(folder.answers, chosen);
    const recordings = given["cassette-in"] === undefined ? [] : [given["cassette-in"]];
    const { results, isWhole } = await runSteps({
      ...{ name: found.name, folder, steps, records, recordings },
      ...{ chosen, embeddingModel, meter, price, concurrency, output },
    });
    const { published } = given;
    const { tables, missing } = await writeOutputs(folder, { recipe: found, records, results, published });
    output.stderr(
      `Tables: ${tables}; without the records they need: ${missing} (tables/missing.txt). Calls of the model: ${meter.calls}. Everything is in ${folder.path}\n`,
    );
    return isWhole ? 0 : 1;
  } catch (error) {
    const isExpected = error instanceof LimitReached || error instanceof StepFailed;
    if (!isExpected) throw error;
    const why = error instanceof StepFailed ? error.message : `after ${most} calls, as --max-calls says`;
    output.stderr(`Stopped: ${why}. Every answer is stored: start it again to continue.\n`);
    return 1;
  } finally {
    await folder.release();
  }
}

function wholeNumber(option: string, given: string, most = 1e9): number {
  const value = Number(given);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new BadInput(`${option} is a whole number from 1 to ${most}`);
  return value;
}

function readPrice(given: string | undefined): TokenPrices | null {
  if (given === undefined) return null;
  const [input, output, ...others] = given
    .split(",")
    .map((part) => (part.trim() === "" ? NaN : Number(part)));
  const fits = (price: number | undefined): price is number =>
    price !== undefined && price >= 0 && Number.isFinite(price);
  if (!fits(input) || !fits(output) || others.length > 0)
    throw new BadInput(
      "--price is two numbers with a comma: for a million tokens of prompts, and of answers",
    );
  return [input, output];
}
