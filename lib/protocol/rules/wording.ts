import type { Exposure } from "@/lib/judgement/schema";
import { conditionsInWords } from "@/lib/protocol/rules/step-conditions";
import {
  type AskStep,
  type Explanations,
  isLabelledWhole,
  type PreferForm,
  type RubricExposure,
  type Step,
} from "@/lib/protocol/schema";

const EXPOSURE_WORDS: Record<Exposure, string> = {
  none: "without drafts",
  "draft-first": "with the draft shown from the start",
  "judge-then-reveal": "first alone, then again with the draft",
  "on-request": "with the draft only if asked for",
  "score-hidden": "with the explanation of the draft, but not its value",
};

/** The exposures that an admin can choose for a step, in the words of the interface. */
export const EXPOSURE_CHOICES: Record<Exposure, { label: string; hint: string }> = {
  "draft-first": {
    label: "Show the draft first",
    hint: "Nothing is ticked in advance: each drafted line or item needs a decision of its own.",
  },
  none: {
    label: "Show no draft",
    hint: "Independent judgements. The browser never receives a draft.",
  },
  "judge-then-reveal": {
    label: "Judge first, then show the draft",
    hint: "The own value is locked before the draft appears; then a final one. Both are kept and reported apart.",
  },
  "on-request": {
    label: "Show the draft on request",
    hint: "Behind a button. Annotators who never press it have judged independently; values given before it are kept separately.",
  },
  "score-hidden": {
    label: "Show the explanation without the value",
    hint: "The drafted value, the line that states it and those before are withheld. Counts as having seen a draft.",
  },
};

const REVIEWS: Record<RubricExposure, string> = {
  none: "Writes the % from scratch.",
  "draft-first": "Accepts, revises, removes or adds items of the drafted %.",
  "on-request": "Writes the % from scratch, and decides on the drafted one if asked for.",
};

const PREFER_WORDS: Record<PreferForm, string> = {
  "five-point": "on five points",
  "forced-choice": "and chooses one",
};

const EXPLAINS: Record<Explanations, string> = {
  optional: "May say why where no draft is shown.",
  required: "Says why where no draft is shown.",
};

/** True if annotators may accept a step's whole draft in one operation. */
const mayAgree = (step: Step) => "agree" in step && step.agree === "allowed" && step.exposure !== "none";

/**
 * One step of a protocol as text: a sentence for the step, its requirements for overruling a draft or accepting it as
 * a whole, and its conditions. `steps` are those of the protocol.
 */
export function stepInWords(step: Step, steps: readonly Step[]): string {
  const onlyIf = conditionsInWords(step, steps);
  const asksWhy = "reasons" in step && step.exposure !== "none" && step.reasons === "required";
  const explains = "explanations" in step ? step.explanations : undefined;
  const isNamed = "drafter" in step && step.exposure !== "none" && step.drafter === "shown";
  return [
    doneIn(step),
    ...(asksWhy ? ["Says why whenever a draft is overruled."] : []),
    ...(explains ? [EXPLAINS[explains]] : []),
    ...(mayAgree(step)
      ? ["May agree with a whole draft at once, after the time that reading it takes."]
      : []),
    ...(isNamed ? ["Who drafted it is named."] : []),
    ...(onlyIf === null ? [] : [`Only if ${onlyIf}.`]),
  ].join(" ");
}

function doneIn(step: Step): string {
  switch (step.type) {
    case "rubric": {
      const reviews = REVIEWS[step.exposure].replace("%", step.kind);
      const isOffered = step.library === "offered" && step.exposure !== "none";
      return isOffered ? `${reviews} General items of the library are offered.` : reviews;
    }
    case "judge": {
      const act = step.kind === "checklist" ? "Answers every checklist question" : "Scores every criterion";
      const decides = step.exposure === "none" ? "" : ", and decides on each line that is shown";
      return `${act}, ${EXPOSURE_WORDS[step.exposure]}${decides}.`;
    }
    case "score": {
      const when = step.opens === "when-judged" ? " once every item is judged" : "";
      const { min, max } = step.scale;
      return `Gives one overall score from ${min} to ${max}${when}, ${EXPOSURE_WORDS[step.exposure]}.`;
    }
    case "prefer": {
      const how = PREFER_WORDS[step.form];
      const sides = step.sides === "random" ? "sides at random" : "sides as in the dataset";
      return `Compares two responses ${how}, ${sides}, ${EXPOSURE_WORDS[step.exposure]}.`;
    }
    case "label": {
      const drafts = step.exposure === "none" ? "" : `, ${EXPOSURE_WORDS[step.exposure]}`;
      const item = step.kind === "criteria" ? "criterion" : "checklist question";
      if (step.about === "matches") return `Matches every ${item} with those of a second list${drafts}.`;
      const what = isLabelledWhole(step.about) ? `the ${step.about}` : `every ${item}`;
      const several = step.several ? "one label or several" : "one label";
      return `Gives ${what} ${several} of ${step.labels.length}${drafts}.`;
    }
    case "ask":
      return `Answers${step.optional ? ", if there is something to say" : ""}${answeredBy(step)}: ${step.question}`;
  }
}

function answeredBy({ form, min, max }: AskStep): string {
  if (form === "several") return " with any number of options";
  if (form === "text") return " in own words";
  if (form !== "number") return "";
  if (min !== undefined && max !== undefined) return ` with a number from ${min} to ${max}`;
  return " with a number";
}
