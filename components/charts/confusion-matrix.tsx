"use client";

import { useMemo } from "react";
import { formatCount } from "@/components/ui/format";
import type { FigureProps } from "./figure";
import { Matrix } from "./matrix";

interface ConfusionMatrixProps extends FigureProps {
  /** The values in their order, the same on both axes. */
  values: readonly string[];
  /** Names of the two raters: "Human", "gpt-4o". */
  rowAxis: string;
  columnAxis: string;
  /**
   * `counts[row][column]`: units that the row's rater gave the row's value and the column's rater the
   * column's value.
   */
  counts: readonly (readonly number[])[];
}

/** Cross table of two raters' values on the same units. The framed diagonal is agreement. */
export function ConfusionMatrix({ values, counts, ...rest }: ConfusionMatrixProps) {
  const cells = useMemo(
    () =>
      values.flatMap((row, r) => values.map((column, c) => ({ row, column, value: counts[r]?.[c] ?? 0 }))),
    [values, counts],
  );
  const domain = useMemo(() => [0, Math.max(1, ...cells.map(({ value }) => value))] as const, [cells]);
  return (
    <Matrix
      {...rest}
      rows={values}
      columns={values}
      cells={cells}
      format={formatCount}
      domain={domain}
      diagonal
    />
  );
}
