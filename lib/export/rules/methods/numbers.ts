import { FEW_DRAWN } from "@/lib/agreement/estimate";
import { median } from "@/lib/agreement/quantile";
import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import { list, quantityInWords } from "@/lib/export/rules/phrases";
import type { ExposureClass } from "@/lib/judgement/schema";
import { fixed, oneLine } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { MISSING_VALUE_REASONS } from "@/lib/report/rules/wording";
import type { Ends, ReportReason } from "@/lib/report/schema/values";

export const CLASS: Record<ExposureClass, string> = {
  independent: "given without having seen a draft",
  exposed: "given with a draft in view",
  unknown: "of which nobody recorded whether a draft was seen",
  any: "of every exposure together",
};

const DECIMALS = 3;

/** More numbers than this are reported as a range. */
export const MOST_LISTED = 6;

/** A number for one scope. */
export interface ScopedNumber {
  scope: string;
  value: number | null;
  ci: Ends | null;
  reason: ReportReason | null;
  /** The data it is computed from, in words. */
  rests: string[];
  /** Numbers of different groups are not combined in a range. */
  group: string;
}

/** "X was 0.5 (…) for A and 0.6 (…) for B", or its range; with reasons where it is undefined. */
export function numbersWords(what: string, scoped: readonly ScopedNumber[], labels: Labels): string {
  const sorted = labels.sort(scoped, ({ scope }) => scope);
  const known = sorted.filter(isKnown);
  const groups = groupInOrder(known, (one) => `${kindOf(one.scope)} ${one.group}`);
  const ranged = [...groups.values()].filter(
    (group) => known.length > MOST_LISTED && group.length > 2 && kindOf(group[0]?.scope ?? "") !== null,
  );
  const listed = known.filter((one) => !ranged.some((group) => group.includes(one)));
  const singly = list(listed.map((one) => numberWords(one, labels)));
  const ranges = ranged.map((group) => rangeWords(group, labels));
  const undefinedWords = reasonsWords(
    sorted.filter(({ value }) => value === null),
    labels,
  );
  const values =
    ranges.length === 0
      ? singly && ` was ${singly}`
      : ` ranged ${singly ? `${ranges.join(", ")}, and was ${singly}` : list(ranges)}`;
  const why = undefinedWords ? `is undefined for ${undefinedWords}` : "";
  if (values === "")
    return `${what} ${why || `is undefined: ${MISSING_VALUE_REASONS["no-pairable-values"]}`}.`;
  return `${what}${values}${why && `; it ${why}`}.`;
}

type Known = ScopedNumber & { value: number };

function isKnown(scoped: ScopedNumber): scoped is Known {
  return scoped.value !== null;
}

function numberWords(scoped: Known, labels: Labels): string {
  const ends = scoped.ci ? `${intervalWords(scoped.ci)}; ` : "no interval; ";
  return `${figure(scoped.value)} (${ends}${scoped.rests.join(", ")}) for ${nameOf(scoped.scope, labels)}`;
}

function rangeWords(group: readonly Known[], labels: Labels): string {
  const ranked = group.toSorted((a, b) => a.value - b.value);
  const [lowest, highest] = [ranked[0], ranked.at(-1)];
  if (!lowest || !highest) return "";
  const over = isCategory(lowest.scope)
    ? `${group.length} categories`
    : quantityInWords(group.length, "item");
  return `from ${numberWords(lowest, labels)} to ${numberWords(highest, labels)} over ${over}, with a median of ${figure(median(ranked.map(({ value }) => value)) ?? 0)}`;
}

/** The scopes without a number, by reason. */
function reasonsWords(scoped: readonly ScopedNumber[], labels: Labels): string {
  const reasons = groupInOrder(scoped, ({ reason }) =>
    reason === null ? "" : MISSING_VALUE_REASONS[reason],
  );
  return list(
    [...reasons].map(([reason, of]) => {
      const more = of.length - MOST_LISTED;
      const names = of.slice(0, MOST_LISTED).map(({ scope }) => nameOf(scope, labels));
      return `${list(more > 0 ? [...names, `${more} more`] : names)} (${reason})`;
    }),
  );
}

const NO_ITEM: Readonly<Record<string, string>> = {
  overall: "the overall score",
  preference: "the preference",
};

export function isOfNoItem(scope: string): boolean {
  return scope in NO_ITEM;
}

export function isCategory(scope: string): boolean {
  return scope.startsWith("category:");
}

/** The group of a number: items, or categories. Null for what belongs to no item. */
function kindOf(scope: string): "item" | "category" | null {
  if (isOfNoItem(scope)) return null;
  return isCategory(scope) ? "category" : "item";
}

function nameOf(scope: string, labels: Labels): string {
  if (isCategory(scope)) return `the category “${oneLine(scope.slice("category:".length))}”`;
  return NO_ITEM[scope] ?? `“${oneLine(labels.of(scope))}”`;
}

export function withInterval(value: number, ci: Ends | null): string {
  return `${figure(value)}${ci ? ` (${intervalWords(ci)})` : ""}`;
}

/** An interval from few tasks is marked as such. */
function intervalWords([low, high, tasks]: Ends): string {
  const few = tasks < FEW_DRAWN ? `, drawn from ${tasks} tasks only` : "";
  return `95 % interval ${figure(low)} to ${figure(high)}${few}`;
}

export function figure(value: number): string {
  return fixed(value, DECIMALS);
}

export function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

export function percentWithInterval(share: number, ci: Ends | null): string {
  if (!ci) return percent(share);
  const few = ci[2] < FEW_DRAWN ? `, drawn from ${ci[2]} tasks only` : "";
  return `${percent(share)} (95 % interval ${percent(ci[0])} to ${percent(ci[1])}${few})`;
}
