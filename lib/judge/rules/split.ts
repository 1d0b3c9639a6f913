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

/** A task that a part has already. */
export type AssignedTask = Pick<SplitTask, "isLabelled"> & { part: LabelPart };

/**
 * The part of each task: the same for the same tasks, seed and shares, in whatever order the tasks come. Labelled tasks
 * are divided on their own, so that each part has its share of labels. The shares are those of the new tasks together with
 * the `assigned` ones, so that tasks added one by one are not all held out. Tasks that a prompt contains are examples.
 */
export function splitTasks(
  tasks: readonly SplitTask[],
  seed: number,
  shares: SplitShares,
  assigned: readonly AssignedTask[] = [],
): Map<string, LabelPart> {
  const parts = new Map<string, LabelPart>();
  for (const { id, isExample } of tasks) if (isExample) parts.set(id, "examples");
  const random = randomFrom(seed + assigned.length);
  for (const isLabelled of [true, false]) {
    const stratum = tasks
      .filter((task) => task.isLabelled === isLabelled && !task.isExample)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    shuffle(stratum, random);
    const before = assigned.filter((task) => task.isLabelled === isLabelled);
    const places = placesFor(stratum.length, before, shares);
    for (const [at, part] of places.entries()) {
      const task = stratum[at];
      if (task) parts.set(task.id, part);
    }
  }
  return parts;
}

/** The parts of `count` more tasks, in the order of the parts: each goes to the part that lacks most of its share. */
function placesFor(
  count: number,
  before: readonly AssignedTask[],
  { examples, development }: SplitShares,
): LabelPart[] {
  const all = before.length + count;
  const shareOf = (percent: number) => Math.round((all * percent) / 100);
  const lacking = new Map<LabelPart, number>([
    ["examples", shareOf(examples)],
    ["development", shareOf(development)],
    ["held-out", all - shareOf(examples) - shareOf(development)],
  ]);
  for (const { part } of before) lacking.set(part, (lacking.get(part) ?? 0) - 1);
  const given: LabelPart[] = [];
  while (given.length < count) {
    const [part, lack] = [...lacking].reduce((most, one) => (one[1] > most[1] ? one : most));
    lacking.set(part, lack - 1);
    given.push(part);
  }
  return [...lacking.keys()].flatMap((part) => given.filter((one) => one === part));
}

/** Fisher and Yates, in place. */
function shuffle<T>(items: T[], random: () => number): void {
  for (let last = items.length - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [items[last], items[at]] = [items[at] as T, items[last] as T];
  }
}
