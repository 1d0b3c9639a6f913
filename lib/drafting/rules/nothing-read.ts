import type { DraftedUnit } from "@/lib/drafting/schema";

/** Why nothing was drafted; null when something was. */
export function nothingRead({
  rubric,
  values,
  proofs,
  labels,
  label,
  measures,
  responses,
  vector,
  undecided,
}: DraftedUnit): string | null {
  if (vector) return null;
  if (label)
    return label.label !== null || label.undecided === "tie" ? null : (label.undecided ?? "parse_failed");
  if (responses && responses.length > 0) return null;
  if (undecided) return undecided;
  if (proofs && proofs.length > 0) return null;
  if (rubric && rubric.items.length > 0) return null;
  if (values.some(({ value }) => value !== null)) return null;
  if (measures || labels?.some((one) => one.labels.length > 0)) return null;
  // An even split of votes is a result with its own reason.
  if (values.some(({ undecided }) => undecided === "tie")) return null;
  return rubric?.flags.at(-1) ?? values.find(({ undecided }) => undecided)?.undecided ?? "parse_failed";
}
