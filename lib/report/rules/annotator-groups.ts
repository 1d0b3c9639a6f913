import { byName } from "@/lib/report/rules/scopes";
import type { RaterPairRow } from "@/lib/report/schema/raters";

/** People of one scope, exposure class and level of measurement who agree with each other. */
interface AnnotatorGroup extends Pick<RaterPairRow, "scope" | "exposure" | "level"> {
  raters: string[];
  /** The lowest α of any two of them; null for a person alone. */
  lowest: number | null;
}

/**
 * Groups of people in a matrix of α, by complete linkage: starting from single people, the two groups whose least
 * agreeing members agree most become one, as long as these agree at least as the threshold demands. Pairs without an α
 * are never in one group. Largest groups first.
 */
export function groupsOf(pairs: readonly RaterPairRow[], threshold: number): AnnotatorGroup[] {
  const parts = new Map<string, RaterPairRow[]>();
  for (const pair of pairs) {
    if (pair.first.kind !== "human" || pair.second.kind !== "human") continue;
    const key = JSON.stringify([pair.scope, pair.exposure, pair.level]);
    parts.set(key, [...(parts.get(key) ?? []), pair]);
  }
  return [...parts.values()].flatMap((own) => {
    if (own.every(({ value }) => value === null)) return [];
    const { scope, exposure, level } = own[0] as RaterPairRow;
    return linked(own, threshold).map((group) => ({ scope, exposure, level, ...group }));
  });
}

function linked(
  pairs: readonly RaterPairRow[],
  threshold: number,
): Pick<AnnotatorGroup, "raters" | "lowest">[] {
  const alphas = new Map<string, number>();
  const people = new Set<string>();
  for (const { first, second, value } of pairs) {
    people.add(first.rater).add(second.rater);
    if (value !== null) {
      alphas.set(JSON.stringify([first.rater, second.rater]), value);
      alphas.set(JSON.stringify([second.rater, first.rater]), value);
    }
  }
  const alphaOf = (a: string, b: string) => alphas.get(JSON.stringify([a, b])) ?? Number.NEGATIVE_INFINITY;
  const between = (a: readonly string[], b: readonly string[]) =>
    Math.min(...a.flatMap((one) => b.map((other) => alphaOf(one, other))));
  let groups = [...people].sort(byName).map((rater) => [rater]);
  for (;;) {
    let best: { first: string[]; second: string[]; alpha: number } | null = null;
    for (const [at, first] of groups.entries())
      for (const second of groups.slice(at + 1)) {
        const alpha = between(first, second);
        if (alpha >= threshold && (best === null || alpha > best.alpha)) best = { first, second, alpha };
      }
    if (best === null) break;
    const { first, second } = best;
    groups = groups.filter((group) => group !== first && group !== second);
    groups.push([...first, ...second].sort(byName));
  }
  return groups
    .map((raters) => ({
      raters,
      lowest:
        raters.length < 2
          ? null
          : Math.min(
              ...raters.flatMap((one, at) => raters.slice(at + 1).map((other) => alphaOf(one, other))),
            ),
    }))
    .sort((a, b) => b.raters.length - a.raters.length || byName(a.raters[0] ?? "", b.raters[0] ?? ""));
}
