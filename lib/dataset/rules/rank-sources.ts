import type { DraftedKind, DraftOption, RubricOption } from "@/lib/dataset/schema/sources";

/**
 * The order of sources when none is chosen: the preferred run; then finished runs and reviews, newest first;
 * then imports, largest first; then unfinished runs, and rules. Sources that combine several runs are only
 * used when chosen.
 */
export function rankedSources<T extends RubricOption | DraftOption>(
  options: readonly T[],
  of: DraftedKind,
  preferred?: string,
): T[] {
  const place = ({ source, at, isOver }: T) =>
    source.from === "run" && source.run === preferred
      ? 0
      : source.from === "rules"
        ? 4
        : at === null
          ? 2
          : isOver
            ? 1
            : 3;
  const size = (option: T) => ("tasks" in option ? option.tasks : option.subjects);
  return options
    .filter((option) => option.of === of && option.source.from !== "method")
    .sort((a, b) => place(a) - place(b) || (b.at ?? "").localeCompare(a.at ?? "", "en") || size(b) - size(a));
}
