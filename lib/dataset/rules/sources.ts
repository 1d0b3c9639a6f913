import type {
  DraftedKind,
  DraftOption,
  DraftSource,
  RubricOption,
  RubricSource,
  Sources,
} from "@/lib/dataset/schema/sources";

/**
 * Which of several sources comes first where none is chosen: the preferred run; then runs that are over and what was
 * reviewed, the newest first; then what was imported, the one with the most first; then runs that are not over, and
 * rules. Sources that stand for several runs are only chosen.
 */
export function ranked<T extends RubricOption | DraftOption>(
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

/** What runs and batches are called, by id. */
export type SourceNames = ReadonlyMap<string, string>;

/** A source, as one names it to a researcher. */
export function sourceInWords(source: RubricSource | DraftSource, names: SourceNames): string {
  switch (source.from) {
    case "run":
      return `the run ${names.get(source.run) ?? source.run}`;
    case "reviewed":
      return `the versions made in the batch ${names.get(source.batch) ?? source.batch}`;
    case "method": {
      const { method, model, condition } = source;
      const of = [method, model, condition].filter((part) => part !== null).join(", ");
      return `every run of ${of || "no known method"}`;
    }
    case "imported": {
      const origin = "origin" in source ? source.origin : null;
      const condition = "condition" in source ? source.condition : null;
      const by = [origin, source.method, source.model, condition].filter((part) => part !== null).join(", ");
      return `the imported study${by && ` (${by})`}`;
    }
    case "rules":
      return "the rule engine";
    case "people":
      return "nobody: people write it";
  }
}

/** A run with the method and model it drafted with and, where it judged by rubrics, what they came from, in words. */
export function nameOfRun(
  run: { name: string; method: string | null; model: string | null },
  rubrics?: string,
): string {
  const by = [run.method, run.model].filter((part) => part !== null).join(", ");
  return `“${run.name}”${by && ` (${by})`}${rubrics ? `, which judged by rubrics from ${rubrics}` : ""}`;
}

/** What the sources of a study are called, for a design that names some of them. */
export function namesIn({ rubrics, drafts }: Pick<Sources, "rubrics" | "drafts">): SourceNames {
  const named = [...rubrics, ...drafts].flatMap(({ source, name, method, model }): [string, string][] => {
    if (name === null) return [];
    if (source.from === "run") return [[source.run, nameOfRun({ name, method, model })]];
    return source.from === "reviewed" ? [[source.batch, `“${name}”`]] : [];
  });
  return new Map(named);
}
