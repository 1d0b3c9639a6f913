import { checksOf, goldFor } from "@/lib/batch/rules/gold-quota";
import type { NamedProtocol } from "@/lib/batch/schema";
import type { Exposure } from "@/lib/judgement/schema";
import type { SubjectKind } from "@/lib/protocol/rules/subject-kind";
import type { Protocol, RubricKind, Step } from "@/lib/protocol/schema";
import { isPlantable } from "@/lib/quality/rules/plantable";
import type { Quality, Reserve } from "@/lib/quality/schema";

/** A limitation of a design, its reason, and a remedy. */
export type Warning = { about: WarningKind; reason: string; fix: string };

export type WarningKind =
  | "nobody-yet"
  | "slots-stay-free"
  | "one-rater"
  | "one-rater-in-arm"
  | "same-arms"
  | "no-independent"
  | "one-independent"
  | "few-reserved"
  | "reserved-twice"
  | "no-subject-in-both"
  | "arm-is-annotator"
  | "more-than-exposure"
  | "own-choice"
  | "two-versions"
  | "kept-items-shown"
  | "no-gold"
  | "too-little-gold"
  | "few-checks"
  | "nothing-to-plant";

export type Warned = {
  /** The kind of subject. */
  kind: SubjectKind;
  subjects: number;
  arms: readonly NamedProtocol[];
  /** Current annotators. */
  annotators: number;
  joinLater: boolean;
  reserve: Reserve | null;
  /** Number of reserved subjects. */
  reserved: number;
  /** The kinds of rubric of which arms show some rubric in two versions. */
  twoVersions?: readonly RubricKind[];
  /** The quality measures, and how many eligible subjects have gold; null if not counted. */
  guarded?: { quality: Quality; gold: number | null };
};

/**
 * The limitations of a design. A contrast between arms needs subjects judged in both, at least two raters in
 * each, people who worked in both, and arms that differ in one thing; a headline needs two people per subject
 * who judged without a draft.
 */
export function warningsOf(design: Warned): Warning[] {
  return [
    ...warningsOfPeople(design),
    ...warningsOfContrasts(design),
    ...warningsOfIndependence(design),
    ...warningsOfGuards(design),
  ];
}

function warningsOfPeople({ arms, subjects, annotators, joinLater }: Warned): Warning[] {
  const each = sumOf(arms);
  if (!joinLater || annotators >= each) return [];
  const fix = "Name more people, or hand out a participation link once it is open.";
  if (annotators === 0)
    return [{ about: "nobody-yet", reason: "It has no annotators until a participant joins.", fix }];
  const free = subjects * (each - annotators);
  return [{ about: "slots-stay-free", reason: `${free} assignments stay free until more people join.`, fix }];
}

function warningsOfContrasts({ kind, arms, subjects, annotators, twoVersions = [] }: Warned): Warning[] {
  const warnings: Warning[] = [];
  const warn = (about: WarningKind, reason: string, fix: string) => warnings.push({ about, reason, fix });
  const single = arms.filter(({ k }) => k === 1);
  if (single.length > 0) {
    const [only] = arms.length === 1 ? arms : [];
    warn(
      only ? "one-rater" : "one-rater-in-arm",
      only
        ? `With one annotator per ${kind}, agreement cannot be computed.`
        : `With one annotator per ${kind}, agreement within an arm cannot be computed: ${namesOf(single)}.`,
      `Ask for at least two people per ${kind}.`,
    );
  }
  if (arms.length < 2) return warnings;

  const steps = arms.map(({ protocol }) => JSON.stringify(protocol.steps));
  if (new Set(steps).size < steps.length) {
    warn(
      "same-arms",
      "Some arms are the same in every step: there is nothing to compare between them.",
      "Let them differ in when drafts are shown, or remove one.",
    );
  }
  if (subjects > 0 && annotators === 1) {
    warn(
      "no-subject-in-both",
      `One person sees each ${kind} once, so none is judged in two arms: a difference between arms may be one ` +
        `between ${kind}s.`,
      `Choose at least as many people as the batch asks for per ${kind}.`,
    );
  }
  const load = annotators > 0 ? (subjects * Math.min(sumOf(arms), annotators)) / annotators : null;
  if (subjects > 0 && load !== null && annotators > 1 && load < arms.length) {
    warn(
      "arm-is-annotator",
      `Each person judges about ${Math.max(1, Math.floor(load))} of the ${kind}s, fewer than there are arms, and so ` +
        "does not work in every arm: a difference between arms may be one between people.",
      `Take more ${kind}s or fewer people.`,
    );
  }
  const [first, ...others] = arms;
  const mixed = others.filter(
    ({ protocol }) =>
      first && differInSteps(first.protocol, protocol) && shownIn(protocol) !== shownIn(first.protocol),
  );
  if (mixed.length > 0) {
    warn(
      "more-than-exposure",
      `What differs from arm ${first?.name} is both the steps and when drafts are shown: ${namesOf(mixed)}. A ` +
        "difference cannot be laid to either.",
      "Let an arm differ in one of them, or add the arms in between.",
    );
  }
  if (twoVersions.length > 0) {
    warn(
      "two-versions",
      `Arms work on two versions of ${twoVersions.map((kind) => RUBRIC_NAMES[kind]).join(" and ")}: the same item can have two wordings, and ` +
        "values for both are counted together.",
      "Choose the same source in all arms, unless the wording is what you compare.",
    );
  }
  const onRequest = arms.filter(({ protocol }) => protocol.steps.some(isOnRequest));
  if (onRequest.length > 0) {
    warn(
      "own-choice",
      `Who asks for drafts on request, and when, is up to the annotator: ${namesOf(onRequest)}. Those who looked and those ` +
        "who did not are no random groups.",
      "Compare such an arm as a whole with others, not its looks with its non-looks.",
    );
  }
  return warnings;
}

function warningsOfIndependence({ kind, arms, reserve, reserved }: Warned): Warning[] {
  const warnings: Warning[] = [];
  const warn = (about: WarningKind, reason: string, fix: string) => warnings.push({ about, reason, fix });
  const alone = arms.filter(({ protocol }) => !protocol.steps.some(neverAlone));
  const raters = sumOf(alone);
  if (arms.length > 0 && raters === 0 && !reserve) {
    warn(
      "no-independent",
      "Every arm shows drafts: there will be no independent judgements to compare with.",
      `Reserve a share of the ${kind}s, add an arm without drafts, or let people judge before they see one.`,
    );
  }
  if (arms.length > 1 && raters === 1 && !reserve) {
    warn(
      "one-independent",
      `Only one person per ${kind} judges without having seen a draft: agreement of independent judgements, the ` +
        "headline, cannot be computed.",
      `Reserve a share of the ${kind}s, or ask for two people there.`,
    );
  }
  if (reserve && alone.some(({ k, protocol }) => k >= 2 && protocol.steps.every(isWithout))) {
    warn(
      "reserved-twice",
      `An arm has two people judge every ${kind} without drafts already, and the reserved share adds to it.`,
      "Do without the reserved share.",
    );
  }
  if (reserve && reserved > 0 && reserved < FEW) {
    warn(
      "few-reserved",
      `${reserved === 1 ? `One ${kind} is` : `${reserved} ${kind}s are`} reserved: an interval from fewer than ${FEW} ` +
        "units is not to be relied on.",
      "Reserve a larger share.",
    );
  }
  const revealing = arms.filter(({ protocol }) => revealsWrittenRubric(protocol));
  if (revealing.length > 0) {
    warn(
      "kept-items-shown",
      `Annotators who write a checklist or criteria from scratch also see the accepted ones, to judge: ${namesOf(revealing)}.`,
      "Review rubrics in a batch of its own.",
    );
  }
  return warnings;
}

/** Warnings about missing requirements of checks, training, exam and planted errors. */
function warningsOfGuards({ kind, arms, subjects, guarded }: Warned): Warning[] {
  if (!guarded) return [];
  const { quality, gold } = guarded;
  const warnings: Warning[] = [];
  const warn = (about: WarningKind, reason: string, fix: string) => warnings.push({ about, reason, fix });
  const needed = goldFor(quality);
  const before = (quality.training?.subjects ?? 0) + (quality.exam?.subjects ?? 0);
  const checks = quality.gold && subjects > 0 ? checksOf(subjects, quality.gold) : 0;
  if (gold === 0 && needed > 0) {
    warn(
      "no-gold",
      `No ${kind} that fits has gold for what the protocol asks: the batch cannot open.`,
      "Mark some on the pages of tasks or import them with the study, or do without checks, training and exam.",
    );
  } else if (gold !== null && gold < needed) {
    warn(
      "too-little-gold",
      `Training, exam and checks need ${needed} ${kind}s with gold, and ${gold} of those that fit have some: the batch ` +
        "cannot open.",
      "Mark more on the pages of tasks, or ask for fewer.",
    );
  } else if (gold !== null && gold - before < checks) {
    warn(
      "few-checks",
      `${checks} checks are asked for, and ${gold - before} ${gold - before === 1 ? kind : `${kind}s`} with gold ` +
        `${gold - before === 1 ? "is" : "are"} left for them: there will be no more.`,
      "Mark more on the pages of tasks, or mix in a smaller share.",
    );
  }
  const steps = arms.map(({ protocol }) => protocol.steps);
  if (quality.planted && !steps.some((page) => page.some((step) => isPlantable(step, page)))) {
    warn(
      "nothing-to-plant",
      "No arm shows a drafted value, preference, label or item, so there is nothing to put errors into.",
      "Show drafts in an arm, with their values, or do without planted errors.",
    );
  }
  return warnings;
}

const RUBRIC_NAMES: Record<RubricKind, string> = { checklist: "a checklist", criteria: "criteria" };

/** With fewer units the bootstrap does not reach its nominal coverage. */
const FEW = 10;

const sumOf = (arms: readonly { k: number }[]) => arms.reduce((sum, { k }) => sum + k, 0);

/**
 * True if protocols differ in more than when drafts are shown. Which drafts they show, and if annotators see the drafter's
 * name, is compared where both show some: a step without drafts has neither setting.
 */
function differInSteps({ steps }: Protocol, { steps: others }: Protocol): boolean {
  return (
    steps.length !== others.length ||
    steps.some((step, n) => {
      const other = others[n];
      if (!other) return true;
      const leftOut = ["exposure", ...(isWithout(step) || isWithout(other) ? ["drafts", "drafter"] : [])];
      return settingsBut(leftOut, step) !== settingsBut(leftOut, other);
    })
  );
}

/** The settings of a step without some, in one order: a source that was filled in comes after the others. */
const settingsBut = (leftOut: readonly string[], step: Step) =>
  JSON.stringify(
    Object.entries(step)
      .filter(([name]) => !leftOut.includes(name))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

/** The exposures of drafts that occur in a protocol. */
const shownIn = ({ steps }: Protocol) =>
  JSON.stringify([...new Set(steps.flatMap((step) => ("exposure" in step ? [step.exposure] : [])))].sort());

/** One page shows all steps: a rubric to be written without a draft is visible in the step that judges it. */
function revealsWrittenRubric({ steps }: Protocol): boolean {
  return steps.some(
    (step) =>
      step.type === "rubric" &&
      step.exposure !== "draft-first" &&
      steps.some((other) => other.type === "judge" && other.kind === step.kind),
  );
}

/** True if a step shows its draft before anything is judged, or requires it to be seen. */
const neverAlone = (step: Step) =>
  "exposure" in step &&
  (step.type === "rubric" ? step.exposure !== "none" : SHOWN_FROM_THE_START.has(step.exposure));
const SHOWN_FROM_THE_START: ReadonlySet<Exposure> = new Set(["draft-first", "score-hidden"]);

const isWithout = (step: Step) => !("exposure" in step) || step.exposure === "none";
const isOnRequest = (step: Step) => "exposure" in step && step.exposure === "on-request";

const namesOf = (arms: readonly { name: string }[]) => arms.map(({ name }) => name).join(", ");
