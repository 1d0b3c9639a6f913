import { compare } from "./text-order";

/** The tasks of units by number, in the order of the tasks. */
export interface TaskNumbers {
  /** The number of each unit's task. */
  number: Int32Array;
  count: number;
}

const numbered = new WeakMap<readonly string[], TaskNumbers>();

/** The numbers of the tasks that units have; computed once for a list. */
export function taskNumbers(taskOf: readonly string[]): TaskNumbers {
  const known = numbered.get(taskOf);
  if (known) return known;
  const tasks = [...new Set(taskOf)].sort(compare);
  const place = new Map(tasks.map((task, at) => [task, at]));
  const found = {
    number: Int32Array.from(taskOf, (task) => place.get(task) as number),
    count: tasks.length,
  };
  numbered.set(taskOf, found);
  return found;
}
