/*
 * For each kind: questions, responses with the expected answer to each question, and near misses, which must
 * not be parsed as that kind.
 */

export interface Family {
  kind: string;
  ask: string[];
  yes?: string[];
  no?: string[];
  borderline?: string[];
  inapplicable?: string[];
  /** Items that must not be decided. */
  open?: string[];
  instruction?: string;
}

export interface VerifierCase {
  item: string;
  response: string;
  verdict: "yes" | "no" | "borderline" | "inapplicable" | "open";
  instruction?: string;
}
