import type { ParseArgsConfig } from "node:util";
import { planMeans } from "@/lib/agreement/planned-means";
import { completed, type PilotSource, planAgreement } from "@/lib/agreement/planner";
import { meanPilotOf, type Pilot, pilotOf, plannableScopes } from "@/lib/report/rules/inference/pilot";
import {
  type AgreementPlan,
  agreementRows,
  type MeanPlan,
  meanRows,
  type Work,
} from "@/lib/report/rules/planning/plan-rows";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import { BadInput } from "./bad-input";
import { type OptionValues, parseOptions, printing } from "./command";
import { readStudyData } from "./study-file";
import { columns, number } from "./table";
import { type Output, terminal } from "./terminal";

const help = `Usage: countersign plan STUDY.jsonl [--statistic alpha|kappa|mean|difference] [options]
       countersign plan --alpha A --prevalence P,P… [options]

Estimates the width of the interval for given numbers of units and raters, by simulation from the values of a pilot, or from
guesses. For means and differences of models also with a judge on all units, corrected by people on some of them (PPI++).

  --statistic NAME  alpha (the default), kappa, mean or difference
  --units N,N…      units to rate, default 50,100,200,400
  --raters K,K…     raters of each unit, default 2,3,5; not for means
  --labels N,N…     units that people label, among those that a judge rated; for means and differences, default 50,100,200
  --item NAME       the rated item, default all
  --judge NAME      model, method or condition of the judge
  --models A,B      the two models of a difference
  --alpha A, --prevalence P,P…  guesses instead of a pilot: agreement, and the share of each value
  --seconds S       time of one judgement, default the pilot's median, or 60
  --wage W          pay per hour of work
  --studies N       simulated studies, default 400
  --seed N          default 42
  --json            unrounded, for programs
`;

const options = {
  statistic: { type: "string", default: "alpha" },
  units: { type: "string", default: "50,100,200,400" },
  raters: { type: "string", default: "2,3,5" },
  labels: { type: "string", default: "50,100,200" },
  item: { type: "string", default: "all" },
  judge: { type: "string" },
  models: { type: "string" },
  alpha: { type: "string" },
  prevalence: { type: "string" },
  seconds: { type: "string" },
  wage: { type: "string" },
  studies: { type: "string", default: "400" },
  seed: { type: "string", default: "42" },
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const satisfies ParseArgsConfig["options"];

type Given = OptionValues<typeof options>;

const MOST_UNITS = 100_000;
const MOST_RATERS = 100;

/** `countersign plan`: prints the width of intervals by design. Returns 0, or 2 with one line on bad input. */
export function plan(args: string[], output: Output = terminal): Promise<number> {
  return printing("plan", output, () => answer(args));
}

async function answer(args: string[]): Promise<string> {
  const { values: given, positionals } = parseOptions(args, options);
  if (given.help) return help;
  const [file, ...others] = positionals;
  if (others.length > 0) throw new BadInput("name one study file; --help says more");
  if (given.statistic === "alpha" || given.statistic === "kappa") return await agreementPlan(file, given);
  if (given.statistic === "mean" || given.statistic === "difference") return await meanPlan(file, given);
  throw new BadInput(`--statistic is alpha, kappa, mean or difference, not "${given.statistic}"`);
}

async function agreementPlan(file: string | undefined, given: Given): Promise<string> {
  const pilot = file === undefined ? null : await readPilot(file, given.item);
  const source: PilotSource = pilot ?? guessesOf(given);
  const categories = pilot?.categories.length ?? ("prevalence" in source ? source.prevalence.length : 0);
  const level = pilot?.level ?? "nominal";
  const [studies, seed] = simulationOf(given);
  const work = workOf(given, pilot?.secondsEach ?? null);
  const statistic = given.statistic === "kappa" ? "kappa" : "alpha";
  const designs = {
    units: numbersOf("--units", given.units, MOST_UNITS),
    raters: numbersOf("--raters", given.raters, MOST_RATERS),
  };
  if (designs.raters.some((raters) => raters < 2))
    throw new BadInput("--raters: agreement needs at least 2 raters of each unit");
  const planned = { statistic, level, categories } as const;
  const rows = agreementRows(completed(planAgreement(source, planned, designs, { studies, seed })), work);
  if (given.json) {
    const about = pilot && { scope: pilot.scope, exposure: pilot.exposure, units: pilot.units.length };
    return `${JSON.stringify({ statistic, level, pilot: about, rows }, null, 2)}\n`;
  }
  return agreementText(rows, pilot, `${statistic === "alpha" ? "Krippendorff's α" : "Fleiss' κ"}, ${level}`);
}

function agreementText(rows: readonly AgreementPlan[], pilot: Pilot | null, title: string): string {
  const hasCost = rows.some(({ cost }) => cost !== null);
  const header = ["units", "raters", "expected", "from", "to", "width", "hours"];
  const lines = rows.map((row) => [
    ...[String(row.units), String(row.raters)],
    ...(row.reason === null
      ? [number(row.expected, 3), number(row.low, 3), number(row.high, 3), number(row.width, 3)]
      : ["—", "—", "—", "—"]),
    number(row.hours, 1),
    ...(hasCost ? [number(row.cost, 2)] : []),
    row.reason !== null ? MISSING_VALUE_REASONS[row.reason] : row.isStable ? "stop here" : "",
  ]);
  const about = pilot
    ? `from a pilot of ${pilot.units.length} units by up to ${pilot.raters} people (${pilot.exposure}), ${pilot.scope}`
    : "from guesses";
  const table = columns([[...header, ...(hasCost ? ["cost"] : []), ""], ...lines], 0);
  return [
    `${title}: 95 % interval to expect, ${about}`,
    "",
    table,
    "",
    '"stop here": no bar (.667, .800) lies within the interval, so more will hardly change the verdict.',
    ...(pilot && pilot.units.length < 100
      ? ["A pilot of fewer than 100 units is itself uncertain: so is its plan."]
      : []),
    "",
  ].join("\n");
}

async function meanPlan(file: string | undefined, given: Given): Promise<string> {
  if (file === undefined) throw new BadInput("name a study file: means are planned from a pilot");
  const study = await readStudyData(file);
  const pilot = meanPilotOf(study, given.item, given.judge);
  if (!pilot)
    throw new BadInput(
      `no unit of "${given.item}" has a judge's value and one that people gave without a draft in view`,
    );
  const contrast = contrastOf(given, [...new Set(pilot.units.flatMap(({ model }) => model ?? []))]);
  const [studies, seed] = simulationOf(given);
  const work = workOf(given, pilotOf(study, given.item)?.secondsEach ?? null);
  const designs = {
    judged: numbersOf("--units", given.units, MOST_UNITS),
    labelled: numbersOf("--labels", given.labels, MOST_UNITS),
  };
  const rows: MeanPlan[] = meanRows(
    completed(planMeans(pilot.units, designs, { isShare: pilot.isShare, contrast }, { studies, seed })),
    work,
    contrast !== undefined,
  );
  if (given.json)
    return `${JSON.stringify({ statistic: given.statistic, models: contrast ?? null, pilot: pilot.units.length, rows }, null, 2)}\n`;
  const hasCost = rows.some(({ cost }) => cost !== null);
  const of = contrast ? `the difference of ${contrast[0]} and ${contrast[1]}` : "the mean";
  return [
    `Mean width of the 95 % interval of ${of}, from a pilot of ${pilot.units.length} units`,
    "",
    columns(
      [
        [
          ...["judged", "labelled", "people alone", "with the judge", "hours"],
          ...[...(hasCost ? ["cost"] : []), ""],
        ],
        ...rows.map((row) => [
          ...[String(row.judged), String(row.labelled), number(row.human, 3), number(row.powered, 3)],
          ...[number(row.hours, 1), ...(hasCost ? [number(row.cost, 2)] : [])],
          row.isStable ? "stop here" : "",
        ]),
      ],
      0,
    ),
    "",
    "",
  ].join("\n");
}

async function readPilot(file: string, item: string): Promise<Pilot> {
  const study = await readStudyData(file);
  const pilot = pilotOf(study, item);
  if (pilot) return pilot;
  const known = plannableScopes(study);
  throw new BadInput(
    known.includes(item)
      ? `no person has judged "${item}": plan from guesses, with --alpha and --prevalence`
      : `--item is one of ${known.slice(0, 20).join(", ")}, not "${item}"`,
  );
}

function guessesOf({ alpha, prevalence }: Given): PilotSource {
  if (alpha === undefined || prevalence === undefined)
    throw new BadInput("name a study file, or guess with --alpha and --prevalence");
  const guess = Number(alpha);
  if (alpha.trim() === "" || !(guess >= 0 && guess < 1))
    throw new BadInput(`--alpha is a number from 0 to below 1, not "${alpha}"`);
  const shares = prevalence.split(",").map(Number);
  const all = shares.reduce((sum, share) => sum + share, 0);
  if (shares.length < 2 || shares.some((share) => !(share >= 0)) || Math.abs(all - 1) > 0.01)
    throw new BadInput(`--prevalence is at least two shares that add up to 1, not "${prevalence}"`);
  return { alpha: guess, prevalence: shares.map((share) => share / all) };
}

function contrastOf({ statistic, models }: Given, known: readonly string[]): [string, string] | undefined {
  if (statistic !== "difference") return undefined;
  const [first, second, ...more] = models?.split(",") ?? known;
  if (first !== undefined && second !== undefined && more.length === 0 && first !== second)
    if ([first, second].every((model) => known.includes(model))) return [first, second];
  throw new BadInput(`--models names two of ${known.join(", ")}`);
}

function workOf({ seconds, wage }: Given, measured: number | null): Work {
  return {
    secondsEach: seconds === undefined ? (measured ?? 60) : positive("--seconds", seconds),
    wage: wage === undefined ? null : positive("--wage", wage),
  };
}

function simulationOf({ studies, seed }: Given): [studies: number, seed: number] {
  const [count = 0] = numbersOf("--studies", studies, 100_000);
  if (!/^\d+$/.test(seed)) throw new BadInput(`--seed is a whole number, not "${seed}"`);
  return [count, Number(seed)];
}

function numbersOf(name: string, text: string, most: number): number[] {
  const list = text.split(",").map((part) => (/^\s*\d+\s*$/.test(part) ? Number(part) : Number.NaN));
  if (list.every((one) => one >= 1 && one <= most)) return list;
  throw new BadInput(`${name} is whole numbers from 1 to ${most.toLocaleString("en")}, not "${text}"`);
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && Number.isFinite(value)) return value;
  throw new BadInput(`${name} is a number above 0, not "${text}"`);
}
