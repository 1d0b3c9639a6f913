import { type Random, randomFrom } from "@/lib/agreement/random";
import type { ReasonCode } from "@/lib/review/schema/codes";
import { additions, corrections, flaws, remarks } from "./known-errors";
import type { Answer, SampleDraft, SampleItem } from "./study";

/**
 * Sample annotators of the demo project. They respond to the sample drafts as people do: some check
 * everything, some accept without reading, some are strict, some undecided. Their texts are hand-written
 * (known-errors.ts); their answers are random with a seed per annotator and unit, so neither the order of
 * calls nor the number of annotators changes them.
 */
export interface Profile {
  id: string;
  name: string;
  /** Scale points below a neutral reader at which this person scores; negative is lenient. */
  strictness: number;
  /** Share of drafts checked before deciding; the rest is accepted unread. */
  diligence: number;
  /** Probability that a checked draft replaces an own value that is only slightly different. */
  anchoring: number;
  /** Standard deviation of the own score around the deserved one, in scale points. */
  noise: number;
  wordsPerMinute: number;
  /** Probability of saying that the checklist made scoring easier. */
  ease: number;
}

export const profiles = {
  priya: {
    id: "priya",
    name: "Priya Raman",
    strictness: 0,
    diligence: 0.96,
    anchoring: 0.25,
    noise: 0.4,
    wordsPerMinute: 210,
    ease: 0.6,
  },
  jonas: {
    id: "jonas",
    name: "Jonas Feld",
    strictness: 0.45,
    diligence: 0.9,
    anchoring: 0.2,
    noise: 0.5,
    wordsPerMinute: 190,
    ease: 0.3,
  },
  mei: {
    id: "mei",
    name: "Mei Tanaka",
    strictness: -0.35,
    diligence: 0.8,
    anchoring: 0.5,
    noise: 0.5,
    wordsPerMinute: 240,
    ease: 0.7,
  },
  tomas: {
    id: "tomas",
    name: "Tomás Ruiz",
    strictness: -0.1,
    diligence: 0.4,
    anchoring: 0.8,
    noise: 0.7,
    wordsPerMinute: 320,
    ease: 0.85,
  },
  leila: {
    id: "leila",
    name: "Leila Haddad",
    strictness: 0.1,
    diligence: 0.7,
    anchoring: 0.6,
    noise: 0.85,
    wordsPerMinute: 160,
    ease: 0.5,
  },
} satisfies Record<string, Profile>;

/** A drafted value with the response text it is about. */
export interface Unit {
  draft: SampleDraft;
  response: string;
}

export interface Reason {
  code: ReasonCode;
  note?: string;
}

/** A decision on an explanation line, or an added line. `line` is the draft line's index from 0. */
export type LineDecision =
  | { line: number; action: "accept" }
  | { line: number; action: "revise"; text: string; reason: Reason }
  | { line: number; action: "remove"; reason: Reason }
  | { action: "add"; text: string };

/** Without a draft on the screen, `lines` holds added lines only. */
export interface ItemJudgement {
  value: Answer;
  lines: LineDecision[];
  activeMs: number;
}

/** A decision on a drafted checklist item, or an added item. */
export type ItemDecision = { activeMs: number } & (
  | { action: "accept"; item: string }
  | { action: "revise"; item: string; text: string; reason: Reason }
  | { action: "remove"; item: string; reason: Reason }
  | { action: "add"; text: string }
);

/**
 * One annotator's review of a task's drafted checklist, all items shown: bad items are revised or removed if
 * checked, and thorough annotators add missing questions.
 */
export function reviewChecklist(
  task: string,
  items: SampleItem[],
  profile: Profile,
  seed: number,
): ItemDecision[] {
  const decided = items.map((item) => reviewItem(item, profile, seed));
  const added = (additions[task] ?? []).flatMap((text): ItemDecision[] => {
    const random = stream(seed, profile.id, "add", task, text);
    if (random() > 0.35 * profile.diligence ** 2) return [];
    return [{ action: "add", text, activeMs: time(random, [text], profile) + typing(text) }];
  });
  return [...decided, ...added];
}

function reviewItem({ id: item, text: question }: SampleItem, profile: Profile, seed: number): ItemDecision {
  const random = stream(seed, profile.id, "review", item);
  if (random() > profile.diligence) return { action: "accept", item, activeMs: glance(random) };

  const reading = time(random, [question], profile);
  const flaw = flaws[item];
  const mood = random();
  if (flaw === undefined) {
    const pedantic = mood < 0.015 + 0.06 * Math.max(0, profile.strictness);
    return pedantic
      ? { action: "remove", item, reason: { code: "not-required" }, activeMs: reading }
      : { action: "accept", item, activeMs: reading };
  }
  const overlooked = mood < 0.1 + 0.2 * profile.noise - 0.2 * profile.strictness;
  if (overlooked) return { action: "accept", item, activeMs: reading };

  const noted = random() < profile.diligence - 0.3;
  const reason: Reason = noted ? flaw.reason : { code: flaw.reason.code };
  const impatient = mood > 0.92;
  if (flaw.action === "remove" || impatient)
    return { action: "remove", item, reason, activeMs: reading + typing(reason.note) };
  const activeMs = reading + typing(flaw.text, reason.note);
  return { action: "revise", item, text: flaw.text, reason, activeMs };
}

/**
 * One annotator's value for a response and item (or the overall score), and the decisions on the draft's
 * lines. With `draft-first` the draft is shown: unchecked ones are accepted, and small differences often give
 * way to it. With `none` the value is the annotator's own, and the draft only provides the deserved value
 * (corrected for known errors).
 */
export function judgeItem(
  unit: Unit,
  exposure: "none" | "draft-first",
  profile: Profile,
  seed: number,
): ItemJudgement {
  const { draft, response } = unit;
  const random = stream(seed, profile.id, "judge", exposure, draft.id);
  const own = ownValue(draft, profile, random, seed);
  if (exposure === "none") {
    const lines = ownLines(draft, own, profile, random);
    const again = time(random, [response], profile) / 4;
    return { value: own, lines, activeMs: Math.round(again + typing(...lines.map(textOf))) };
  }
  const checked = random() < profile.diligence;
  if (!checked) {
    const lines = draft.lines.map((_, line): LineDecision => ({ line, action: "accept" }));
    return { value: draft.value, lines, activeMs: glance(random) };
  }
  const value = random() < pull(own, draft.value, profile) ? draft.value : own;
  const lines = decideLines(draft, value, profile, random);
  return {
    value,
    lines,
    activeMs: time(random, draft.lines, profile) + typing(...lines.map(textOf)),
  };
}

/** The answer to "did the checklist make scoring easier?" after one assignment. */
export function askEase(
  assignment: string,
  profile: Profile,
  seed: number,
): "easier" | "harder" | "no-effect" {
  const random = stream(seed, profile.id, "ease", assignment);
  if (random() < profile.ease) return "easier";
  return random() < 0.3 ? "harder" : "no-effect";
}

/** The deserved value: the drafted one, unless it is a known error. */
export function deserved(draft: SampleDraft): Answer {
  return corrections[draft.id]?.value ?? draft.value;
}

/**
 * The value the annotator would give without a draft. The difficulty of a unit is common to all annotators;
 * badly worded questions are harder.
 */
function ownValue(draft: SampleDraft, profile: Profile, random: Random, seed: number): Answer {
  const hard = (0.5 + stream(seed, "difficulty", draft.id)()) * (flaws[draft.item] ? 2 : 1);
  const truth = deserved(draft);
  if (typeof truth === "number") {
    const felt = truth - profile.strictness + 1.3 * profile.noise * hard * gauss(random);
    return Math.min(5, Math.max(1, Math.round(felt)));
  }
  const leaning = (truth === "yes" ? 0.08 : -0.08) * profile.strictness;
  const slips = random() < Math.max(0.01, 0.14 * profile.noise * hard + leaning);
  return slips === (truth === "yes") ? "no" : "yes";
}

/** Probability that the drafted value replaces an own one: higher for smaller differences. */
function pull(own: Answer, drafted: Answer, profile: Profile): number {
  if (own === drafted) return 1;
  if (typeof own !== "number" || typeof drafted !== "number") return 0.5 * profile.anchoring;
  return Math.abs(own - drafted) === 1 ? profile.anchoring : 0.3 * profile.anchoring;
}

/** True if the value agrees with the correction rather than with the draft. */
function sides(value: Answer, draft: SampleDraft): boolean {
  const better = corrections[draft.id]?.value;
  if (typeof value !== "number" || typeof better !== "number" || typeof draft.value !== "number")
    return value === better;
  return Math.abs(value - better) < Math.abs(value - draft.value);
}

/** Decisions on every line of a checked draft in order, then additions. */
function decideLines(draft: SampleDraft, value: Answer, profile: Profile, random: Random): LineDecision[] {
  const correction = sides(value, draft) ? corrections[draft.id] : undefined;
  const reason: Reason = { code: correction?.code ?? leaningOf(value, draft.value) };
  const decisions = draft.lines.map((text, line): LineDecision => {
    const roll = random();
    if (value === draft.value) {
      const repeats = line > 2 && roll < 0.12 * profile.diligence;
      return repeats ? { line, action: "remove", reason: { code: "duplicate" } } : { line, action: "accept" };
    }
    if (line === draft.scoreLine)
      return { line, action: "revise", text: text.replace(String(draft.value), String(value)), reason };
    if (line === 0 && correction) return { line, action: "revise", text: correction.because, reason };
    const goes = draft.scoreLine === undefined || (correction !== undefined && roll < 0.4);
    return goes ? { line, action: "remove", reason } : { line, action: "accept" };
  });
  return [...decisions, ...remark(draft, profile, random)];
}

/** Without a draft few people explain their answer: mostly where it is not the obvious one. */
function ownLines(draft: SampleDraft, value: Answer, profile: Profile, random: Random): LineDecision[] {
  const because = sides(value, draft) ? corrections[draft.id]?.because : undefined;
  const explains = because !== undefined && random() < 0.4 * profile.diligence;
  return explains ? [{ action: "add", text: because }] : remark(draft, profile, random);
}

function remark(draft: SampleDraft, profile: Profile, random: Random): LineDecision[] {
  const text = remarks[draft.id];
  return text !== undefined && random() < 0.5 * profile.diligence ? [{ action: "add", text }] : [];
}

function leaningOf(value: Answer, drafted: Answer): ReasonCode {
  const lower = typeof value === "number" && typeof drafted === "number" ? value < drafted : value === "no";
  return lower ? "too-lenient" : "too-harsh";
}

const textOf = (decision: LineDecision): string | undefined =>
  "text" in decision ? decision.text : undefined;

/** Milliseconds to read texts and decide. */
function time(random: Random, texts: string[], profile: Profile): number {
  const reading = (words(...texts) / profile.wordsPerMinute) * 60_000;
  return Math.round(reading * (0.8 + 0.4 * random()) + 1200 + 3500 * random() ** 2);
}

/** Milliseconds spent on something accepted unread. */
const glance = (random: Random): number => Math.round(500 + 900 * random());

/** Milliseconds to type texts, at 40 words a minute. */
const typing = (...texts: (string | undefined)[]): number => 1500 * words(...texts);

function words(...texts: (string | undefined)[]): number {
  return texts.join(" ").split(/\s+/).filter(Boolean).length;
}

/** Roughly standard normal: three uniform numbers, centred and scaled to variance 1. */
const gauss = (random: Random): number => 2 * (random() + random() + random() - 1.5);

/** A random stream for the given names (FNV-1a of the names, mixed with the seed). */
function stream(seed: number, ...names: string[]): Random {
  let hash = 0x811c9dc5;
  for (const character of names.join("\n")) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return randomFrom(hash ^ Math.imul(seed, 0x9e3779b1));
}
