/** Four decimals for reading; programs get all of them. A dash for a missing number. */
export function number(value: number | null, digits = 4): string {
  return value === null ? "—" : value.toFixed(digits);
}

/** Low and high end of an interval, or nothing. */
export function interval(ends: readonly [number, number] | null | undefined): string {
  return ends ? `${number(ends[0])} – ${number(ends[1])}` : "";
}

/** Rows as aligned columns; the first `left` are texts and left-aligned, the others right-aligned. */
export function columns(rows: readonly (readonly string[])[], left = 1): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((most, row) => Math.max(most, (row[column] ?? "").length), 0),
  );
  const aligned = (cell: string, column: number) =>
    column < left ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(aligned).join("  ").trimEnd()).join("\n");
}
