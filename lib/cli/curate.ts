import { readFileSync } from "node:fs";
import type { ParseArgsConfig } from "node:util";
import { applyAdversarialFilter, type PanelVerdict } from "@/lib/curation/rules/adversarial-filter";
import { LEFT_OUT, preparedBenchmark, WHY_NOT } from "@/lib/curation/rules/benchmark";
import { constraintInstances } from "@/lib/curation/rules/constraint-pairs";
import {
  type Curated,
  countOutcomes,
  curatedInstances,
  curatedStudy,
  llmbarFile,
} from "@/lib/curation/rules/curated";
import { instancesOf, type NoInstance, pairsIn, subsetOf } from "@/lib/curation/rules/instances";
import { llmbarStudy, readLlmbarFile } from "@/lib/curation/rules/llmbar-file";
import { candidateStudy, instancesStudy } from "@/lib/curation/rules/parts";
import { STRUCTURES } from "@/lib/curation/schema";
import type { StudyRecord } from "@/lib/dataset/schema";
import { BadInput } from "./bad-input";
import { type OptionValues, parseOptions, runCommand, wholeNumber } from "./command";
import { badInputError } from "./file-errors";
import { bytesOfFile, readStudyRecords } from "./study-file";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign curate candidates STUDY.jsonl [--no-panel] [--method ID]… [--model NAME]… > candidates.jsonl
       countersign curate result STUDY.jsonl [--llmbar] > curated.jsonl
       countersign curate constraints STUDY.jsonl [--all] [--structure NAME]… [--seed 42] > candidates.jsonl
       countersign curate benchmark STUDY.jsonl [--sample 200] [--tag NAME] [--seed 42] > study.jsonl
       countersign curate read FILE.json --tag NAME > study.jsonl

Curates a set of instances for evaluating judges: an instruction, two responses, and which of them follows it. "-" reads
standard input. Counts are printed on standard error.

candidates  instances on which at most half of a panel's labels are right, as a study to import: in a batch of the protocol
            "Curation" annotators keep, modify or discard each of them
  --method ID    only this evaluator of the panel, such as llmbar.cot*; can be repeated
  --model NAME   only this model
  --no-panel     every instance, without a filter

result      the annotators' decisions in that batch, from its study file: the instances that were kept or modified
  --llmbar       in the JSON shape of LLMBar's data; otherwise a study with the original, the decisions and their reasons

constraints  pairs of outputs with a requirement added to the instruction that one of them meets and the other does not, as
            candidates; the verifier proves both
  --structure NAME  one of: ${STRUCTURES.join("; ")}
  --all          an instance for each structure instead of one drawn from the seed
  --seed N       default 42

benchmark   pairs of another benchmark that people compared, to compare evaluators on: without empty texts, texts in other
            languages and ties, with gold by the majority; a sample of the rest
  --sample N     the number of pairs, default 200; "all" for all
  --tag NAME     the benchmark, as a tag of its tasks in place of their own

read        a file in LLMBar's JSON shape, as a study
  --tag NAME     the subset, such as natural

Exit codes: 0, 1 when no instance is left, 2 on bad input.
`;

const options = {
  method: { type: "string", multiple: true },
  model: { type: "string", multiple: true },
  "no-panel": { type: "boolean", default: false },
  llmbar: { type: "boolean", default: false },
  tag: { type: "string" },
  all: { type: "boolean", default: false },
  structure: { type: "string", multiple: true },
  sample: { type: "string", default: "200" },
  seed: { type: "string", default: "42" },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/** `countersign curate`: prints candidates for curation, or what became of them. */
export function curate(args: string[], output: Output = terminal): Promise<number> {
  return runCommand("curate", output, async () => {
    const { values: given, positionals } = parseOptions(args, options);
    if (given.help) {
      output.stdout(help);
      return 0;
    }
    const [action, file, ...others] = positionals;
    if (file === undefined || others.length > 0)
      throw new BadInput(
        "say candidates, result, constraints, benchmark or read, and one file; --help says more",
      );
    if (action === "candidates") return await printCandidates(file, given, output);
    if (action === "result") return await printResult(file, given, output);
    if (action === "constraints") return await printConstraints(file, given, output);
    if (action === "benchmark") return await printBenchmark(file, given, output);
    if (action === "read") return printRead(file, given, output);
    throw new BadInput(`it is candidates, result, constraints, benchmark or read, not "${action}"`);
  });
}

type Given = OptionValues<typeof options>;

async function recordsIn(file: string): Promise<StudyRecord[]> {
  const records: StudyRecord[] = [];
  await readStudyRecords(file, bytesOfFile(file), (record) => records.push(record));
  return records;
}

const nameOf = (records: readonly StudyRecord[]) =>
  records.find((record) => record.type === "study")?.name ?? "Study";

const linesOf = (records: readonly StudyRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join("");

async function printCandidates(file: string, given: Given, output: Output): Promise<number> {
  const records = await recordsIn(file);
  const { instances, others } = instancesOf(records);
  output.stderr(othersInWords(others));
  const name = `${nameOf(records)}: candidates`;
  if (given["no-panel"]) {
    output.stderr(`${instances.length} candidates, without a panel.\n`);
    output.stdout(
      linesOf(
        candidateStudy(
          name,
          instances.map((instance) => ({ instance })),
        ),
      ),
    );
    return instances.length > 0 ? 0 : 1;
  }
  const choice = { methods: given.method ?? [], models: given.model ?? [] };
  const { evaluators, verdicts, unjudged } = applyAdversarialFilter(instances, records, choice);
  if (evaluators.length === 0)
    throw new BadInput(
      "there is no preference of a panel: run evaluators on the pairs first, such as llmbar.vanilla*, or give --no-panel",
    );
  const kept = verdicts.filter(({ isKept }) => isKept);
  output.stderr(`Panel: ${evaluators.join("; ")}\n`);
  for (const [subset, own] of bySubset(verdicts))
    output.stderr(
      `${subset}: ${own.filter(({ isKept }) => isKept).length} of ${own.length} kept; of the others most labels are right\n`,
    );
  if (unjudged.length > 0) output.stderr(`${unjudged.length} without a label by the panel are left out.\n`);
  const candidates = kept.map(({ instance, labels, rightLabels }) => ({
    instance,
    note: { right: rightLabels, asked: labels },
  }));
  output.stdout(linesOf(candidateStudy(name, candidates, { panel: evaluators })));
  return kept.length > 0 ? 0 : 1;
}

function bySubset(verdicts: readonly PanelVerdict[]): Map<string, PanelVerdict[]> {
  const found = new Map<string, PanelVerdict[]>();
  for (const verdict of verdicts) {
    const subset = subsetOf(verdict.instance);
    found.set(subset, [...(found.get(subset) ?? []), verdict]);
  }
  return found;
}

const WHY: Record<NoInstance, string> = {
  "no-pair": "without two responses",
  "several-pairs": "with several pairs",
  "no-label": "without a gold preference",
};

function othersInWords(others: readonly { why: NoInstance }[]): string {
  return Object.entries(WHY)
    .map(([why, words]) => [others.filter((one) => one.why === why).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${count === 1 ? "task" : "tasks"} ${words} left out.\n`)
    .join("");
}

async function printResult(file: string, given: Given, output: Output): Promise<number> {
  const records = await recordsIn(file);
  const curated = curatedInstances(records);
  if (curated.length === 0)
    throw new BadInput(
      'there is no candidate in it: it is the study file of a batch of the protocol "Curation"',
    );
  for (const [subset, own] of curatedBySubset(curated))
    output.stderr(
      `${subset}: ${Object.entries(countOutcomes(own))
        .map(([outcome, count]) => `${count} ${outcome}`)
        .join(", ")}\n`,
    );
  const contested = curated.filter(({ outcome }) => outcome === "contested");
  if (contested.length > 0)
    output.stderr(`Contested, left out: ${contested.map(({ original }) => original.task.id).join(", ")}\n`);
  const isLeft = curated.some(({ final }) => final !== null);
  output.stdout(
    given.llmbar
      ? `${JSON.stringify(llmbarFile(curated), null, 2)}\n`
      : linesOf(curatedStudy(`${nameOf(records)}: curated`, curated)),
  );
  return isLeft ? 0 : 1;
}

function curatedBySubset(curated: readonly Curated[]): Map<string, Curated[]> {
  const found = new Map<string, Curated[]>();
  for (const one of curated) {
    const subset = subsetOf(one.original);
    found.set(subset, [...(found.get(subset) ?? []), one]);
  }
  return found;
}

const seedOf = ({ seed }: Given) => wholeNumber("--seed", seed, 0, 2 ** 31);

async function printBenchmark(file: string, given: Given, output: Output): Promise<number> {
  const sample = given.sample === "all" ? null : wholeNumber("--sample", given.sample, 1, 1_000_000);
  const tag = given.tag?.trim() || null;
  const records = await recordsIn(file);
  const { instances, usable, leftOut } = preparedBenchmark(records, { sample, tag, seed: seedOf(given) });
  for (const why of WHY_NOT)
    if (leftOut[why] > 0)
      output.stderr(`Left out: ${leftOut[why]} ${LEFT_OUT[why][leftOut[why] === 1 ? 0 : 1]}\n`);
  output.stderr(`${instances.length} of ${usable} pairs drawn\n`);
  const curation = { from: "benchmark", seed: seedOf(given), tag, sample, usable, leftOut };
  output.stdout(linesOf(instancesStudy(tag ?? `${nameOf(records)}: benchmark`, instances, { curation })));
  return instances.length > 0 ? 0 : 1;
}

async function printConstraints(file: string, given: Given, output: Output): Promise<number> {
  const structures = (given.structure ?? STRUCTURES).map((name) => {
    const known = STRUCTURES.find((one) => one === name);
    if (known) return known;
    throw new BadInput(`--structure is one of ${STRUCTURES.join("; ")}, not "${name}"`);
  });
  const seed = seedOf(given);
  const records = await recordsIn(file);
  const { instances, without } = constraintInstances(pairsIn(records), { seed, all: given.all, structures });
  for (const structure of structures) {
    const count = instances.filter((one) => one.structure === structure).length;
    if (count > 0) output.stderr(`${structure}: ${count}\n`);
  }
  if (without.length > 0) output.stderr(`No demand separates the responses of: ${without.join(", ")}\n`);
  if (instances.length === 0) output.stderr("No instance: it takes tasks with two responses that differ.\n");
  output.stdout(
    linesOf(
      candidateStudy(
        `${nameOf(records)}: constraints`,
        instances.map((instance) => ({ instance })),
        { seed },
      ),
    ),
  );
  return instances.length > 0 ? 0 : 1;
}

function printRead(file: string, { tag }: Given, output: Output): number {
  if (tag === undefined || tag.trim() === "") throw new BadInput("name the subset with --tag");
  let text: string;
  try {
    text = readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    throw badInputError(file, error);
  }
  const read = readLlmbarFile(text);
  if ("problem" in read) throw new BadInput(`${file}: ${read.problem}`);
  output.stdout(linesOf(llmbarStudy(`LLMBar, ${tag}`, tag.trim(), read)));
  return read.length > 0 ? 0 : 1;
}
