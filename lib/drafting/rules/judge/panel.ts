import type { JudgedValue } from "@/lib/drafting/rules/judge/aggregate";
import { roundHalfUp } from "@/lib/drafting/rules/votes";
import {
  type GivenValue,
  isScored,
  type JudgeLabels,
  type JudgePanel,
  type JudgeScale,
  type JudgeSpec,
  type JudgeSubject,
  type PanelMember,
  type PanelRule,
  type PromptSpec,
} from "@/lib/drafting/schema/judge-spec";
import { majority } from "@/lib/judgement/rules/majority";
import type { Price } from "@/lib/llm/price";

/** The values of one panel member for a unit. */
interface MemberValues {
  title: string;
  weight: number;
  values: readonly JudgedValue[];
}

/**
 * The values of a panel, target by target. At least half of the members must have one. Without a majority a pair is a tie,
 * and anything else has no value. The lines are what the members say, each under its name.
 */
export function panelValues(rule: PanelRule, members: readonly MemberValues[]): JudgedValue[] {
  const targets = members[0]?.values ?? [];
  return targets.map(({ target, response }, at) => {
    const said = members.flatMap(({ title, weight, values }) => {
      const own = values[at];
      return own ? [{ title, weight, own }] : [];
    });
    const given = said.flatMap(({ weight, own }) =>
      own.value === null ? [] : [{ weight, value: own.value }],
    );
    const common = {
      target,
      ...(response !== undefined && { response }),
      // For a pair, a draft's votes are those of the two orders, which members do not share.
      ...(target !== "preference" && { votes: said.map(({ own }) => own.value) }),
    };
    const lines = said.map(({ title, own }) =>
      [`${title}: ${own.value ?? "no value"}`, ...own.lines.slice(0, 1)].join(". "),
    );
    if (given.length === 0 || given.length < members.length / 2) {
      const reason = said.find(({ own }) => own.value === null)?.own.undecided ?? "not_run";
      return { ...common, value: null, undecided: reason, lines: [], flags: [] };
    }
    const isSplit = new Set(given.map(({ value }) => value)).size > 1;
    const flags = isSplit ? ["panel_split"] : [];
    const value = panelValue(rule, given);
    if (value !== null) return { ...common, value, lines, flags };
    return target === "preference"
      ? { ...common, value: "tie" as const, lines, flags }
      : { ...common, value, undecided: "tie" as const, lines, flags };
  });
}

interface WeightedValue {
  value: GivenValue;
  weight: number;
}

/** One value of several; null where no value has most votes or most weight. */
export function panelValue(rule: PanelRule, given: readonly WeightedValue[]): GivenValue | null {
  const numbers = given.flatMap(({ value, weight }) =>
    typeof value === "number" ? [{ value, weight }] : [],
  );
  const isNumeric = numbers.length === given.length;
  if (rule === "weighted") return isNumeric ? weightedMean(numbers) : heaviest(given);
  if (rule === "mean" && isNumeric) return weightedMean(numbers.map(({ value }) => ({ value, weight: 1 })));
  if (rule === "median" && isNumeric) return medianOf(numbers.map(({ value }) => value));
  // A preference "tie" is a value like any other: it wins only with most votes.
  return majority(given.map(({ value }) => value));
}

/** Sums of weights that differ by less are equal: they are sums of rounded κ in any order. */
const SAME = 1e-9;

function weightedMean(numbers: readonly { value: number; weight: number }[]): number {
  const total = numbers.reduce((sum, { weight }) => sum + weight, 0);
  const mean = numbers.reduce((sum, { value, weight }) => sum + value * weight, 0) / total;
  return roundHalfUp(mean + SAME);
}

function medianOf(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return roundHalfUp(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2);
}

function heaviest(given: readonly WeightedValue[]): GivenValue | null {
  const weights = new Map<GivenValue, number>();
  for (const { value, weight } of given) weights.set(value, (weights.get(value) ?? 0) + weight);
  const [first, second] = [...weights].sort(([, a], [, b]) => b - a);
  return first && (!second || first[1] - second[1] > SAME) ? first[0] : null;
}

/** Why versions cannot be a panel together; null if they can. */
export function panelProblem(members: readonly { spec: PromptSpec }[], rule: PanelRule): string | null {
  const [first] = members;
  if (members.some(({ spec }) => spec.subject !== first?.spec.subject))
    return "All members have to judge the same: responses by a score, responses by a label, pairs, checklists or criteria.";
  const ends = (scale: JudgeScale | null) => scale && `${scale.min} to ${scale.max}`;
  if (members.some(({ spec }) => ends(spec.scale) !== ends(first?.spec.scale ?? null)))
    return "All members have to use the same scale.";
  if (members.some(({ spec }) => labelKey(spec) !== labelKey(first?.spec ?? {})))
    return "All members have to give the same labels, and to be compared with the same question.";
  if (first && !isScored(first.spec.subject) && (rule === "mean" || rule === "median"))
    return "Mean and median need scores. Answers, labels and preferences are decided by majority or weight.";
  return null;
}

/** The names of labels in any order, with the question that they answer. */
const labelKey = ({ labels }: { labels?: JudgeLabels | undefined }): string =>
  JSON.stringify(
    labels ? [labels.question, labels.text ?? "", labels.options.map(({ name }) => name).sort()] : null,
  );

/** True if two of the versions judge the same. */
export const canBePanel = (versions: readonly { subject: JudgeSubject }[]): boolean =>
  new Set(versions.map(({ subject }) => subject)).size < versions.length;

/** The specification of a panel: its examples are all of its members', so that none of their tasks is compared. */
export function panelSpec(panel: JudgePanel): JudgeSpec {
  const [first] = panel.members as [PanelMember, ...PanelMember[]];
  const { subject, scale, labels, output } = first.spec;
  return {
    ...{ subject, scale, output, system: "", user: "", profile: first.spec.profile },
    ...(labels && { labels }),
    examples: panel.members.flatMap(({ spec }) => spec.examples),
    ...{ temperature: null, maxOutputTokens: 1024, seed: null, samples: 1, swap: true },
    ...{ aggregation: "majority" as const, panel },
  };
}

/** The name of a panel where that of a model stands. It begins with no model's name, so it has no family. */
export const panelModel = ({ members }: Pick<JudgePanel, "members">): string =>
  `panel of ${members.length} judges`;

/** Names a model behind an endpoint among those of a panel. */
export const memberKey = ({ endpoint, model }: { endpoint: string; model: string }): string =>
  `${endpoint} ${model}`;

/** The most that any of the models takes for each kind of token; null if a price is unknown. */
export function dearestPrice(prices: readonly (Price | null)[]): Price | null {
  const known = prices.filter((price) => price !== null);
  const [first] = known;
  if (!first || known.length < prices.length) return null;
  const most = (of: (price: Price) => number) => Math.max(...known.map(of));
  return {
    currency: first.currency,
    inputMicros: most(({ inputMicros }) => inputMicros),
    cachedInputMicros: most(({ cachedInputMicros, inputMicros }) => cachedInputMicros ?? inputMicros),
    outputMicros: most(({ outputMicros }) => outputMicros),
    since: known.map(({ since }) => since).sort()[0] ?? first.since,
  };
}
