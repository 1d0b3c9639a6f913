import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { shuffled } from "@/lib/agreement/group-by-cluster";
import { linearInterval } from "@/lib/agreement/linearised";
import { type JudgedUnit, predictionPowered } from "@/lib/agreement/prediction-powered";
import { randomFrom } from "@/lib/agreement/random";
import { readStudyData } from "@/lib/cli/study-file";
import { machineNumber, peopleNumber } from "@/lib/report/rules/inference/unit-numbers";
import { machineReadings } from "@/lib/report/rules/machine-readings";
import { unitsOf } from "@/lib/report/rules/units";

/*
 * The table under "On published data" in docs/reference/judges-inference.md: a tenth of the people's labels of CoEval's ELI5
 * study is kept by lot, many times, and the mean score of all of them estimated by people alone and by the judge that they
 * correct. Exposure is disregarded, because this study has no independent labels: the figures are of the estimator.
 */

const KEPT = 0.1;
const DRAWS = 500;
/**
 * The lowest coverage accepted: in 500 draws it is known to a point; `npm run check:statistics` has the same bound.
 */
const LEAST = 0.93;

/** A unit with people's value, whether or not it is kept. */
type Labelled = Omit<JudgedUnit, "human" | "judge"> & { human: number; judge: number; model: string | null };

/** The judge's score of each unit, and the mean of people's. */
async function scoresOf(file: string): Promise<Labelled[]> {
  const study = await readStudyData(file);
  const units = unitsOf(study);
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const [machine] = machineReadings(study, units);
  if (!machine) throw new Error(`${file} has no judge`);
  return [...units.byItem.values()].flatMap((list) =>
    [...list].flatMap((unit) => {
      const [judge, human] = [machineNumber(machine, unit), peopleNumber(unit, "any")];
      if (judge === null || human === null) return [];
      return { cluster: unit.task, judge, human, model: models.get(unit.response ?? "") ?? null };
    }),
  );
}

interface Row {
  name: string;
  human: number;
  judge: number;
  /** Mean widths of the 95 % intervals of the draws: by people alone, and by both. */
  alone: number;
  both: number;
  /** The share of draws in which the interval by both contains people's full mean. */
  contained: number;
  kept: number;
  effective: number;
}

function rowOf(name: string, units: readonly Labelled[]): Row {
  const random = randomFrom(20261124);
  const human = arithmeticMean(units.map((unit) => unit.human));
  const kept = Math.round(units.length * KEPT);
  const places = units.map((_, place) => place);
  const draws = Array.from({ length: DRAWS }, () => {
    const labelled = new Set(shuffled(places, random).slice(0, kept));
    const found = predictionPowered(
      units.map((unit, place) => ({ ...unit, human: labelled.has(place) ? unit.human : null })),
    );
    const [alone, both] = [linearInterval(found.human), linearInterval(found.powered)];
    if (!alone || !both || found.effective === null) throw new Error(`${name}: no interval`);
    return {
      alone: alone.high - alone.low,
      both: both.high - both.low,
      contained: Number(both.low <= human && human <= both.high),
      effective: found.effective,
    };
  });
  const of = (part: keyof (typeof draws)[number]) => arithmeticMean(draws.map((draw) => draw[part]));
  const judge = arithmeticMean(units.map((unit) => unit.judge));
  return {
    ...{ name, human, judge, kept },
    ...{ alone: of("alone"), both: of("both"), contained: of("contained"), effective: of("effective") },
  };
}

const short = (number: number) => number.toFixed(2).replace(/^0/, "");

function line({ name, human, judge, alone, both, contained, kept, effective }: Row): string {
  const covered = `${short(both)}, ${Math.round(100 * contained)} %`;
  const cells = [
    name,
    short(human),
    short(judge),
    short(alone),
    covered,
    `${Math.round(effective)} of ${kept}`,
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Prints the table of a study file, and checks that each row's interval is narrower and contains the full value often enough. */
export async function checkPowered(file: string): Promise<{ passed: number; failed: number }> {
  const units = await scoresOf(file);
  const models = [...new Set(units.map(({ model }) => model))];
  const rows = [
    rowOf("all responses", units),
    ...models.map((model) =>
      rowOf(
        model ?? "without a model",
        units.filter((unit) => unit.model === model),
      ),
    ),
  ];
  console.log(`CoEval ELI5, a tenth of the labels kept by lot, ${DRAWS} times:`);
  for (const row of rows) console.log(line(row));
  const isRight = ({ alone, both, contained }: Row) => both < alone && contained >= LEAST;
  const failed = rows.filter((row) => !isRight(row));
  for (const { name } of failed)
    console.log(`FAIL  CoEval ELI5, ${name}: not narrower, or contains too little`);
  return { passed: rows.length - failed.length, failed: failed.length };
}
