import type { Bounded } from "@/lib/report/schema/bounds";
import { otherOf, type Scope, SUMMARY_SCOPES } from "./scopes";
import type { Rater } from "./unit";

/** Maximum dimensions of a report. */
export interface Bounds {
  /** Rows of a table with one for each scope and model. */
  cells: number;
  /** Models with rows of their own. */
  machines: number;
  /** Minimum number of items and categories with rows of their own, if there are many models. */
  scopes: number;
  /** Rows of any other list: of raters, arms or decided items. */
  rows: number;
}

/**
 * Bounds of stored and displayed reports. Studies of ordinary size stay far below them and are shown
 * completely.
 */
export const DISPLAY_BOUNDS: Bounds = { cells: 600, machines: 40, scopes: 50, rows: 5_000 };

/** Bounds of downloaded files: none. */
export const WHOLE: Bounds = { cells: Infinity, machines: Infinity, scopes: Infinity, rows: Infinity };

/** True if all scopes and models have rows of their own. */
export function isWithin(bounds: Bounds, scopes: readonly { name: string }[], machines: number): boolean {
  return machines <= bounds.machines && ownScopes(scopes).length <= mostScopes(bounds, machines);
}

function ownScopes<T extends { name: string }>(scopes: readonly T[]): T[] {
  return scopes.filter(({ name }) => !SUMMARY_SCOPES.includes(name));
}

const mostScopes = ({ scopes, cells }: Bounds, machines: number) =>
  Math.max(scopes, Math.floor(cells / (1 + machines)));

/**
 * Limits the scopes and models of a report to the largest ones, in their original order, and returns how many
 * there were. Items without rows of their own form one more scope, whose units are pooled by the same rule as
 * those of "all". There is no such row for models, because several raters are not one rater.
 */
export function withinBounds(
  bounds: Bounds,
  scopes: readonly Scope[],
  machines: readonly Rater[],
): { scopes: readonly Scope[]; machines: readonly Rater[]; bounded: Bounded[] } {
  const bounded: Bounded[] = [];
  let someMachines = machines;
  if (machines.length > bounds.machines) {
    const rated = countRated(scopes[0]);
    someMachines = largest(machines, bounds.machines, (rater) => rated.get(rater.key) ?? 0);
    bounded.push({ dimension: "machines", shown: someMachines.length, of: machines.length });
  }
  const own = ownScopes(scopes);
  const most = mostScopes(bounds, someMachines.length);
  if (own.length <= most) return { scopes, machines: someMachines, bounded };
  const largestOnes = new Set(largest(own, most, ({ units }) => units.length));
  bounded.push({ dimension: "items", shown: largestOnes.size, of: own.length });
  const shown = own.filter((scope) => largestOnes.has(scope));
  const other = otherOf(
    own.filter((scope) => !largestOnes.has(scope)),
    shown,
  );
  const fixed = (name: string) =>
    scopes.filter((scope) => SUMMARY_SCOPES.includes(scope.name) && scope.name === name);
  const [all = "", ...targets] = SUMMARY_SCOPES;
  return {
    scopes: [...fixed(all), ...shown, ...(other.units.length > 0 ? [other] : []), ...targets.flatMap(fixed)],
    machines: someMachines,
    bounded,
  };
}

/** Number of units each model has rated. */
function countRated(all: Scope | undefined): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { others } of all?.units ?? []) {
    for (const { rater } of others) counts.set(rater.key, (counts.get(rater.key) ?? 0) + 1);
  }
  return counts;
}

/** The largest things, in their original order. */
function largest<T>(list: readonly T[], most: number, size: (element: T) => number): T[] {
  const bySize = list
    .map((element, place) => ({ thing: element, place, size: size(element) }))
    .sort((a, b) => b.size - a.size || a.place - b.place);
  const largestOnes = new Set(bySize.slice(0, most).map(({ place }) => place));
  return list.filter((_, place) => largestOnes.has(place));
}

const BY_SCOPE = new Set(["reliability", "humanVsLlm", "accuracy", "pairings"]);

/** Cuts lists of a report that are still too long, and reports what was left out. */
export function cutLists<T extends object>(report: T, most: number): { report: T; bounded: Bounded[] } {
  const bounded: Bounded[] = [];
  const cut = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) {
      // Lists by scope and model are limited already, and end with the targets without an item.
      if (value.length <= most || BY_SCOPE.has(path)) return value;
      bounded.push({ dimension: path, shown: most, of: value.length });
      return value.slice(0, most);
    }
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value);
    const largestOnes = entries.length > most ? entries.slice(0, most) : entries;
    if (largestOnes.length < entries.length)
      bounded.push({ dimension: path, shown: most, of: entries.length });
    return Object.fromEntries(
      largestOnes.map(([key, inner]) => [key, cut(inner, path ? `${path}.${key}` : key)]),
    );
  };
  return { report: cut(report, "") as T, bounded };
}
