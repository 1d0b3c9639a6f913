import type { PaperSource } from "@/lib/report/schema/paper-table";

/** Metadata of a response that say how it was generated, and are no scores. */
const OF_GENERATION = ["run", "unit", "iteration", "sample", "temperature", "passRate", "selfScore"];

/** The external scores of a response: the numbers among its metadata. */
export function externalScores(
  { metadata }: Pick<PaperSource, "metadata">,
  response: string,
): Record<string, number> {
  const fields = Object.entries(metadata?.get(response) ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, value]) =>
      typeof value === "number" && !OF_GENERATION.includes(name) ? [[name, value]] : [],
    ),
  );
}

/** A text among the metadata of a response. */
export function metadataText(
  { metadata }: Pick<PaperSource, "metadata">,
  response: string,
  field: string,
): string | null {
  const value = metadata?.get(response)?.[field];
  return typeof value === "string" ? value : null;
}

/** A number among the metadata of a response. */
export function metadataNumber(
  { metadata }: Pick<PaperSource, "metadata">,
  response: string,
  field: string,
): number | null {
  const value = metadata?.get(response)?.[field];
  return typeof value === "number" ? value : null;
}
