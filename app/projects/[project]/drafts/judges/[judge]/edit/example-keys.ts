import type { JudgeExample } from "@/lib/drafting/schema/judges";

const keys = new WeakMap<JudgeExample, string>();
let last = 0;

/** The key of an example in a list, which stays the same when the example is changed by `changed` or moves. */
export function keyOf(example: JudgeExample): string {
  const known = keys.get(example);
  if (known !== undefined) return known;
  const key = `example-${++last}`;
  keys.set(example, key);
  return key;
}

/** The same example with other content. */
export function changed(example: JudgeExample, part: Partial<JudgeExample>): JudgeExample {
  const next = { ...example, ...part };
  keys.set(next, keyOf(example));
  return next;
}
