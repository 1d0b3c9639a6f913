import { formatStatistic } from "@/components/ui/format";
import type { Figure } from "@/lib/judge/schema/workshop";

const REASONS: Record<string, string> = {
  "expected-agreement-is-1": "all values are the same",
  "no-common-units": "nothing to compare",
  "no-ratings": "nothing to compare",
  "mixed-scales": "criteria on different scales",
  "non-numeric-values": "labels have none",
};

interface FigureCellProps {
  figure: Figure;
  /** A change: with its sign. */
  signed?: boolean;
}

/** A figure with its interval, or why there is none. */
export function FigureCell({ figure: { value, reason, low, high }, signed = false }: FigureCellProps) {
  const sign = (number: number) => `${signed && number > 0 ? "+" : ""}${formatStatistic(number)}`;
  return (
    <td className="text-right whitespace-nowrap tabular-nums">
      {value === null ? <span className="text-muted">–</span> : sign(value)}
      <span className="block text-xs text-muted">
        {value === null
          ? (REASONS[reason ?? ""] ?? "undefined")
          : low !== null && high !== null
            ? `[${sign(low)}, ${sign(high)}]`
            : "too few tasks for an interval"}
      </span>
    </td>
  );
}
