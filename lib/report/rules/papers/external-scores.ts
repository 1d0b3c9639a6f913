import { scoresIn } from "@/lib/drafting/rules/generated-record";
import type { PaperSource } from "@/lib/report/schema/paper-table";

/** The external scores of a response of the study. */
export function externalScores(
  { metadata }: Pick<PaperSource, "metadata">,
  response: string,
): Record<string, number> {
  return scoresIn(metadata?.get(response));
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
