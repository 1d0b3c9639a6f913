import { draftedInWords, MethodRun } from "@/lib/cli/draft/method-run";
import { type ChosenModel, openClient } from "@/lib/cli/draft/open-client";
import { isFinding } from "@/lib/cli/findings-file";
import type { Output } from "@/lib/cli/terminal";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { hasSeveralRubricModels, inputsOfStudy } from "@/lib/drafting/rules/study-file-runs";
import { RunHeader } from "@/lib/export/schema/run-header";
import { VERSION } from "@/lib/version";
import { programBuild } from "@/scripts/start/program-build.mjs";
import type { RecipeFolder, StepResult } from "./folder";
import type { Meter, StepUse } from "./meter";
import { type KnownStep, priced, type StudyBefore, severalModelsOf, type TokenPrices } from "./plan";

/** Nothing of a step could be drafted: the next ones would fail as well. */
export class StepFailed extends Error {
  override name = "StepFailed";
}

interface Running {
  /** The recipe's name, which tells its records from those of other recipes. */
  name: string;
  folder: RecipeFolder;
  steps: readonly KnownStep[];
  records: readonly StudyRecord[];
  chosen: ChosenModel;
  /** Embeds texts, at the same address; missing: no model does. */
  embeddingModel?: string | undefined;
  /** Recordings to answer from, besides the folder's own. */
  recordings: readonly string[];
  meter: Meter;
  price: TokenPrices | null;
  concurrency: number;
  output: Output;
}

/**
 * Runs the unfinished steps, each on the study with all output of earlier ones. A step with failures stays
 * unfinished, and so do the steps after it, which may need the missing output: the next start tries again.
 */
export async function runSteps({ folder, steps, records, recordings, embeddingModel, ...running }: Running) {
  const { chosen, meter, output } = running;
  // All are read before anything is asked: a damaged one is refused at once.
  const finishedSteps: (StepResult | null)[] = [];
  for (const known of steps) finishedSteps.push(await folder.finished(fileOf(known)));
  const { client, close } = await openClient(chosen, {
    ...{ embeddingModel, recordings: [...recordings, folder.answers] },
    out: folder.answers,
    limited: meter.limited,
  });
  const followed = { ...client, complete: meter.followed(client.complete) };
  const build = finishedSteps.every((finished) => finished !== null) ? null : await programBuild();
  const results: StepResult[] = [];
  const written: StudyRecord[] = [];
  let failed = 0;
  let lacking = 0;
  try {
    for (const [at, known] of steps.entries()) {
      const finished = finishedSteps[at];
      const { result, run, leftOut } = finished
        ? { result: finished, run: null, leftOut: 0 }
        : await runStep(known, { written, records }, { ...running, build, client: followed });
      const { units } = result.header;
      if (run) {
        output.stderr(`${progressOf(known, { result, run, leftOut })}\n`);
        if (run.failed > 0 && run.failed === units - leftOut)
          throw new StepFailed(`step ${known.number} failed throughout`);
        failed += run.failed;
        if (failed === 0) await folder.finish(fileOf(known), result);
      }
      if ((units === 0 && !known.step.optional) || result.header.failed > 0) lacking++;
      results.push(result);
      written.unshift(...recordsIn(result.lines));
    }
  } finally {
    await meter.settled();
    await close();
  }
  return { results, isWhole: failed === 0 && lacking === 0 };
}

const fileOf = ({ number, method }: KnownStep) =>
  `${String(number).padStart(2, "0")}-${method.id.replace(/[^\w.-]+/g, "_")}.jsonl`;

type StepRunning = Pick<Running, "name" | "chosen" | "meter" | "price" | "concurrency" | "output"> & {
  client: ConstructorParameters<typeof MethodRun>[0]["client"];
  /** The build of the program; null where it is not known. */
  build: string | null;
};

/** The name of a step among the ids of its records. */
export const runName = (recipe: string, number: number) => `${recipe}-${number}`;

interface StepRun {
  result: StepResult;
  run: MethodRun;
  /** Subjects that were left out, because rubrics of several models fit them equally. */
  leftOut: number;
}

async function runStep(
  known: KnownStep,
  { written, records }: StudyBefore,
  { name, chosen, meter, price, concurrency, output, client, build }: StepRunning,
): Promise<StepRun> {
  const { number, method, params, choice } = known;
  const { subjects } = inputsOfStudy(records, method, choice, written);
  const several = severalModelsOf(known, subjects);
  if (several !== null) output.stderr(`${several}\n`);
  const { model } = chosen;
  const run = new MethodRun({
    ...{ method, params, client, model, concurrency, output },
    ...{ run: runName(name, number), noted: meter.note },
  });
  const lines: string[] = [];
  const fitting = subjects.filter((subject) => !hasSeveralRubricModels(subject));
  const leftOut = subjects.length - fitting.length;
  for await (const drafted of run.linesOf(fitting)) lines.push(...drafted);
  const use = meter.take();
  const header: RunHeader = {
    ...{ run: runName(name, number), name: `step ${number}` },
    ...{ method: method.id, methodVersion: method.version, program: VERSION, programBuild: build },
    ...{ profile: method.profile, params, modelRequested: model },
    ...{ units: subjects.length, failed: run.failed + run.unread + leftOut },
    ...headerOf(use, price),
  };
  // With its fields in the order in which a finished step is read: a later start writes the same files.
  return { result: { header: RunHeader.parse(header), lines }, run, leftOut };
}

function headerOf({ input, output, ...asked }: StepUse, price: TokenPrices | null) {
  return {
    ...asked,
    price: price && { inputMicros: price[0] * 1e6, outputMicros: price[1] * 1e6 },
    costMicros: price && Math.ceil(priced({ input, output }, price) * 1e6),
    finishedAt: new Date().toISOString(),
  };
}

function progressOf({ number, method }: KnownStep, { result, run, leftOut }: StepRun): string {
  const { header, lines } = result;
  const { units } = header;
  if (units === 0) return `${number}. ${method.id}: left out, the study has nothing with what it needs`;
  const empty = recordsIn(lines).filter((record) => record.type === "draft" && record.value === null).length;
  const unread = empty === 0 ? "" : `; answers without a value: ${empty}`;
  const failed = run.failed + leftOut;
  return `${number}. ${method.id}: ${draftedInWords(units, { failed, unread: run.unread })}${unread}`;
}

/** The records among the lines of a step; findings are no records. */
export function recordsIn(lines: readonly string[]): StudyRecord[] {
  return lines.flatMap((line) => {
    if (isFinding(line)) return [];
    const record = parseRecord(line, 1);
    if (Array.isArray(record)) throw new Error(`a step wrote a bad record: ${record[0]?.reason}`);
    return [record];
  });
}
