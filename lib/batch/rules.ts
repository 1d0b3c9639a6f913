import type {
  BatchState,
  LabelExposure,
  Points,
  PreferForm,
  PresetId,
  Protocol,
  RubricExposure,
  RubricKind,
  Settings,
  Step,
} from "@/lib/batch/schema";
import type { Exposure } from "@/lib/dataset/schema";
import { taxonomyIn, taxonomyOf } from "@/lib/protocol/taxonomies";

// ---------------------------------------------------------------- presets

export type Preset = {
  id: PresetId;
  name: string;
  /** One line for whoever chooses: what the annotator does. */
  explanation: string;
  /** Where the protocol comes from, for the methods section. */
  source: string;
  overallScore: "never" | "optional" | "always";
};

/** The protocols of the literature that a batch can follow, in the order they are offered. */
export const PRESETS: readonly Preset[] = [
  {
    id: "criteria-review",
    name: "Criteria review",
    explanation: "Accept, revise, remove or add the criteria a task's responses should be scored on.",
    source: "CoEval (Li et al. 2023), criteria establishment",
    overallScore: "never",
  },
  {
    id: "checklist-review",
    name: "Checklist review",
    explanation: "Accept, revise, remove or add the yes/no questions that check a task's responses.",
    source: "Checklists of TICK (Cook et al. 2024), decided on as the criteria of CoEval (Li et al. 2023)",
    overallScore: "never",
  },
  {
    id: "criterion-scoring",
    name: "Criterion scoring",
    explanation: "Score a response on every criterion, deciding on drafted explanations line by line.",
    source: "CoEval (Li et al. 2023), criterion-wise evaluation",
    overallScore: "optional",
  },
  {
    id: "checklist-answering",
    name: "Checklist answering",
    explanation: "Answer each question of the checklist for a response: yes, no or not applicable.",
    source: "InFoBench (Qin et al. 2024); TICK (Cook et al. 2024)",
    overallScore: "never",
  },
  {
    id: "check-then-score",
    name: "Check, then score",
    explanation: "Answer the whole checklist first; only then give one overall score, and say if it helped.",
    source: "TICK (Cook et al. 2024), check-then-score",
    overallScore: "always",
  },
  {
    id: "direct-scoring",
    name: "Direct scoring",
    explanation: "Read the response and give one overall score, without criteria or questions.",
    source: "TICK (Cook et al. 2024), direct scoring",
    overallScore: "always",
  },
  {
    id: "preference",
    name: "Preference",
    explanation: "Read two responses side by side, without their models' names, and say which is better.",
    source: "TICK (Cook et al. 2024), preference annotation",
    overallScore: "never",
  },
  {
    id: "item-labelling",
    name: "Item labelling",
    explanation: "Label every question of a checklist, by keyboard and with a search.",
    source: "TICK (Cook et al. 2024), appendix A",
    overallScore: "never",
  },
  {
    id: "checklist-writing",
    name: "Checklist writing",
    explanation:
      "Say whether the instruction is safe and makes sense, then write its checklist from scratch.",
    source: "TICK (Cook et al. 2024), checklists written by people",
    overallScore: "never",
  },
  {
    id: "full-review",
    name: "Full review",
    explanation:
      "Review the checklist, answer it for a response, and give one overall score, all on one page.",
    source:
      "Checklist review, as the criteria of CoEval (Li et al. 2023); check-then-score of TICK (Cook et al. 2024)",
    overallScore: "always",
  },
];

const presets = new Map(PRESETS.map((preset) => [preset.id, preset]));

export function presetOf(id: PresetId): Preset {
  const preset = presets.get(id);
  if (!preset) throw new Error(`there is no preset ${id}`);
  return preset;
}

export const DEFAULT_SCALE: Points = {
  type: "points",
  min: 1,
  max: 5,
  labels: { "1": "Very poor", "2": "Poor", "3": "Acceptable", "4": "Good", "5": "Excellent" },
};

export const DEFAULT_SETTINGS: Settings = {
  exposure: "draft-first",
  overallScore: true,
  question: "How good is this response overall?",
  scale: DEFAULT_SCALE,
  form: "five-point",
  taxonomy: "capabilities",
};

/** What a comparison asks unless it is changed. */
export const PREFER_QUESTION = "Which response is better?";

const yesOrNo = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** What Cook et al. (2024) have somebody say of an instruction before they write its checklist. */
const WORTH_WRITING: readonly Step[] = [
  { type: "ask", id: "safe", question: "Is the instruction safe to answer?", options: yesOrNo },
  { type: "ask", id: "sense", question: "Does the instruction make sense?", options: yesOrNo },
];

/** Cook et al. (2024) ask this after check-then-score. */
const EASE: Step = {
  type: "ask",
  id: "ease",
  question: "Did answering the checklist make it easier to give the score?",
  options: [
    { value: "easier", label: "Easier" },
    { value: "no-effect", label: "No effect" },
    { value: "harder", label: "Harder" },
  ],
};

/** What an assignment of this preset consists of, with the batch's choices filled in. */
export function protocolOf(preset: PresetId, settings: Settings): Protocol {
  const { exposure, overallScore, question, scale, form, taxonomy } = settings;
  const review = (kind: RubricKind): Protocol => ({
    steps: [{ type: "rubric", kind, exposure: rubricExposureOf(exposure) }],
  });
  const score = (opens: "at-once" | "when-judged"): Step => ({
    type: "score",
    question,
    scale,
    exposure,
    opens,
  });
  switch (preset) {
    case "criteria-review":
      return review("criteria");
    case "checklist-review":
      return review("checklist");
    case "criterion-scoring": {
      const judge: Step = { type: "judge", kind: "criteria", exposure };
      return { steps: overallScore ? [judge, score("when-judged")] : [judge] };
    }
    case "checklist-answering":
      return { steps: [{ type: "judge", kind: "checklist", exposure }] };
    case "check-then-score":
      return { steps: [{ type: "judge", kind: "checklist", exposure }, score("when-judged"), EASE] };
    case "direct-scoring":
      return { steps: [score("at-once")] };
    case "preference":
      return { steps: [{ type: "prefer", question: PREFER_QUESTION, form, sides: "random", exposure }] };
    case "item-labelling":
      return {
        steps: [{ type: "label", ...taxonomyOf(taxonomy).step, exposure: labelExposureOf(exposure) }],
      };
    case "checklist-writing":
      return { steps: [...WORTH_WRITING, { type: "rubric", kind: "checklist", exposure: "none" }] };
    case "full-review":
      return {
        steps: [
          ...review("checklist").steps,
          { type: "judge", kind: "checklist", exposure },
          score("when-judged"),
        ],
      };
  }
}

/** The same for labels, which have no explanation to show without them. */
export function labelExposureOf(exposure: Exposure): LabelExposure {
  return exposure === "score-hidden" ? "draft-first" : exposure;
}

/** What a rubric step does where all steps are told this: the nearest of what makes sense for drafted items. */
export function rubricExposureOf(exposure: Exposure): RubricExposure {
  switch (exposure) {
    case "judge-then-reveal":
      return "on-request";
    case "score-hidden":
      return "draft-first";
    default:
      return exposure;
  }
}

/** The choices a protocol was made from: `protocolOf(p, settingsOf(protocolOf(p, s)))` is `protocolOf(p, s)`. */
export function settingsOf(protocol: Protocol): Settings {
  const score = protocol.steps.find((step) => step.type === "score");
  const shown = protocol.steps.filter((step) => step.type !== "ask");
  const compared = protocol.steps.find((step) => step.type === "prefer");
  const labelled = protocol.steps.find((step) => step.type === "label");
  // What a rubric or labels do is only the nearest to what the steps with a value were told.
  const told = shown.find(({ type }) => type !== "rubric" && type !== "label") ?? shown[0];
  return {
    exposure: told?.exposure ?? "none",
    overallScore: score !== undefined,
    question: score?.question ?? DEFAULT_SETTINGS.question,
    scale: score?.scale ?? DEFAULT_SCALE,
    form: compared?.form ?? DEFAULT_SETTINGS.form,
    taxonomy: (labelled && taxonomyIn(labelled)) ?? DEFAULT_SETTINGS.taxonomy,
  };
}

/** What one assignment is about. */
export type SubjectKind = "task" | "response" | "pair";

/** Each kind as a heading, for one and for several. */
export const KIND_NAME: Record<SubjectKind, string> = { task: "Task", response: "Response", pair: "Pair" };
export const KIND_NAMES: Record<SubjectKind, string> = {
  task: "Tasks",
  response: "Responses",
  pair: "Pairs",
};

/**
 * A protocol that compares is about two responses; one that reviews rubrics or labels, and at most asks besides, is
 * about a task; anything else is about one response.
 */
export function subjectKindOf({ steps }: Protocol): SubjectKind {
  if (steps.some(({ type }) => type === "prefer")) return "pair";
  const ofTask = steps.some(({ type }) => type === "rubric" || type === "label");
  return ofTask && steps.every(({ type }) => type !== "judge" && type !== "score") ? "task" : "response";
}

/** Whether those who follow a protocol may see a task's reference answer. */
export function showsReference({ steps }: Protocol): boolean {
  return steps.every((step) => step.type === "ask" || step.reference !== "hidden");
}

// ---------------------------------------------------------------- which subjects are eligible

/** What a subject must have for a protocol to make sense on it. */
export const NEEDS = [
  "criteria",
  "checklist",
  "twoCriteria",
  "twoChecklists",
  "criteriaDraft",
  "checklistDraft",
  "overallDraft",
  "preferenceDraft",
  "labelDraft",
] as const;
export type Need = (typeof NEEDS)[number];

/** What is missing, worded for the person who opens the batch. */
export const MISSING: Record<Need, string> = {
  criteria: "no criteria",
  checklist: "no checklist",
  twoCriteria: "no two lists of criteria",
  twoChecklists: "no two checklists",
  criteriaDraft: "no drafted scores for its criteria",
  checklistDraft: "no drafted answers to its checklist",
  overallDraft: "no drafted overall score",
  preferenceDraft: "no drafted preference",
  labelDraft: "no drafted labels",
};

const TWO: Record<RubricKind, Need> = { checklist: "twoChecklists", criteria: "twoCriteria" };

/**
 * What a subject needs, in the order a missing one is reported. A review from scratch needs nothing. An overall
 * score that follows judged items needs no draft of its own: the drafts of the items were seen by then.
 */
export function needsOf(protocol: Protocol): Need[] {
  const needs = new Set<Need>();
  const judges = protocol.steps.some((step) => step.type === "judge");
  for (const step of protocol.steps) {
    if (step.type === "rubric" && step.exposure !== "none") needs.add(step.kind);
    if (step.type === "judge") {
      needs.add(step.kind);
      if (step.exposure !== "none") needs.add(`${step.kind}Draft`);
    }
    if (step.type === "score" && step.exposure !== "none" && !judges) needs.add("overallDraft");
    if (step.type === "prefer" && step.exposure !== "none") needs.add("preferenceDraft");
    if (step.type === "label") {
      if (step.kind) needs.add(step.about === "matches" ? TWO[step.kind] : step.kind);
      if (step.about === "items" && step.exposure !== "none") needs.add("labelDraft");
    }
  }
  return NEEDS.filter((need) => needs.has(need));
}

/** How many subjects of a dataset have the same things. */
export type SubjectGroup = Record<Need, boolean> & { count: number };

export type Eligibility = {
  eligible: number;
  leftOut: { reason: string; count: number }[];
};

/** How many subjects a protocol can be used on, and why the others are left out (first reason only). */
export function eligibilityOf(groups: readonly SubjectGroup[], needs: readonly Need[]): Eligibility {
  let eligible = 0;
  const leftOut = new Map<Need, number>();
  for (const group of groups) {
    const missing = needs.find((need) => !group[need]);
    if (missing) leftOut.set(missing, (leftOut.get(missing) ?? 0) + group.count);
    else eligible += group.count;
  }
  return {
    eligible,
    leftOut: needs.flatMap((need) => {
      const count = leftOut.get(need);
      return count ? [{ reason: MISSING[need], count }] : [];
    }),
  };
}

// ---------------------------------------------------------------- sharing the work

/**
 * An annotator's even share of a batch, fixed by its design. Shown to annotators as "12 of 40": it says nothing
 * about what the others have done.
 */
export function shareOf(counts: { slots: number; subjects: number; annotators: number }): number {
  if (counts.annotators === 0) return 0;
  return Math.min(counts.subjects, Math.ceil(counts.slots / counts.annotators));
}

/**
 * About how many minutes an annotator's own share still takes, at least one. Null where nobody knows, when it is done, and
 * when nothing is to be had: what they skipped, or others took, takes them no time.
 */
export function minutesLeft(of: {
  share: number;
  submitted: number;
  minutesEach: number | null;
  hasWork: boolean;
}): number | null {
  const left = of.share - of.submitted;
  if (of.minutesEach === null || left <= 0 || !of.hasWork) return null;
  return Math.max(1, Math.round(of.minutesEach * left));
}

// ---------------------------------------------------------------- life of a batch

export type BatchVerb = "open" | "pause" | "resume" | "close" | "archive" | "unarchive";

export const MOVES: Record<BatchVerb, { from: readonly BatchState[]; to: BatchState }> = {
  open: { from: ["draft"], to: "open" },
  pause: { from: ["open"], to: "paused" },
  resume: { from: ["paused"], to: "open" },
  close: { from: ["open", "paused"], to: "closed" },
  archive: { from: ["closed"], to: "archived" },
  unarchive: { from: ["archived"], to: "closed" },
};

/** The state after a verb, or null when it does not apply. */
export function stateAfter(state: BatchState, verb: BatchVerb): BatchState | null {
  const move = MOVES[verb];
  return move.from.includes(state) ? move.to : null;
}

/** What a new version of a batch is called: "Pilot", "Pilot, version 2", "Pilot, version 3". */
export function nextVersionOf(name: string): string {
  const [, base = name, version = "1"] = /^(.*), version (\d{1,6})$/s.exec(name) ?? [];
  const ending = `, version ${Number(version) + 1}`;
  return base.slice(0, 200 - ending.length) + ending;
}

export const STATE_WORDS: Record<BatchState, string> = {
  draft: "Draft",
  open: "Open",
  paused: "Paused",
  closed: "Closed",
  archived: "Archived",
};

// ---------------------------------------------------------------- in words

export const EXPOSURE_WORDS: Record<Exposure, string> = {
  none: "without drafts",
  "draft-first": "with the draft shown from the start",
  "judge-then-reveal": "first alone, then again with the draft",
  "on-request": "with the draft only if asked for",
  "score-hidden": "with the explanation of the draft, but not its value",
};

/** The exposures a designer chooses from, as many as the workbench keeps to. */
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
    hint: "Behind a button. Whoever never presses it has judged independently; what was set before is kept apart.",
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

/** Whether a whole draft of a step can be agreed with in one gesture. */
export const mayAgree = (step: Step) =>
  "agree" in step && step.agree === "allowed" && step.exposure !== "none";

/** One step of a protocol as a sentence for people, and others on what overruling drafts and agreeing with them takes. */
export function stepInWords(step: Step): string {
  const asksWhy = "reasons" in step && step.exposure !== "none" && step.reasons === "required";
  const isNamed = "drafter" in step && step.exposure !== "none" && step.drafter === "shown";
  return [
    doneIn(step),
    ...(asksWhy ? ["Says why whenever a draft is overruled."] : []),
    ...(mayAgree(step)
      ? ["May agree with a whole draft at once, after the time that reading it takes."]
      : []),
    ...(isNamed ? ["Who drafted it is named."] : []),
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
      const what = step.about === "task" ? "the task" : `every ${item}`;
      const several = step.several ? "one label or several" : "one label";
      return `Gives ${what} ${several} of ${step.labels.length}${drafts}.`;
    }
    case "ask":
      return `Answers: ${step.question}`;
  }
}

// ---------------------------------------------------------------- how it is going

/** A lease about to end: less than this is left of it. */
export const ENDING_MINUTES = 5;
/** Idle: open, and nothing was saved in it for this long. */
export const IDLE_MINUTES = 20;
