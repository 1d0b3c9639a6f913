import { arithmeticMean } from "@/lib/agreement/arithmetic-mean";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import { compareTwoRaters } from "@/lib/agreement/two-raters";
import { majority } from "@/lib/judgement/rules/majority";
import type { ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { Confusion, HumanVsLlmRow } from "@/lib/report/schema/human-vs-llm";
import { machineOf } from "./comparisons";
import { seenBy } from "./draft-seen";
import type { DraftsById } from "./draft-table";
import { rowsByClass } from "./exposure-values";
import { endsOf } from "./interval-ends";
import { asNumber, type MeasurementScale, NOT_APPLICABLE } from "./measurement-scale";
import { byName, type Scope } from "./scopes";
import type { Rater } from "./unit";

/** A confusion matrix with more values is too large to read. */
const MOST_VALUES = 50;

/** One row per LLM, or rule engine, and exposure class of a scope. */
export function humanVsLlmOf(
  scope: Scope,
  llms: readonly Rater[],
  drafts: DraftsById,
  options: ReportOptions,
): HumanVsLlmRow[] {
  return llms.flatMap((llm) =>
    rowsByClass(scope.sameClass, (exposure): HumanVsLlmRow[] => {
      const { points, ...counted } = pointsOf(llm, scope, exposure, drafts);
      const compared = compareSides(points, options);
      const reason = scope.readings.length > 1 ? ("mixed-scales" as const) : compared.reason;
      return [{ item: scope.name, ...machineOf(llm), exposure, ...compared, reason, ...counted }];
    }),
  );
}

/** One point per unit: people's joint value, the LLM's value, and the task of the unit. */
interface Points {
  human: number[];
  llm: number[];
  tasks: string[];
}

/**
 * Compares one LLM with people: its value with their mean, or with their majority where the values are words.
 * A unit on which people are evenly divided has no majority; it is left out and counted.
 */
function pointsOf(llm: Rater, scope: Scope, exposure: ExposureClass, drafts: DraftsById) {
  const [reading] = scope.readings;
  const measurable = reading !== undefined && scope.readings.length === 1;
  const points: Points = { human: [], llm: [], tasks: [] };
  const cells: Cells = new Map();
  let draftSeen = 0;
  let ties = 0;
  let unread = 0;
  let humanNa = 0;
  let llmNa = 0;

  for (const unit of scope.units) {
    const answers = unit.humans[exposure];
    if (answers.length === 0) continue;
    if (unit.undecided.includes(llm)) unread++;
    const drafted = unit.others.find(({ rater }) => rater === llm)?.value;
    if (drafted === undefined) continue;
    const given = cells.get(drafted) ?? new Map<Value, number>();
    cells.set(drafted, given);
    const theirs: Value[] = [];
    for (const { value } of answers) {
      given.set(value, (given.get(value) ?? 0) + 1);
      if (value !== NOT_APPLICABLE) theirs.push(value);
    }
    draftSeen += seenBy(unit, llm, exposure, drafts);
    humanNa += answers.length - theirs.length;
    const own = asNumber(drafted);
    if (own === null) llmNa++;
    if (own === null || theirs.length === 0 || !measurable) continue;
    const together = summary(theirs, reading);
    if (together === null) {
      ties++;
      continue;
    }
    points.human.push(together);
    points.llm.push(own);
    points.tasks.push(unit.task);
  }
  return {
    points,
    draftSeen,
    ties,
    unread,
    humanNa,
    llmNa,
    confusion: measurable ? confusionOf(cells, reading) : null,
  };
}

type Compared = Pick<
  HumanVsLlmRow,
  "n" | "pearson" | "spearman" | "kendall" | "meanDifference" | "reason" | "ci"
>;

function compareSides({ human, llm, tasks }: Points, options: ReportOptions): Compared {
  const { pearson, spearman, kendall, meanDifference } = compareTwoRaters(
    ratingsFromMatrix([llm, human]),
    new Set(tasks).size > 1 ? { ...options, clusters: tasks } : undefined,
  );
  return {
    n: human.length,
    pearson: pearson.value,
    spearman: spearman.value,
    kendall: kendall.value,
    meanDifference: meanDifference.value,
    reason: pearson.reason ?? meanDifference.reason,
    ci: {
      pearson: endsOf(pearson.interval),
      spearman: endsOf(spearman.interval),
      kendall: endsOf(kendall.interval),
      meanDifference: endsOf(meanDifference.interval),
    },
  };
}

/** People's joint value as a number; null when they are evenly divided. */
function summary(values: readonly Value[], reading: MeasurementScale): number | null {
  if (reading.summary === "majority") {
    const most = majority(values);
    return most === null ? null : asNumber(most);
  }
  return arithmeticMean(values.map(asNumber).filter((number) => number !== null));
}

/** Counts of people's values, by the value of the LLM. */
type Cells = Map<Value, Map<Value, number>>;

function confusionOf(cells: Cells, reading: MeasurementScale): Confusion | null {
  const listed = reading.categories ?? [];
  const given = [...cells].flatMap(([llm, people]) => [llm, ...people.keys()]);
  const found = [...new Set(given)].filter((value) => !listed.includes(value));
  const values = [...listed, ...found.sort((a, b) => byName(String(a), String(b)))];
  if (values.every((value) => typeof value === "number")) values.sort((a, b) => a - b);
  if (values.length > MOST_VALUES) return null;
  return {
    values: values.map(String),
    counts: values.map((human) => values.map((llm) => cells.get(llm)?.get(human) ?? 0)),
  };
}
