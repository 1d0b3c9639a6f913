import { headlineLevel } from "@/lib/report/rules/headline";
import { RATER_SET_LABELS } from "@/lib/report/rules/wording";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { Table, TableRow } from "@/lib/report/schema/table";

type Level = ReliabilityRow["level"];

/**
 * Splits the table of α, which has every level, set of raters and exposure class: first the rows most readers
 * want, agreement of people at the level each item is judged at, then the rest.
 */
export function firstRows({ name, columns, rows }: Table): {
  first: readonly TableRow[];
  others: readonly TableRow[];
} {
  const [scope] = columns;
  if (name !== "agreement" || !scope) return { first: rows, others: [] };
  const levels = new Map<unknown, Level[]>();
  for (const row of rows) {
    const known = levels.get(row[scope.id]) ?? [];
    levels.set(row[scope.id], [...known, row.level as Level]);
  }
  const isFirst = (row: TableRow) =>
    row.raterSet === RATER_SET_LABELS.human &&
    row.exposureId !== "any" &&
    row.level === headlineLevel(levels.get(row[scope.id]) ?? []);
  const first = rows.filter(isFirst);
  return first.length > 0
    ? { first, others: rows.filter((row) => !isFirst(row)) }
    : { first: rows, others: [] };
}
