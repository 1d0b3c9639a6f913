import type { DraftSource, RubricSource, Sources } from "@/lib/dataset/schema/sources";

/** The names of runs and batches by id. */
export type SourceNames = ReadonlyMap<string, string>;

/** A source in words for a researcher. */
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

/** A run with its method and model and, if it judged by rubrics, their source, in words. */
export function nameOfRun(
  run: { name: string; method: string | null; model: string | null },
  rubrics?: string,
): string {
  const by = [run.method, run.model].filter((part) => part !== null).join(", ");
  return `“${run.name}”${by && ` (${by})`}${rubrics ? `, which judged by rubrics from ${rubrics}` : ""}`;
}

/** The names of a study's sources, for a design that uses some of them. */
export function namesIn({ rubrics, drafts }: Pick<Sources, "rubrics" | "drafts">): SourceNames {
  const named = [...rubrics, ...drafts].flatMap(({ source, name, method, model }): [string, string][] => {
    if (name === null) return [];
    if (source.from === "run") return [[source.run, nameOfRun({ name, method, model })]];
    return source.from === "reviewed" ? [[source.batch, `“${name}”`]] : [];
  });
  return new Map(named);
}
