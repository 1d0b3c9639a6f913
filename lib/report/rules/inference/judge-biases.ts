import { clusteredSlope, correlationInterval, partialCorrelation } from "@/lib/agreement/clustered-slope";
import type { LinearEstimate } from "@/lib/agreement/linearised";
import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { CardNumber, JudgeCard } from "@/lib/report/schema/judge-cards";
import type { StudyData } from "@/lib/report/schema/study";
import type { ReportReason } from "@/lib/report/schema/values";
import { linearEnds } from "./linear-ends";
import { modelFamily } from "./model-family";

/** A unit with the answer that a machine is held against. */
export interface Referenced {
  item: string;
  task: string;
  /** The response, or null for a pair. */
  response: string | null;
  /** The responses of a pair in the order that values refer to. */
  pair: readonly string[];
  answer: Value;
}

/** A readable value of a unit with its answer, as numbers. */
export interface Paired {
  unit: Referenced;
  judge: number;
  answer: number;
}

const numberOf = (
  found: LinearEstimate,
  options: ReportOptions,
  reason: ReportReason | null = found.reason,
): CardNumber => ({ value: found.value, ci: linearEnds(found, options), n: found.units, reason });

/** The effect of a response's length on the machine beyond the reference, and agreement with length taken out. */
export function lengths(
  compared: readonly Paired[],
  characters: StudyData["responseLengths"],
  options: ReportOptions,
): Pick<JudgeCard, "lengthSlope" | "correlation" | "lengthAdjusted"> {
  const points: (Paired & { x: number })[] = [];
  for (const { unit, judge, answer } of compared) {
    const x = logLength(unit, characters);
    if (x !== null) points.push({ unit, judge, answer, x });
  }
  const slope = clusteredSlope(
    points.map(({ unit, x, judge, answer }) => ({ cluster: unit.task, x, y: judge - answer })),
  );
  const correlated = (units: readonly (Paired & { x: number })[]): CardNumber => {
    const found = partialCorrelation(
      units.map(({ unit, judge, answer, x }) => ({
        cluster: unit.task,
        first: judge,
        second: answer,
        third: x,
      })),
    );
    const ends = correlationInterval(found, options.confidence);
    const { value, reason, units: n, clusters } = found;
    return { value, ci: ends && [ends.low, ends.high, clusters], n, reason };
  };
  const unknown: CardNumber = { value: null, ci: null, n: 0, reason: "no-lengths" };
  return {
    lengthSlope: points.length === 0 ? unknown : numberOf(slope, options),
    // Nothing is taken out of a correlation with a constant.
    correlation: correlated(compared.map(({ unit, judge, answer }) => ({ unit, judge, answer, x: 0 }))),
    lengthAdjusted: points.length === 0 ? unknown : correlated(points),
  };
}

/** Doublings of length: of a response, or of the first response over the second. Null if a length is unknown or 0. */
function logLength({ response, pair }: Referenced, characters: StudyData["responseLengths"]): number | null {
  const of = (id: string) => characters?.get(id) || null;
  if (response !== null) {
    const own = of(response);
    return own === null ? null : Math.log2(own);
  }
  const [first, second] = pair.map(of);
  return first == null || second == null ? null : Math.log2(first / second);
}

/** The machine's preference for models of its own family, beyond what the reference gives them. */
export function ownFamilyOf(
  compared: readonly Paired[],
  family: string | null,
  models: ReadonlyMap<string, string | null>,
  options: ReportOptions,
): CardNumber {
  const none: CardNumber = { value: null, ci: null, n: 0, reason: "no-family" };
  if (family === null) return none;
  const isOwn = (response: string) => {
    const model = models.get(response);
    return model == null ? null : Number(modelFamily(model) === family);
  };
  const points = compared.flatMap(({ unit, judge, answer }) => {
    const y = judge - answer;
    if (unit.response !== null) {
      const x = isOwn(unit.response);
      return x === null ? [] : [{ cluster: unit.task, x, y }];
    }
    const [first, second] = unit.pair.map(isOwn);
    // A pair says something of families only if one of its sides is of the own one.
    return first == null || second == null || first === second ? [] : [{ cluster: unit.task, x: first, y }];
  });
  const found = clusteredSlope(points);
  const reason =
    found.value === null ? (found.reason === "constant-input" ? "no-family" : found.reason) : null;
  return numberOf(found, options, reason);
}
