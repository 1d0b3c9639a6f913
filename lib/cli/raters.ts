import type { ParseArgsConfig } from "node:util";
import { csvLine } from "@/lib/formats/csv";
import {
  generalisabilityModel,
  labelModel,
  type NumberedValues,
  numberedValues,
  RATER_MODELS,
  type RaterModelName,
  raschModel,
  unusedScores,
} from "@/lib/report/rules/inference/rater-models";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import { BadInput } from "./bad-input";
import { onlyFile, parseOptions, printing } from "./command";
import { readStudyData } from "./study-file";
import { columns, number } from "./table";
import { type Output, terminal } from "./terminal";

const NAMES = Object.keys(RATER_MODELS) as RaterModelName[];

const help = `Usage: countersign raters STUDY.jsonl --model NAME [options]

Fits models of raters, as a supplement to α; none of them replaces it.

${NAMES.map((name) => `  ${name.padEnd(16)} ${RATER_MODELS[name].assumes}`).join("\n")}

  --item NAME      the rated item, default all
  --with-models    includes the values of language models and rules as raters
  --soft-labels    the probability of each label by unit, as CSV; of dawid-skene and mace
  --json           everything, unrounded
`;

const options = {
  model: { type: "string" },
  item: { type: "string", default: "all" },
  "with-models": { type: "boolean", default: false },
  "soft-labels": { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

/** `countersign raters`: prints a model of raters. Returns 0, or 2 with one line on bad input. */
export function raters(args: string[], output: Output = terminal): Promise<number> {
  return printing("raters", output, () => answer(args));
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const file = onlyFile(positionals, "study file");
  const model = NAMES.find((name) => name === given.model);
  if (!model) throw new BadInput(`--model is one of ${NAMES.join(", ")}, not "${given.model ?? ""}"`);
  const isOfLabels = model === "dawid-skene" || model === "mace";
  if (given["soft-labels"] && !isOfLabels) throw new BadInput("--soft-labels is for dawid-skene and mace");
  const values = numberedValues(await readStudyData(file), given.item, given["with-models"]);
  if (!values) throw new BadInput(`"${given.item}" has no values on one scale: name an item with --item`);
  const found = isOfLabels
    ? labelModel(values, model)
    : model === "rasch"
      ? raschModel(values)
      : generalisabilityModel(values);
  if (!found) throw new BadInput(`${model} is for points, and for yes and no`);
  const about = RATER_MODELS[model];
  if (given["soft-labels"] && "units" in found && Array.isArray(found.units))
    return [
      ["item", "subject", ...values.labels.map(String)],
      ...found.units.map(({ item, subject, soft }) => [item, subject, ...soft]),
    ]
      .map(csvLine)
      .join("");
  if (given.json) {
    const { scope, exposure } = values;
    return `${JSON.stringify({ model, ...about, scope, exposure, ...found }, null, 2)}\n`;
  }
  return [
    `${about.title}, ${values.scope}: ${values.raters.length} raters, ${values.units.length} units (people: ${values.exposure})`,
    `Assumes: ${about.assumes} ${about.source}.`,
    "",
    found.reason === null ? bodyOf(values, found) : `No result: ${MISSING_VALUE_REASONS[found.reason]}.`,
    "",
  ].join("\n");
}

type Found = NonNullable<
  ReturnType<typeof labelModel> | ReturnType<typeof raschModel> | ReturnType<typeof generalisabilityModel>
>;

function bodyOf(values: NumberedValues, found: Found): string {
  if ("components" in found) {
    const parts = Object.entries(found.components).map(([name, variance]) => [name, number(variance)]);
    const designs = found.designs.map((design) => [
      ...[String(design.raters), String(design.items), number(design.relative), number(design.absolute)],
    ]);
    return [
      columns([["source", "variance"], ...parts]),
      ...(found.negative.length > 0 ? [`set to 0, estimated below: ${found.negative.join(", ")}`] : []),
      ...(found.leftOut > 0 ? [`${found.leftOut} subjects without every value are left out`] : []),
      "",
      columns([["raters", "items", "Eρ²", "Φ"], ...designs], 0),
    ].join("\n");
  }
  if ("thresholds" in found) {
    const measured = (list: readonly { measure: number; error: number }[], names: readonly string[]) =>
      list.map(({ measure, error }, n) => [names[n] ?? "", number(measure, 2), number(error, 2)]);
    return [
      columns([
        ["rater", "severity", "error"],
        ...measured(
          found.raters,
          found.raters.map(({ rater }) => rater),
        ),
      ]),
      "",
      columns([
        ["item", "difficulty", "error"],
        ...measured(
          found.items,
          found.items.map(({ item }) => item),
        ),
      ]),
      "",
      ...unusedScores(found),
      `Thresholds: ${found.thresholds.map((one) => number(one, 2)).join(", ")}. Converged after ${found.iterations} steps.`,
    ].join("\n");
  }
  return [
    columns([
      ["rater", "labels", "accuracy"],
      ...found.raters.map(({ rater, given, accuracy }) => [rater, String(given), number(accuracy, 3)]),
    ]),
    "",
    `True labels: ${values.labels.map((label, n) => `${label} ${number(found.prevalence[n] ?? null, 3)}`).join(", ")}.`,
    `Converged after ${found.logLikelihood.length} steps, log likelihood ${number(found.logLikelihood.at(-1) ?? null, 2)}.`,
  ].join("\n");
}
