import { type Eligibility, eligibilityOf, needsOf, type SubjectGroup } from "@/lib/batch/rules";
import { isEverySourceKnown, withoutSources } from "@/lib/batch/rules/protocol-sources";
import { type Warned, type Warning, warningsOf } from "@/lib/batch/rules/warnings";
import type { ArmDesign, NamedProtocol, SampleBy, SubjectSelection } from "@/lib/batch/schema";
import { Exposure } from "@/lib/judgement/schema";
import {
  labelExposureOf,
  presetOf,
  protocolOf,
  rubricExposureOf,
  settingsOf,
} from "@/lib/protocol/rules/presets";
import { brokenConditions } from "@/lib/protocol/rules/step-conditions";
import { isAboutResponse, type SubjectKind, subjectKindOf } from "@/lib/protocol/rules/subject-kind";
import {
  LabelExposure,
  type Points,
  type PresetId,
  type Protocol,
  RubricExposure,
  type Step,
} from "@/lib/protocol/schema";
import type { Quality, Reserve } from "@/lib/quality/schema";

/** The protocol of each arm: its own steps, or those of the first arm with this arm's exposure. */
export function protocolsOf(arms: readonly ArmDesign[]): NamedProtocol[] {
  const base = arms[0]?.steps ?? [];
  return arms.map(({ name, k, steps, exposure }) => ({
    name,
    k,
    protocol: { steps: steps ?? (exposure ? withExposure(base, exposure) : base) },
  }));
}

/**
 * Sets the exposure of every draft in some steps; where a step does not allow it, uses the nearest exposure
 * that it does.
 */
export function withExposure(steps: readonly Step[], exposure: Exposure): Step[] {
  return steps.map((step) => {
    if (step.type === "rubric") return { ...step, exposure: rubricExposureOf(exposure) };
    if (step.type === "label") return { ...step, exposure: labelExposureOf(exposure) };
    return step.type === "ask" ? step : { ...step, exposure };
  });
}

/** The exposures that make a difference in some of these steps; empty if none has drafts. */
export function exposuresFor(steps: readonly Step[]): readonly Exposure[] {
  if (steps.some(({ type }) => type === "judge" || type === "score" || type === "prefer"))
    return Exposure.options;
  if (steps.some(({ type }) => type === "label")) return LabelExposure.options;
  return steps.some((step) => step.type === "rubric") ? RubricExposure.options : [];
}

/**
 * The exposure that these steps get when this one is chosen: a rubric has no value that could be given first
 * or hidden, and labels cannot be hidden.
 */
export function nearestExposure(steps: readonly Step[], exposure: Exposure): Exposure {
  if (exposuresFor(steps).includes(exposure)) return exposure;
  return steps.some(({ type }) => type === "label") ? labelExposureOf(exposure) : rubricExposureOf(exposure);
}

/** True if these steps equal what `withExposure` makes of them. */
export function isExposedAs(steps: readonly Step[], exposure: Exposure): boolean {
  return JSON.stringify(withExposure(steps, exposure)) === JSON.stringify(steps);
}

/** The kind of subject that fits every arm: tasks, unless an arm needs a response or a pair. */
export function subjectKindOfArms(protocols: readonly Protocol[]): SubjectKind {
  const kinds = protocols.map(subjectKindOf);
  if (kinds.includes("pair")) return "pair";
  return kinds.every((kind) => kind === "task") ? "task" : "response";
}

/** The ways to spread a sample of such subjects: a task has no model, and judges give values to responses and pairs. */
export const SPREADS: Record<SubjectKind, readonly SampleBy[]> = {
  task: ["everything", "tag"],
  response: ["everything", "tag", "model", "uncertainty", "disagreement"],
  pair: ["everything", "tag", "model", "uncertainty", "disagreement"],
};

/** The needs of a subject for all arms together. */
export function needsOfArms(protocols: readonly Protocol[]) {
  return [...new Set(protocols.flatMap(needsOf))];
}

/** Number of subjects of a design: all that fit every arm, or a sample. */
export function subjectsOf(
  groups: Record<SubjectKind, readonly SubjectGroup[]>,
  protocols: readonly Protocol[],
  sample: SubjectSelection["sample"],
): Eligibility & { subjects: number } {
  const eligibility = eligibilityOf(groups[subjectKindOfArms(protocols)], needsOfArms(protocols));
  const subjects = sample ? Math.min(sample.size, eligibility.eligible) : eligibility.eligible;
  return { ...eligibility, subjects };
}

/** The kinds of step in order: work with the same kinds takes about the same time. */
export function stepKindsOf(protocol: Protocol): string {
  return protocol.steps
    .map((step) => ("kind" in step && step.kind ? `${step.type}:${step.kind}` : step.type))
    .join(" ");
}

/** True if the steps are those of a preset, with any of its settings. */
export function isAsPreset(preset: PresetId, steps: readonly Step[]): boolean {
  const protocol = { steps: withoutSources(steps) };
  return JSON.stringify(protocolOf(preset, settingsOf(protocol))) === JSON.stringify(protocol);
}

/** The literature that the steps follow, in words; custom steps are not attributed to a preset. */
export function presetInWords(preset: PresetId, steps: readonly Step[]): string {
  return `${isAsPreset(preset, steps) ? "After" : "Changed from"} ${presetOf(preset).source}.`;
}

// ---------------------------------------------------------------- what is missing

/** The sections of a design, in the order of the wizard. */
export const PARTS = [
  "subjects",
  "protocol",
  "arms",
  "annotators",
  "guidelines",
  "quality",
  "order",
] as const;
export type DesignSection = (typeof PARTS)[number];

/** A problem that prevents a batch from being opened: where it is, and how to solve it. */
export type DesignProblem = {
  part: DesignSection;
  /** Index of the arm and of its step, if it concerns one. */
  arm?: number;
  step?: number;
  field?: "name" | "spread" | "question" | "scale" | "options" | "labels" | "opens" | "onlyIf" | "guidelines";
  message: string;
};

export type Designed = {
  name: string;
  selection: Pick<SubjectSelection, "sample">;
  arms: readonly ArmDesign[];
  annotators: number;
  joinLater: boolean;
  guidelines: string;
  mustRead: boolean;
  quality: Quality;
  /** Settings of the automatic intake of new subjects; null when it takes none. */
  intake: object | null;
};

/** Returns everything a design lacks before its batch can be opened, except what its dataset lacks. */
export function problemsOf(design: Designed): DesignProblem[] {
  const problems: DesignProblem[] = [];
  if (design.name.trim() === "") {
    problems.push({ part: "subjects", field: "name", message: "Give the batch a name." });
  }
  design.arms.forEach(({ steps }, arm) => {
    if (!steps) return;
    const part = arm === 0 ? "protocol" : "arms";
    for (const problem of problemsOfSteps(steps)) problems.push({ part, arm, ...problem });
  });
  const protocols = protocolsOf(design.arms).map(({ protocol }) => protocol);
  const kind = subjectKindOfArms(protocols);
  const { sample } = design.selection;
  if (sample && !SPREADS[kind].includes(sample.by)) {
    problems.push({
      part: "subjects",
      field: "spread",
      message: `Choose another spread: a sample of ${kind}s cannot be drawn like this.`,
    });
  }
  const kinds = new Set(protocols.map(subjectKindOf));
  if (kinds.has("pair") && kinds.has("response")) {
    problems.push({
      part: "arms",
      message: "Some arms compare two responses, others judge one: put them into batches of their own.",
    });
  }
  const further = (design.quality.overlap?.most ?? 0) * design.arms.length;
  const each = slotsPerSubject(design.arms) + further + (design.quality.reserve?.k ?? 0);
  if (!design.joinLater && design.annotators < each) {
    const { annotators } = design;
    problems.push({
      part: "annotators",
      message:
        `${each} different people are needed per ${kind} and ${annotators} ` +
        `${annotators === 1 ? "is" : "are"} chosen. Choose more, ask for fewer, or let people join later.`,
    });
  }
  if (design.intake && design.quality.planted) {
    problems.push({
      part: "quality",
      message: "Errors are planted in all of the work at once: plant none, or take no new ones by itself.",
    });
  }
  if (design.mustRead && design.guidelines.trim() === "") {
    problems.push({
      part: "guidelines",
      field: "guidelines",
      message: "There is nothing to read yet: write the guidelines, or do not ask for them to be read.",
    });
  }
  return problems;
}

type StepProblem = Pick<DesignProblem, "step" | "field" | "message">;

function problemsOfSteps(steps: readonly Step[]): StepProblem[] {
  if (steps.length === 0) return [{ message: "Add a step: there is nothing to do yet." }];
  const problems: StepProblem[] = [];
  const seen = new Set<string>();
  const compares = steps.some(({ type }) => type === "prefer");
  let judged = false;
  steps.forEach((step, index) => {
    const addProblem = (message: string, field?: DesignProblem["field"]) =>
      problems.push({ step: index, message, field });
    const identity =
      step.type === "ask" || step.type === "label"
        ? `${step.type} ${step.id}`
        : stepKindsOf({ steps: [step] });
    if (seen.has(identity)) {
      addProblem(
        step.type === "score"
          ? "A response has one overall score: remove this step, or the other."
          : step.type === "prefer"
            ? "A pair is compared once: remove this step, or the other."
            : "Two steps ask for this. Remove one of them.",
      );
    }
    seen.add(identity);
    if (step.type === "score" || step.type === "ask" || step.type === "prefer" || step.type === "label") {
      if (step.question.trim() === "") addProblem("Write the question.", "question");
    }
    if (step.type === "score") {
      if (pointsOf(step.scale).length === 0)
        addProblem("A scale has 2 to 10 points, the lowest first.", "scale");
      if (step.opens === "when-judged" && !judged) {
        addProblem("No step before it judges items, so it would never open: let it open at once.", "opens");
      }
    }
    if (step.type === "ask") {
      const labels = step.options.map(({ label }) => label.trim().toLowerCase());
      const { form, min, max } = step;
      if (form === "number" || form === "text") {
        if (form === "number" && min !== undefined && max !== undefined && min >= max)
          addProblem("The least number is not below the greatest.", "options");
      } else if (labels.length < 2) addProblem("Offer at least two answers.", "options");
      else if (labels.includes("")) addProblem("Write every answer, or remove the empty one.", "options");
      else if (new Set(labels).size < labels.length) addProblem("Two answers are the same.", "options");
    }
    if (step.type === "label" && step.about !== "matches") {
      const names = step.labels.map(({ name }) => name.trim().toLowerCase());
      if (names.length < 2) addProblem("Offer at least two labels.", "labels");
      else if (names.includes("")) addProblem("Write every label, or remove the empty one.", "labels");
      else if (new Set(names).size < names.length) addProblem("Two labels are the same.", "labels");
    }
    if (compares && isAboutResponse(step)) {
      addProblem(
        "This is about one response, and the comparison about two: remove this step, or the comparison.",
      );
    }
    if (brokenConditions(step, steps.slice(0, index)).length > 0) {
      addProblem(
        "It depends on an answer that no step before it offers: put that question before this step, or remove the condition.",
        "onlyIf",
      );
    }
    if (step.type === "judge") judged = true;
  });
  return problems;
}

/** The points of a scale with 2 to 10 of them; otherwise empty. */
export function pointsOf({ min, max }: Points): number[] {
  const count = max - min + 1;
  return count >= 2 && count <= 10 ? Array.from({ length: count }, (_, n) => min + n) : [];
}

/** The problem of subjects that so many of the chosen people made that too few others are left to judge them. */
export function tooFewOtherAnnotators(subjects: number, people: number): DesignProblem {
  return {
    part: "annotators",
    message:
      `Nobody judges what they made, and of ${subjects === 1 ? "one subject" : `${subjects.toLocaleString("en")} subjects`} fewer than ${people} of the people ` +
      "chosen made nothing. Choose more, ask for fewer, or let people join later.",
  };
}

// ---------------------------------------------------------------- the design in numbers

/** Number of different people who judge each subject. */
export function slotsPerSubject(arms: readonly { k: number }[]): number {
  return arms.reduce((sum, { k }) => sum + k, 0);
}

export type DesignNumbers = {
  subjects: number;
  /** Subjects × the sum of the arms' k. */
  slots: number;
  /** A reserved share of the subjects is an arm of its own, with fewer subjects. */
  arms: { name: string; k: number; subjects: number; slots: number }[];
  /** Assignments of each current annotator when the work is shared evenly; null without annotators. */
  load: { least: number; most: number } | null;
  /** Missing data that prevent opening. */
  blockers: string[];
  /** Limits of the design that an admin should know before opening. */
  warnings: Warning[];
};

type BatchSize = {
  subjects: number;
  arms: readonly NamedProtocol[];
  annotators: number;
  joinLater: boolean;
  reserve: Reserve | null;
  /** Automatic intake of new subjects; null when there is none. */
  intake?: object | null;
  /** Number of subjects taken out for training and exam. */
  before?: number;
  guarded?: Warned["guarded"];
  twoVersions?: Warned["twoVersions"];
};

/**
 * The size of what opening a batch creates: slots for each subject and arm, each subject once per annotator.
 */
export function designSize(design: BatchSize): DesignNumbers {
  const { annotators, reserve, before = 0 } = design;
  const subjects = Math.max(0, design.subjects - before);
  const reserved = reserve ? reservedOf(subjects, reserve) : 0;
  const extra = reservedArm(design.arms, reserve);
  const kind = subjectKindOfArms(design.arms.map(({ protocol }) => protocol));
  const arms = [
    ...design.arms.map(({ name, k }) => ({ name, k, subjects, slots: subjects * k })),
    ...(extra ? [{ name: extra.name, k: extra.k, subjects: reserved, slots: reserved * extra.k }] : []),
  ];
  const each = slotsPerSubject(design.arms);
  const filled =
    (subjects - reserved) * Math.min(each, annotators) +
    reserved * Math.min(each + (extra?.k ?? 0), annotators);
  return {
    subjects,
    slots: arms.reduce((sum, { slots }) => sum + slots, 0),
    arms,
    load:
      annotators === 0
        ? null
        : { least: Math.floor(filled / annotators), most: Math.ceil(filled / annotators) },
    blockers: subjects === 0 ? blockersOfEmpty(kind, design) : [],
    warnings: warningsOf({ ...design, kind, subjects, reserved }),
  };
}

/**
 * Why a batch without any subject cannot be opened. One that takes new ones by itself can, if it is known what it would
 * show of them.
 */
function blockersOfEmpty(kind: SubjectKind, { arms, intake }: Pick<BatchSize, "arms" | "intake">): string[] {
  if (!intake) return [`No ${kind} fits the protocol and the filter.`];
  if (isEverySourceKnown(arms.map(({ protocol }) => protocol))) return [];
  return [
    `No ${kind} fits the protocol and the filter yet, and the dataset has no items or drafts of which later ones could be ` +
      "shown: choose steps without them, or open it once there are some.",
  ];
}

/** Number of assignments created for subjects added to an active batch. */
export function slotsOfAdded(
  count: number,
  { each, reserve }: { each: number; reserve: Reserve | null },
): number {
  return count * each + (reserve && count > 0 ? reservedOf(count, reserve) * reserve.k : 0);
}

// ---------------------------------------------------------------- subjects reserved for judgements without drafts

/** The number of reserved subjects: their share, rounded, and at least one. */
export function reservedOf(subjects: number, { share }: Reserve): number {
  return Math.min(subjects, Math.max(1, Math.round(subjects * share)));
}

/** The additional arm in which reserved subjects are judged: the first arm's steps, without drafts. */
export function reservedArm(arms: readonly NamedProtocol[], reserve: Reserve | null): NamedProtocol | null {
  const [first] = arms;
  if (!reserve || !first) return null;
  const taken = new Set(arms.map(({ name }) => name.toLowerCase()));
  const name = ["Without drafts", ...arms.map((_, n) => `Without drafts ${n + 2}`)].find(
    (free) => !taken.has(free.toLowerCase()),
  );
  if (name === undefined) throw new Error("every name is taken");
  return { name, k: reserve.k, protocol: { steps: withExposure(first.protocol.steps, "none") } };
}
