import { parseCriteria } from "@/lib/drafting/rules/parse/criteria";
import type { Factor } from "@/lib/drafting/rules/parse/factors";
import type { DraftItem, ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { isPointRange, LONGEST_MEANING } from "@/lib/protocol/schema/point-range";

/** A criterion with the scale that was drafted for it; missing where none could be read. */
export type ScaledFactor = Factor & Pick<DraftItem, "points">;

/** The scale that these whole numbers make: from the lowest to the highest, none twice, each with a meaning. */
export function scaleOf(points: readonly { point: number; meaning: string }[]): DraftItem["points"] {
  const labels = new Map(
    points.map(({ point, meaning }) => [point, meaning.trim().slice(0, LONGEST_MEANING)]),
  );
  const [min, max] = [Math.min(...labels.keys()), Math.max(...labels.keys())];
  const isScale = labels.size === points.length && [0, 1].includes(min) && isPointRange({ min, max });
  if (!isScale || [...labels.values()].includes("")) return undefined;
  return { min, max, labels: Object.fromEntries([...labels].sort(([a], [b]) => a - b)) };
}

/** Criteria as `parseCriteria` reads them, each with a scale in brackets at its end: "[1 = not at all; 3 = fully]". */
export function parseScaledCriteria(answer: ModelAnswer): ParseResult<ScaledFactor[]> {
  const parsed = parseCriteria(answer);
  return parsed.ok ? { ...parsed, value: parsed.value.map(withScale) } : parsed;
}

function withScale(factor: Factor): ScaledFactor {
  const open = factor.text.lastIndexOf("[");
  const [, inside] = /^\[([^[\]]*)\]\s*\.?\s*$/.exec(factor.text.slice(open)) ?? [];
  const text = factor.text.slice(0, open).trim();
  if (open < 0 || inside === undefined || text === "") return factor;
  const points = inside.split(/[;；]/).map((part) => /^\s*(\d{1,2})\s*[=:：–-]\s*(\S.*)$/.exec(part));
  if (points.some((point) => point === null)) return factor;
  const scale = scaleOf(points.map((point) => ({ point: Number(point?.[1]), meaning: point?.[2] ?? "" })));
  return scale ? { ...factor, text, points: scale } : factor;
}
