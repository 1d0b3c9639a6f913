import { groupInOrder } from "@/lib/dataset/rules/group-in-order";

/** The condition of something that a run made; without one the run, and null without either. */
export const conditionOrRun = (condition: string | null | undefined, run: unknown): string | null =>
  condition ?? (typeof run === "string" ? `run ${run}` : null);

/** The condition that tells something apart from others of the same name; null where all of them have the same. */
export function shownConditions<T extends { condition: string | null }>(
  all: Iterable<T>,
  nameOf: (one: T) => string,
): (one: T) => string | null {
  const several = new Set(
    [...groupInOrder(all, nameOf)].flatMap(([name, own]) =>
      new Set(own.map(({ condition }) => condition)).size > 1 ? [name] : [],
    ),
  );
  return (one) => (several.has(nameOf(one)) ? one.condition : null);
}
