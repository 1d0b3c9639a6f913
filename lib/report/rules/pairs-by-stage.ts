import type { ScopeValues } from "./scope-values";

/** People's values of a unit: entries `from` to `to` of the columns, each with the stage it was given at. */
interface StagedValues {
  from: number;
  to: number;
  rater: Int32Array;
  value: Int32Array;
  stage: Int32Array;
}

/**
 * Agreement of each pair of people over the whole session, as a baseline for the stages: different pairs meet
 * at different stages, which changes agreement without any learning or fatigue.
 */
export class PairsByStage {
  private readonly whole = new Map<number, { agreed: number; met: number }>();
  private readonly met: Map<number, number>[];

  constructor(stages: number) {
    this.met = Array.from({ length: stages }, () => new Map());
  }

  add({ numbers }: ScopeValues, { from, to, rater, value, stage }: StagedValues): void {
    const given: number[] = [];
    const others = this.met.map(() => 0);
    for (let at = from; at < to; at++) {
      if (Number.isNaN(numbers[value[at] as number])) continue;
      given.push(at);
      const own = stage[at] as number;
      if (own >= 0) others[own] = (others[own] as number) + 1;
    }
    for (const [nth, a] of given.entries())
      for (const b of given.slice(nth + 1)) {
        const [one, other] = [rater[a] as number, rater[b] as number];
        const pair = Math.min(one, other) * 2 ** 26 + Math.max(one, other);
        const own = this.whole.get(pair) ?? { agreed: 0, met: 0 };
        if (own.met === 0) this.whole.set(pair, own);
        own.met++;
        own.agreed += Number(value[a] === value[b]);
        const at = stage[a] as number;
        const within = at === stage[b] ? this.met[at] : undefined;
        const together = others[at] as number;
        // Each unit counts once at a stage, however many people met on it.
        within?.set(pair, (within.get(pair) ?? 0) + 2 / (together * (together - 1)));
      }
  }

  /**
   * The agreement that the pairs of raters at a stage have over the whole session. Null if no two raters have
   * common units at the stage.
   */
  expected(stage: number): number | null {
    let sum = 0;
    let all = 0;
    for (const [pair, weight] of this.met[stage] ?? []) {
      const { agreed, met } = this.whole.get(pair) ?? { agreed: 0, met: 1 };
      sum += weight * (agreed / met);
      all += weight;
    }
    return all === 0 ? null : sum / all;
  }
}
