import { tagParts } from "@/lib/report/rules/papers/study-parts";
import { textColumn } from "@/lib/report/rules/tables/columns";
import type { PaperSource } from "@/lib/report/schema/paper-table";

/** The rows about all data sets together. */
export const ALL = "all";

/** Something of all data sets together, and of each where a study has several: a data set is a tag of tasks. */
interface Dataset<T> {
  name: string;
  own: readonly T[];
}

export function datasetsOf<T extends { task: string }>(
  { study }: Pick<PaperSource, "study">,
  all: readonly T[],
): Dataset<T>[] {
  const parts = tagParts(study).flatMap(({ name, tasks }): Dataset<T>[] => {
    const own = all.filter(({ task }) => tasks.has(task));
    return own.length === 0 ? [] : [{ name, own }];
  });
  return [{ name: ALL, own: all }, ...(parts.length > 1 ? parts : [])];
}

/** The data set of a row, where there are several. */
export const datasetColumn = <Row extends { dataset: string }>(parts: readonly unknown[]) => ({
  ...textColumn<Row>("dataset", "Tasks", "Those with this tag, or all", ({ dataset }) =>
    parts.length > 1 ? dataset : null,
  ),
  optional: true as const,
});
