import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { Report } from "@/lib/report/schema";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";

/** A scope without items. */
export type Target = typeof OVERALL | typeof PREFERENCE;

/**
 * The only thing a study was judged on, if that is no item: then the rows of everything repeat its rows one by one.
 * Null for all other studies.
 */
export function onlyTarget(reliability: readonly ReliabilityRow[]): Target | null {
  const scopes = [...new Set(reliability.map(({ scope }) => scope))];
  const target = ([OVERALL, PREFERENCE] as const).find((name) => scopes.includes(name));
  if (!target || scopes.length !== 2 || !scopes.includes("all")) return null;
  const rowsOf = (name: string) =>
    JSON.stringify(reliability.flatMap(({ scope, ...row }) => (scope === name ? [row] : [])));
  return rowsOf("all") === rowsOf(target) ? target : null;
}

/** A report in which what it says of everything is not said once more of the only thing it is about. */
export function withoutRepeats(report: Report): Report {
  return withoutTarget(report, onlyTarget(report.reliability));
}

/** Parts of a report without rows on a target that repeat those on everything; null leaves all. */
export function withoutTarget<T extends object>(parts: T, target: Target | null): T {
  return target === null ? parts : { ...parts, ...listsWithout(parts, target) };
}

/** The lists of rows with a scope, and those one level below. */
function listsWithout<T extends object>(parts: T, target: Target): Partial<T> {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, part]): [string, unknown][] => {
      if (Array.isArray(part)) return [[name, rowsWithout(part, target)]];
      if (name !== "raters" && name !== "anchoring") return [];
      return [[name, { ...part, ...listsWithout(part, target) }]];
    }),
  ) as Partial<T>;
}

function rowsWithout(rows: readonly unknown[], target: Target): unknown[] {
  const hasAll = rows.some((row) => scopeOf(row) === "all");
  return hasAll ? rows.filter((row) => scopeOf(row) !== target) : [...rows];
}

function scopeOf(row: unknown): unknown {
  if (typeof row !== "object" || row === null) return null;
  return "scope" in row ? row.scope : "item" in row ? row.item : null;
}
