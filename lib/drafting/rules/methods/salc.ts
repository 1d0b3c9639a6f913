import { comparing } from "@/lib/drafting/rules/methods/salc/compare";
import { criteriaAbsolute, criteriaRelative } from "@/lib/drafting/rules/methods/salc/criteria";
import { criteriaOf, given, referenceOf } from "@/lib/drafting/rules/methods/salc/paper";
import { FIXED_RUBRIC, scoring, withReference } from "@/lib/drafting/rules/methods/salc/score";
import { weighted } from "@/lib/drafting/rules/methods/salc/weighted";
import { weightedComparison } from "@/lib/drafting/rules/methods/salc/weighted-comparison";

export const salcMethods = [
  ...criteriaAbsolute,
  ...criteriaRelative,
  ...scoring({
    id: "salc.evaluate_absolute",
    title: "SALC score",
    description:
      "Feedback along the factors with regard to the reference, then one score from 1 to 5, or to 10.",
    needs: ["response", "reference", "criteria"],
    basis: (_, highest) => withReference(highest),
    isScalable: true,
    along: ", factor by factor and with regard to the reference",
    slots: (input) => ({ reference: referenceOf(input), factors: criteriaOf(input) }),
  }),
  ...weighted,
  ...comparing(
    "salc.evaluate_relative",
    "SALC comparison",
    "Feedback along the factors on two responses, then which is better; no tie.",
    true,
  ),
  ...weightedComparison,
  ...scoring({
    id: "judge.plain_absolute",
    title: "Plain judge, score",
    description: "The baseline without factors: feedback, then one score from 1 to 5, or to 10.",
    needs: ["response"],
    basis: (input, highest) => (input.reference ? withReference(highest) : ""),
    isScalable: true,
    along: "",
    slots: (input) => ({ reference: given(input), factors: "" }),
  }),
  ...comparing(
    "judge.plain_relative",
    "Plain judge, comparison",
    "The baseline without factors: feedback on two responses, then which is better.",
    false,
  ),
  ...scoring({
    id: "judge.fixed_rubric",
    title: "Judge with a fixed rubric",
    description:
      "The baseline with one rubric for every instruction: how faithfully it was done, from 1 to 5.",
    needs: ["response"],
    basis: (input) => `${FIXED_RUBRIC}${input.reference ? `\n\nThe reference answer deserves a 5.` : ""}`,
    isScalable: false,
    along: " by this rubric",
    slots: (input) => ({ reference: given(input), factors: "" }),
  }),
];
