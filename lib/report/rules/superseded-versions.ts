import { JUDGE_METHOD } from "@/lib/drafting/schema/judge-spec";

/** A model under a method and condition, with the number of units that it gave a value. */
interface Drafter {
  number: number;
  method: string | null;
  condition: string | null;
  units: number;
}

/** The condition of a judge's run as `conditionOf` writes it; what follows the hash names the judge. */
const JUDGE_CONDITION = /^v(\d+), hash=[^,]*, (judge=.*)$/s;

/**
 * The numbers of drafters that are versions of a judge of which another version counts. Versions of one judge repeat each
 * other, and no number may mix them, so agreement of people and LLMs together takes one of them: the one that gave the
 * most units a value, of equals the newest. Two judges that send the same prompts are two judges; a panel is a judge.
 */
export function supersededVersions(drafters: readonly Drafter[]): ReadonlySet<number> {
  const versions = drafters.flatMap(({ number, method, condition, units }) => {
    if (method !== JUDGE_METHOD || units === 0) return [];
    const [, version, judge] = JUDGE_CONDITION.exec(condition ?? "") ?? [];
    return judge === undefined ? [] : [{ number, judge, units, version: Number(version) }];
  });
  versions.sort((a, b) => b.units - a.units || b.version - a.version || a.number - b.number);
  const met = new Set<string>();
  const superseded = new Set<number>();
  for (const { judge, number } of versions) {
    if (met.has(judge)) superseded.add(number);
    met.add(judge);
  }
  return superseded;
}
