import { MethodRun } from "@/lib/cli/draft/method-run";
import { type ChosenModel, openClient } from "@/lib/cli/draft/open-client";
import { isFinding } from "@/lib/cli/findings-file";
import type { Output } from "@/lib/cli/terminal";
import { parseRecord } from "@/lib/dataset/rules/records";
import type { StudyRecord } from "@/lib/dataset/schema";
import { inputsOfStudy } from "@/lib/drafting/rules/study-file-runs";
import type { RecipeFolder, StepResult } from "./folder";
import type { Meter, StepUse } from "./meter";
import { type KnownStep, type Price, priced } from "./plan";

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
  /** Recordings to answer from, besides the folder's own. */
  recordings: readonly string[];
  meter: Meter;
  price: Price | null;
  concurrency: number;
  output: Output;
}

/**
 * Runs the unfinished steps, each on the study with all output of earlier ones. A step with failures stays
 * unfinished, and so do the steps after it, which may need the missing output: the next start tries again.
 */
export async function runSteps({ folder, steps, records, recordings, ...running }: Running) {
  const { chosen, meter, output } = running;
  const { client, close } = await openClient(chosen, {
    recordings: [...recordings, folder.answers],
    out: folder.answers,
    limited: meter.limited,
  });
  const followed = { ...client, complete: meter.followed(client.complete) };
  const results: StepResult[] = [];
  const written: StudyRecord[] = [];
  let failed = 0;
  let lacking = 0;
  try {
    for (const known of steps) {
      const file = `${String(known.number).padStart(2, "0")}-${known.method.id.replace(/[^\w.-]+/g, "_")}.jsonl`;
      const finished = await folder.finished(file);
      const study = [...written, ...records];
      const result = finished ?? (await runStep(known, study, { ...running, client: followed }));
      if (!finished) {
        output.stderr(`${progressOf(known, result)}\n`);
        const { units, failed: ofStep } = result.header;
        if (units > 0 && ofStep === units) throw new StepFailed(`step ${known.number} failed throughout`);
        failed += ofStep;
        if (failed === 0) await folder.finish(file, result);
      }
      if (result.header.units === 0 && !known.step.optional) lacking++;
      results.push(result);
      written.unshift(...recordsIn(result.lines));
    }
  } finally {
    await meter.settled();
    await close();
  }
  return { results, isWhole: failed === 0 && lacking === 0 };
}

type StepRunning = Pick<Running, "name" | "chosen" | "meter" | "price" | "concurrency" | "output"> & {
  client: ConstructorParameters<typeof MethodRun>[0]["client"];
};

/** The name of a step among the ids of its records. */
export const runName = (recipe: string, number: number) => `${recipe}-${number}`;

async function runStep(
  { number, method, params, choice }: KnownStep,
  study: readonly StudyRecord[],
  { name, chosen, meter, price, concurrency, output, client }: StepRunning,
): Promise<StepResult> {
  const { subjects } = inputsOfStudy(study, method, choice);
  const { model } = chosen;
  const run = new MethodRun({
    ...{ method, params, client, model, concurrency, output },
    ...{ run: runName(name, number), noted: meter.note },
  });
  const lines: string[] = [];
  for await (const drafted of run.linesOf(subjects)) lines.push(...drafted);
  const use = meter.take();
  return {
    header: {
      ...{
        run: runName(name, number),
        name: `step ${number}`,
        method: method.id,
        methodVersion: method.version,
      },
      ...{ profile: method.profile, params, modelRequested: model },
      ...{ units: subjects.length, failed: run.failed },
      ...headerOf(use, price),
    },
    lines,
  };
}

function headerOf({ input, output, ...asked }: StepUse, price: Price | null) {
  return {
    ...asked,
    price: price && { inputMicros: price[0] * 1e6, outputMicros: price[1] * 1e6 },
    costMicros: price && Math.ceil(priced({ input, output }, price) * 1e6),
    finishedAt: new Date().toISOString(),
  };
}

function progressOf({ number, method }: KnownStep, { header, lines }: StepResult): string {
  const { units, failed } = header;
  if (units === 0) return `${number}. ${method.id}: left out, the study has nothing with what it needs`;
  const empty = recordsIn(lines).filter((record) => record.type === "draft" && record.value === null).length;
  const unread = empty === 0 ? "" : `; answers without a value: ${empty}`;
  return `${number}. ${method.id}: ${units - failed} of ${units} drafted${unread}`;
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
