import { PRESET_NAMES } from "@/lib/i18n/english/presets";
import type { Exposure } from "@/lib/judgement/schema";
import type { CITATIONS } from "@/lib/protocol/rules/citations";
import { taxonomyIn, taxonomyOf } from "@/lib/protocol/rules/taxonomies";
import type {
  Condition,
  LabelExposure,
  Points,
  PreferStep,
  PresetId,
  Protocol,
  RubricExposure,
  RubricKind,
  Settings,
  Step,
} from "@/lib/protocol/schema";

type Preset = {
  id: PresetId;
  name: string;
  /** One line for the admin who chooses a preset: what the annotator does. */
  explanation: string;
  /** The origin of the protocol, for the methods section. */
  source: string;
  /** The papers that have tables of such work. */
  papers: readonly (keyof typeof CITATIONS)[];
  overallScore: "never" | "optional" | "always";
};

/** Protocols from the literature, in the order in which they are offered for a batch. */
export const PRESETS: readonly Preset[] = [
  {
    id: "criteria-review",
    name: PRESET_NAMES["criteria-review"],
    explanation: "Accept, revise, remove or add the criteria a task's responses should be scored on.",
    source: "CoEval (Li et al. 2023), criteria establishment",
    papers: ["coeval"],
    overallScore: "never",
  },
  {
    id: "checklist-review",
    name: PRESET_NAMES["checklist-review"],
    explanation: "Accept, revise, remove or add the yes/no questions that check a task's responses.",
    source: "Checklists of TICK (Cook et al. 2024), decided on as the criteria of CoEval (Li et al. 2023)",
    papers: ["tick"],
    overallScore: "never",
  },
  {
    id: "criterion-scoring",
    name: PRESET_NAMES["criterion-scoring"],
    explanation: "Score a response on every criterion, deciding on drafted explanations line by line.",
    source: "CoEval (Li et al. 2023), criterion-wise evaluation",
    papers: ["coeval"],
    overallScore: "optional",
  },
  {
    id: "checklist-answering",
    name: PRESET_NAMES["checklist-answering"],
    explanation:
      "Answer each question of the checklist for a response: yes or no, or not applicable where a question offers it.",
    source: "InFoBench (Qin et al. 2024); TICK (Cook et al. 2024)",
    papers: ["tick"],
    overallScore: "never",
  },
  {
    id: "check-then-score",
    name: PRESET_NAMES["check-then-score"],
    explanation: "Answer the whole checklist first; only then give one overall score, and say if it helped.",
    source: "TICK (Cook et al. 2024), check-then-score",
    papers: ["tick"],
    overallScore: "always",
  },
  {
    id: "direct-scoring",
    name: PRESET_NAMES["direct-scoring"],
    explanation: "Read the response and give one overall score, without criteria or questions.",
    source: "TICK (Cook et al. 2024), direct scoring",
    papers: ["tick"],
    overallScore: "always",
  },
  {
    id: "preference",
    name: PRESET_NAMES.preference,
    explanation: "Read two responses side by side, without their models' names, and say which is better.",
    source: "TICK (Cook et al. 2024), preference annotation",
    papers: ["tick"],
    overallScore: "never",
  },
  {
    id: "forced-choice",
    name: PRESET_NAMES["forced-choice"],
    explanation:
      "Read two responses side by side and choose the one that follows the instruction better: no tie, no draft.",
    source: "LLMBar (Zeng et al. 2024), agreement of human annotators",
    papers: ["llmbar"],
    overallScore: "never",
  },
  {
    id: "item-labelling",
    name: PRESET_NAMES["item-labelling"],
    explanation: "Label every question of a checklist, by keyboard and with a search.",
    source: "TICK (Cook et al. 2024), appendix A",
    papers: ["tick"],
    overallScore: "never",
  },
  {
    id: "checklist-writing",
    name: PRESET_NAMES["checklist-writing"],
    explanation:
      "Say whether the instruction is safe and makes sense; if so, write its checklist from scratch.",
    source: "TICK (Cook et al. 2024), checklists written by people",
    papers: ["tick"],
    overallScore: "never",
  },
  {
    id: "full-review",
    name: PRESET_NAMES["full-review"],
    explanation:
      "Review the checklist, answer it for a response, and give one overall score, all on one page.",
    source:
      "Checklist review, as the criteria of CoEval (Li et al. 2023); check-then-score of TICK (Cook et al. 2024)",
    papers: ["tick"],
    overallScore: "always",
  },
  {
    id: "curation",
    name: PRESET_NAMES.curation,
    explanation:
      "Choose the better of two responses, then keep, modify or discard the instance part by part, with a reason.",
    source: "LLMBar (Zeng et al. 2024), manual filtering and modification",
    papers: ["llmbar"],
    overallScore: "never",
  },
  {
    id: "queue",
    name: PRESET_NAMES.queue,
    explanation:
      "Say whether a sample of production may stand and what is wrong with it, and give it one score; new samples join day by day.",
    source: "direct scoring of TICK (Cook et al. 2024), with a verdict on each sample before it",
    papers: [],
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

/** The default question of a comparison. */
export const PREFER_QUESTION = "Which response is better?";

/** The question of a forced choice, where what counts is whether a response does what it was asked to do. */
const FOLLOWS_QUESTION = "Which response follows the instruction better?";

/** A choice without a tie and without a draft. */
const CHOICE: PreferStep = {
  ...{ type: "prefer", question: FOLLOWS_QUESTION, form: "forced-choice" },
  ...{ sides: "random", exposure: "none" },
};

/** The options of a question that is answered with yes or no. */
export const YES_OR_NO = [
  { value: "yes", label: "Yes" },
  { value: "no", label: "No" },
];

/** Cook et al. (2024) ask these questions about an instruction; its checklist is written only if both are yes. */
const WORTH_WRITING: readonly Step[] = [
  { type: "ask", id: "safe", question: "Is the instruction safe to answer?", options: YES_OR_NO },
  { type: "ask", id: "sense", question: "Does the instruction make sense?", options: YES_OR_NO },
];

/** The condition that a question was answered with yes. */
const isYes = (id: string): Condition => ({ type: "ask", id, is: "yes" });

/** May a response stand, and if not, why: an answer for the team that runs a model. */
const VERDICT: readonly Step[] = [
  { type: "ask", id: "stands", question: "May this response stand as it is?", options: YES_OR_NO },
  {
    type: "ask",
    id: "faults",
    question: "What is wrong with it?",
    form: "several",
    options: [
      { value: "wrong", label: "Something in it is wrong" },
      { value: "missing", label: "Something is missing" },
      { value: "not-asked", label: "It does something else than was asked" },
      { value: "unsafe", label: "It is harmful or unsafe" },
      { value: "form", label: "Its form or tone does not fit" },
      { value: "other", label: "Something else" },
    ],
    onlyIf: [{ type: "ask", id: "stands", is: "no" }],
  },
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

/** The protocol of a preset, with the batch's settings filled in. */
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
    case "forced-choice":
      return { steps: [CHOICE] };
    case "curation":
      return {
        steps: [
          { ...CHOICE, sides: "fixed" },
          // The parts are what is decided on: there is nothing to show later.
          { type: "rubric", kind: "checklist", exposure: "draft-first", reasons: "required" },
        ],
      };
    case "item-labelling":
      return {
        steps: [{ type: "label", ...taxonomyOf(taxonomy).step, exposure: labelExposureOf(exposure) }],
      };
    case "checklist-writing":
      return {
        steps: [
          ...WORTH_WRITING,
          { type: "rubric", kind: "checklist", exposure: "none", onlyIf: [isYes("safe"), isYes("sense")] },
        ],
      };
    case "queue":
      return { steps: [...VERDICT, score("at-once")] };
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

/**
 * The exposure of a label step when all steps have this one. Labels have no explanation, so `score-hidden`
 * does not apply.
 */
export function labelExposureOf(exposure: Exposure): LabelExposure {
  return exposure === "score-hidden" ? "draft-first" : exposure;
}

/** The exposure of a rubric step when all steps have this one: the nearest that applies to drafted items. */
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

/**
 * The settings a protocol was made from: `protocolOf(p, settingsOf(protocolOf(p, s)))` equals `protocolOf(p,
 * s)`.
 */
export function settingsOf(protocol: Protocol): Settings {
  const score = protocol.steps.find((step) => step.type === "score");
  const shown = protocol.steps.filter((step) => step.type !== "ask");
  const compared = protocol.steps.find((step) => step.type === "prefer");
  const labelled = protocol.steps.find((step) => step.type === "label");
  // Rubric and label steps have only the nearest exposure to the chosen one, so a step with a value decides.
  const deciding = shown.find(({ type }) => type !== "rubric" && type !== "label") ?? shown[0];
  return {
    exposure: deciding?.exposure ?? "none",
    overallScore: score !== undefined,
    question: score?.question ?? DEFAULT_SETTINGS.question,
    scale: score?.scale ?? DEFAULT_SCALE,
    form: compared?.form ?? DEFAULT_SETTINGS.form,
    taxonomy: (labelled && taxonomyIn(labelled)) ?? DEFAULT_SETTINGS.taxonomy,
  };
}
