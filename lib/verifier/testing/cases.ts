import { contentFamilies } from "./cases/content";
import type { VerifierCase } from "./cases/family";
import { formFamilies } from "./cases/forms";

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
