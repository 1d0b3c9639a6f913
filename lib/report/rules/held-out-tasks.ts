import type { HeldOutTasks } from "@/lib/report/schema/study";

type Author = Pick<HeldOutTasks, "rater" | "method" | "condition">;

const keyOf = ({ rater, method, condition }: Author) => JSON.stringify([rater, method, condition]);

const NONE: ReadonlySet<string> = new Set();

/** The held-out tasks on which a rater's values are compared with no label, by rater, method and condition. */
export function heldOutTasks(
  heldOut: readonly HeldOutTasks[] | undefined,
): (author: Author) => ReadonlySet<string> {
  if (!heldOut) return () => NONE;
  const tasks = new Map(heldOut.map((one) => [keyOf(one), new Set(one.tasks)]));
  return (author) => tasks.get(keyOf(author)) ?? NONE;
}
