import type { ChartData } from "@/components/charts/figure";

type Scalar = string | number | null;

/**
 * Rows of a report as a table for a spreadsheet: every field under its own name, unrounded. What is inside a field
 * gets both names ("counts_accept"), the ends of an interval "_low" and "_high".
 */
export function flatten(rows: readonly object[]): ChartData {
  const flat = rows.map((row) => new Map(fieldsOf(row, "")));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  // An interval that one row lacks is two columns nevertheless.
  const columns = names.filter((name) => !names.some((other) => other.startsWith(`${name}_`)));
  return {
    columns: columns.map((id) => ({ id, header: id })),
    rows: flat.map((row, index) => ({
      ...Object.fromEntries(columns.map((name) => [name, row.get(name) ?? null])),
      id: String(index),
    })),
  };
}

function fieldsOf(value: object, before: string): [string, Scalar][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]): [string, Scalar][] => {
    const name = before === "" ? key : `${before}_${key}`;
    if (Array.isArray(inner)) {
      const [low, high] = inner as unknown[];
      return inner.length === 2 && typeof low === "number" && typeof high === "number"
        ? [
            [`${name}_low`, low],
            [`${name}_high`, high],
          ]
        : [];
    }
    if (typeof inner === "object" && inner !== null) return fieldsOf(inner, name);
    if (typeof inner === "boolean") return [[name, String(inner)]];
    return typeof inner === "string" || typeof inner === "number" || inner === null ? [[name, inner]] : [];
  });
}
