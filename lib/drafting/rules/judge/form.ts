import { analysedLabel, bareLabel } from "@/lib/drafting/rules/label-forms";
import {
  bareScore,
  integer,
  type OutputFormat,
  onlyYesNo,
  result,
  verdict,
  yesNo,
} from "@/lib/drafting/rules/output-formats";
import type { JudgeExample, JudgeSpec } from "@/lib/drafting/schema/judge-spec";

/** A judge's answer as its parser returns it: a score, "yes" or "no", a label, or "A" or "B" in the order shown. */
export type JudgeAnswer = number | string;

/** The ends of a scale. */
export interface Ends {
  min: number;
  max: number;
}

/** The scale of a criterion that says none. */
export const USUAL_ENDS: Ends = { min: 1, max: 5 };

/** True if a scale has whole points, which a judge can be asked for. */
export const hasWholePoints = ({ min, max }: Ends): boolean => Number.isInteger(min) && Number.isInteger(max);

/** The required form of the answer, with its parser. `ends`: those of the criterion that is judged. */
export function formOf(
  { output, profile, scale, labels }: JudgeSpec,
  ends: Ends = USUAL_ENDS,
): OutputFormat<JudgeAnswer> {
  const { min, max } = scale ?? ends;
  const [first = "", ...others] = labels?.options.map(({ name }) => name) ?? [];
  switch (output) {
    case "analysis-score":
      return integer(min, max)[profile];
    case "feedback-score":
      return result(min, max)[profile];
    case "score":
      return bareScore(min, max)[profile];
    case "analysis-choice":
      return integer(1, 3)[profile];
    case "verdict":
      return verdict[profile];
    case "analysis-answer":
      return yesNo[profile];
    case "answer":
      return onlyYesNo[profile];
    case "analysis-label":
      return analysedLabel([first, ...others])[profile];
    case "label":
      return bareLabel([first, ...others])[profile];
  }
}

/** The value of a preference in the order shown: 1 or A is the first. */
const CHOICES = ["A", "tie", "B"] as const;

/** The preference that an answer states, in the order shown. */
export function preferenceOf(answer: JudgeAnswer): "A" | "B" | "tie" {
  return typeof answer === "number" ? (CHOICES[answer - 1] ?? "tie") : answer === "A" ? "A" : "B";
}

/** The answer of an example in the form that is requested, so that the model can follow it. */
export function exampleAnswer({ output, profile }: JudgeSpec, { value, explanation }: JudgeExample): string {
  const reasons = explanation.trim();
  const choice = CHOICES.indexOf(value as (typeof CHOICES)[number]) + 1;
  const json = (fields: Record<string, unknown>) => JSON.stringify(fields);
  const isJson = profile === "structured";
  const inTwoParts = (answer: string) => `Analysis: ${reasons}\nAnswer: ${answer}`;
  switch (output) {
    case "analysis-score":
      return isJson ? json({ analysis: reasons, score: value }) : inTwoParts(String(value));
    case "feedback-score":
      return isJson ? json({ feedback: reasons, score: value }) : `Feedback: ${reasons} [RESULT] ${value}`;
    case "score":
      return isJson ? json({ score: value }) : `Score: ${value}`;
    case "analysis-choice":
      return isJson ? json({ analysis: reasons, score: choice }) : inTwoParts(String(choice));
    case "verdict":
      return isJson ? json({ feedback: reasons, verdict: value }) : `${reasons}\n[[${value}]]`.trim();
    case "analysis-answer":
      return isJson ? json({ analysis: reasons, answer: value }) : inTwoParts(String(value).toUpperCase());
    case "answer":
      return isJson ? json({ answer: value }) : String(value).toUpperCase();
    case "analysis-label":
      return isJson ? json({ analysis: reasons, label: value }) : inTwoParts(String(value));
    case "label":
      return isJson ? json({ label: value }) : String(value);
  }
}
