import { contentFamilies } from "./cases/content";
import { formFamilies } from "./cases/forms";

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

export const kindCases: { kind: string; cases: VerifierCase[] }[] = [...contentFamilies, ...formFamilies].map(
  (family) => {
    const { kind, ask, open = [], instruction } = family;
    const rest = instruction === undefined ? {} : { instruction };
    const cases: VerifierCase[] = (["yes", "no", "borderline", "inapplicable"] as const).flatMap((verdict) =>
      (family[verdict] ?? []).flatMap((response) =>
        ask.map((item) => ({ item, response, verdict, ...rest })),
      ),
    );
    for (const item of open) cases.push({ item, response: "Some text.", verdict: "open", ...rest });
    return { kind, cases };
  },
);
