"use client";

import { formatStatistic } from "@/components/ui/format";
import type { FigureProps } from "./figure";
import { Matrix, type MatrixCell } from "./matrix";

interface HeatMapProps extends FigureProps {
  /** Names on both axes: raters, criteria. */
  names: readonly string[];
  /** Title of the axes: "Rater". */
  axis: string;
  cells: readonly MatrixCell[];
  domain?: readonly [number, number];
}

const ZERO_TO_ONE = [0, 1] as const;

/** Pairwise agreement between raters as a matrix: darker is better. */
export function HeatMap({ names, axis, cells, domain = ZERO_TO_ONE, ...figure }: HeatMapProps) {
  return (
    <Matrix
      {...figure}
      rows={names}
      columns={names}
      rowAxis={axis}
      columnAxis={axis}
      cells={cells}
      format={formatStatistic}
      domain={domain}
    />
  );
}
