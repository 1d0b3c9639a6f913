import { NOT_APPLICABLE } from "./measurement-scale";
import type { Rated, Rater } from "./unit";

/**
 * Agreement of each pair of people over the whole session, as a baseline for the stages: different pairs meet
 * at different stages, which changes agreement without any learning or fatigue.
 */
export class PairsByStage {
  private readonly raters = new Map<Rater, number>();
  private readonly whole = new Map<number, { agreed: number; met: number }>();
  private readonly met: Map<number, number>[];

  constructor(stages: number) {
    this.met = Array.from({ length: stages }, () => new Map());
  }

  add(people: readonly Rated[], stageOf: (rated: Rated) => number): void {
    const rated = people.filter(({ value }) => value !== NOT_APPLICABLE);
    const stages = rated.map(stageOf);
    for (let a = 0; a < rated.length; a++)
      for (let b = a + 1; b < rated.length; b++) {
        const [one, other] = [rated[a] as Rated, rated[b] as Rated];
        const pair = this.pairOf(one.rater, other.rater);
        const own = this.whole.get(pair) ?? { agreed: 0, met: 0 };
        this.whole.set(pair, own);
        own.met++;
        own.agreed += Number(one.value === other.value);
        const stage = stages[a] as number;
        const within = stage === stages[b] ? this.met[stage] : undefined;
        // Each unit counts once at a stage, however many people met on it.
        const others = stages.filter((each) => each === stage).length;
        within?.set(pair, (within.get(pair) ?? 0) + 2 / (others * (others - 1)));
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

  private pairOf(one: Rater, other: Rater): number {
    const [a, b] = [this.numberOf(one), this.numberOf(other)];
    return Math.min(a, b) * 2 ** 26 + Math.max(a, b);
  }

  private numberOf(rater: Rater): number {
    const known = this.raters.get(rater);
    if (known !== undefined) return known;
    this.raters.set(rater, this.raters.size);
    return this.raters.size - 1;
  }
}
