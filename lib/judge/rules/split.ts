import { randomFrom } from "@/lib/agreement/random";
import type { LabelPart } from "@/lib/judge/schema/split";

/** A task to be assigned to a part. */
export interface SplitTask {
  id: string;
  key: string;
  /** People judged one of its responses. */
  isLabelled: boolean;
  /** A judge's prompt contains it as an example. */
  isExample: boolean;
}

/** Shares in percent; the rest is held out. */
interface SplitShares {
  examples: number;
  development: number;
}

/**
 * The part of each task: the same for the same tasks, seed and shares, in whatever order the tasks come. Labelled tasks
 * are divided on their own, so that each part has its share of labels. Tasks that a prompt contains are examples.
 */
export function splitTasks(
  tasks: readonly SplitTask[],
  seed: number,
  shares: SplitShares,
): Map<string, LabelPart> {
  const parts = new Map<string, LabelPart>();
  for (const { id, isExample } of tasks) if (isExample) parts.set(id, "examples");
  const random = randomFrom(seed);
  for (const isLabelled of [true, false]) {
    const stratum = tasks
      .filter((task) => task.isLabelled === isLabelled && !task.isExample)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    shuffle(stratum, random);
    const examples = Math.round((stratum.length * shares.examples) / 100);
    const developed = examples + Math.round((stratum.length * shares.development) / 100);
    for (const [at, { id }] of stratum.entries())
      parts.set(id, at < examples ? "examples" : at < developed ? "development" : "held-out");
  }
  return parts;
}

/** Fisher and Yates, in place. */
function shuffle<T>(items: T[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [items[last], items[at]] = [items[at] as T, items[last] as T];
  }
}
