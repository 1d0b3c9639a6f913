"use client";

import { useEffect, useRef } from "react";
import { OVERALL, PREFERENCE } from "@/lib/dataset/schema/units";
import type { Keys } from "@/lib/keys/rules";
import type { Gesture } from "@/lib/review/client/sync";
import { draftOf, indexOf, itemState } from "@/lib/review/rules/read";
import { isReasoned, overrulesValue, reasonsFor, reasonsForValue } from "@/lib/review/rules/reasons";
import { owesReveal } from "@/lib/review/rules/reveal";
import type { ReviewDocument, ReviewFrame, StepFrame } from "@/lib/review/schema";
import type { DraftAction } from "./decision-look";
import { focusGuidelines } from "./guidelines-panel";
import { gestureOf, pointOf } from "./keys";
import { labelled } from "./labels";
import { focusOutline } from "./outline";
import { preferencesOf } from "./preferences";
import { selectedQuotation } from "./quotation";
import {
  addedTarget,
  addPlace,
  answerTarget,
  neighbour,
  type Revealable,
  revealableAt,
  scoreTarget,
  type Target,
} from "./targets";

interface Hands {
  keys: Keys;
  frame: ReviewFrame;
  /** As it was when the key was pressed, and as it is with the gesture just made. */
  document: ReviewDocument;
  current: () => ReviewDocument;
  targets: readonly Target[];
  focused: () => string | null;
  focus: (target: string) => void;
  /** On to what comes after a target, also when that only opens with the gesture just made. */
  goOn: (target: string) => void;
  edit: (target: string | null) => void;
  perform: (gesture: Gesture) => unknown;
  reveal: (about: Revealable) => void;
  /** To the reason for a decision, as soon as it can be given. */
  askWhy: (target: string) => void;
  undo: () => void;
  submit: () => void;
  showInvisible: () => void;
  help: () => void;
  readOnly: boolean;
}

/** The keyboard of the workbench. Dead while typing, on controls that use the key themselves, and in dialogs. */
export function useReviewKeys(handsNow: () => Hands): void {
  const latest = useRef(handsNow);
  latest.current = handsNow;

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const now = latest.current();
      const gesture = gestureOf(event, now.keys);
      if (!gesture || isElsewhere(event, gesture.do)) return;
      const target = now.targets.find(({ id }) => id === now.focused()) ?? null;
      if (act(gesture, target, now)) event.preventDefault();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

/**
 * Whether something else has the keyboard. In a text every key writes, and only a chord submits; Enter on a button
 * presses the button, whatever else it may do here.
 */
function isElsewhere({ target: element, key, ctrlKey, metaKey }: KeyboardEvent, does: string): boolean {
  const isChord = ctrlKey || metaKey;
  if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], [data-opening]'))
    return true;
  if (!(element instanceof HTMLElement)) return false;
  if (element.closest('input, textarea, select, [contenteditable="true"]'))
    return does !== "submit" || !isChord;
  return key === "Enter" && !isChord && element.closest("button, a, summary") !== null;
}

function act(
  gesture: NonNullable<ReturnType<typeof gestureOf>>,
  target: Target | null,
  hands: Hands,
): boolean {
  const { frame, readOnly } = hands;
  switch (gesture.do) {
    case "next":
    case "previous": {
      const next = neighbour(hands.targets, target?.id ?? null, gesture.do === "next" ? 1 : -1);
      if (next) hands.focus(next.id);
      return next !== null;
    }
    case "outline":
      return focusOutline();
    case "guidelines":
      return focusGuidelines();
    case "invisible":
      hands.showInvisible();
      return true;
    case "help":
      hands.help();
      return true;
    case "undo":
      hands.undo();
      return true;
  }
  if (readOnly) return false;
  switch (gesture.do) {
    case "submit":
      hands.submit();
      return true;
    case "note":
    case "flag":
    case "skip":
      return pressButton(gesture.do);
    case "accept":
    case "remove":
      return target !== null && decide(target, gesture.do, hands);
    case "revise":
    case "enter":
      if (!target || !isText(target)) return false;
      if (target.kind === "label" && gesture.do === "revise") return false;
      hands.edit(target.id);
      return true;
    case "add": {
      const item = lineItemAt(target, frame);
      const quotation = item === null ? null : selectedQuotation();
      if (item !== null && quotation !== null) return quote(item, quotation, hands);
      const place = placeOfNew(target, frame);
      if (place) hands.edit(place);
      return place !== null;
    }
    case "reveal": {
      const about = revealableAt(frame, hands.document, target);
      if (about) hands.reveal(about);
      return about !== null;
    }
    case "why":
      return target !== null && why(target, hands);
    case "answer":
    case "digit":
      return target !== null && answer(gesture, target, hands);
    default:
      return false;
  }
}

const isText = (target: Target) =>
  ["item", "line", "added-item", "added-line", "label"].includes(target.kind);

/** Decides, and goes on to what comes next: the hand stays on one key while all is well. */
function decide(target: Target, action: Exclude<DraftAction, "revise">, hands: Hands): boolean {
  if (target.kind === "label") return action === "accept" && takeDrafted(target, hands);
  if (target.kind === "item" || target.kind === "line") {
    const about = target.kind === "item" ? { item: target.item } : { item: target.item, line: target.line };
    // Decided so already: a reason that was given stays.
    if (decidedOn(hands.document, target)?.action !== action)
      hands.perform({ type: "decide", target: about, action });
    if (action === "remove" && reasonsFor(hands.frame, about) === "required") {
      hands.askWhy(target.id);
      return true;
    }
  } else if (action === "remove" && target.kind === "added-item") {
    hands.perform({ type: "add", target: { rubric: target.rubric }, as: target.as, text: "" });
  } else if (action === "remove" && target.kind === "added-line") {
    hands.perform({ type: "add", target: { item: target.item, lines: true }, as: target.as, text: "" });
  } else return false;
  hands.goOn(target.id);
  return true;
}

function decidedOn(document: ReviewDocument, target: Extract<Target, { kind: "item" | "line" }>) {
  const { decision, lines } = itemState(document, target.item);
  return target.kind === "item" ? decision : lines[target.line];
}

/** To the reason for a decision, or for a value that is not the drafted one. */
function why(target: Target, hands: Hands): boolean {
  if (target.kind !== "item" && target.kind !== "line") {
    const unit = target.kind === "score" ? OVERALL : "item" in target ? target.item : null;
    const isAsked = unit !== null && reasonsForValue(hands.frame, unit) !== "off";
    if (!isAsked || !overrulesValue(hands.frame, hands.document, unit)) return false;
  }
  hands.askWhy(target.id);
  return true;
}

/** What was drafted becomes one's own labels. */
function takeDrafted(target: Extract<Target, { kind: "prefer" | "label" }>, hands: Hands): boolean {
  const labels = draftOf(hands.frame, target.item)?.labels;
  const about = labelAbout(target, hands.frame);
  if (!labels || !about) return false;
  hands.perform({ type: "label", ...about.op, labels });
  hands.goOn(target.id);
  return true;
}

/** The step and the item of something that is labelled. */
function labelAbout(target: Extract<Target, { kind: "prefer" | "label" }>, frame: ReviewFrame) {
  const step = frame.steps[target.step];
  const unit = step?.type === "label" ? step.units.find(({ key }) => key === target.item) : undefined;
  if (step?.type !== "label" || !unit) return null;
  return { step, op: { question: step.id, ...(unit.item !== null && { item: unit.item }) } };
}

/** A digit presses the label in its place, and 0 the answer that none fits. One label is all there is to choose. */
function label(digit: number, target: Extract<Target, { kind: "prefer" | "label" }>, hands: Hands): boolean {
  const about = labelAbout(target, hands.frame);
  if (!about) return false;
  const { step, op } = about;
  const { answer } = itemState(hands.document, target.item);
  const chosen = Array.isArray(answer) ? answer : null;
  const name = step.labels[digit - 1]?.name;
  if (digit === 0 ? !step.none : name === undefined) return false;
  const labels = name === undefined ? [] : labelled(step, chosen, name);
  const isNew = labels !== chosen && (labels?.length !== 0 || chosen?.length !== 0);
  if (isNew) hands.perform({ type: "label", ...op, labels: labels && [...labels] });
  return step.several || labels === null || goOnFrom(target.item, target.id, hands);
}

/** On to what is next, unless that is the draft of the very same unit, or the reason that its value owes. */
function goOnFrom(unit: string, target: string, hands: Hands): true {
  const now = hands.current();
  const owes = reasonsForValue(hands.frame, unit) === "required" && overrulesValue(hands.frame, now, unit);
  if (owes && !isReasoned({ reason: itemState(now, unit).why })) {
    hands.askWhy(target);
    return true;
  }
  const owing = indexOf(hands.frame).units.get(unit);
  if (!owing || !owesReveal(hands.document, owing)) hands.goOn(target);
  return true;
}

function answer(
  gesture: { do: "answer"; value: "yes" | "no" | "na" } | { do: "digit"; digit: number },
  target: Target,
  hands: Hands,
): boolean {
  if (target.kind === "ask") {
    const step = indexOf(hands.frame).asks.get(target.question);
    const option = gesture.do === "digit" ? step?.options[gesture.digit - 1] : undefined;
    if (!step || !option) return false;
    hands.perform({ type: "ask", question: step.id, value: option.value });
    return true;
  }
  if (target.kind === "label") return gesture.do === "digit" && label(gesture.digit, target, hands);
  const { prefer } = indexOf(hands.frame);
  if (prefer && "item" in target && target.item === PREFERENCE) {
    const chosen =
      gesture.do === "digit" && preferencesOf(prefer.form).find(({ key }) => key === String(gesture.digit));
    if (!chosen) return false;
    hands.perform({ type: "prefer", value: chosen.value });
    return goOnFrom(PREFERENCE, answerTarget(PREFERENCE), hands);
  }
  const unit = unitOf(target, hands.frame);
  if (!unit) return false;
  const value = valueFrom(gesture, unit.scale);
  if (value === null) return false;
  if (unit.item === null) {
    if (typeof value !== "number") return false;
    hands.perform({ type: "score", value });
  } else hands.perform({ type: "answer", item: unit.item, value });
  return goOnFrom(unit.item ?? OVERALL, unit.item === null ? scoreTarget : answerTarget(unit.item), hands);
}

/** What a digit or an answer key is about: the item whose lines or answer have the focus, or (null) the score. */
function unitOf(target: Target, frame: ReviewFrame) {
  const index = indexOf(frame);
  if (target.kind === "score") return index.score && { item: null, scale: index.score.scale };
  if (target.kind !== "answer" && target.kind !== "line" && target.kind !== "added-line") return null;
  const item = index.judged.get(target.item);
  if (item) return { item: item.key, scale: item.scale };
  return index.score && { item: null, scale: index.score.scale };
}

function valueFrom(
  gesture: { do: "answer"; value: "yes" | "no" | "na" } | { do: "digit"; digit: number },
  scale: { type: "yesno" | "yesnona" } | { type: "points"; min: number; max: number },
): "yes" | "no" | "na" | number | null {
  if (scale.type === "points") return gesture.do === "digit" ? pointOf(gesture.digit, scale) : null;
  const words = scale.type === "yesno" ? (["yes", "no"] as const) : (["yes", "no", "na"] as const);
  const word = gesture.do === "digit" ? words[gesture.digit - 1] : gesture.value;
  return words.find((known) => known === word) ?? null;
}

/** A line of one's own that begins with words of the response, ready to be gone on with. */
function quote(item: string, quotation: string, hands: Hands): true {
  const as = crypto.randomUUID();
  hands.perform({ type: "add", target: { item, lines: true }, as, text: `${quotation} ` });
  window.getSelection()?.removeAllRanges();
  hands.focus(addedTarget(as));
  hands.edit(addedTarget(as));
  return true;
}

/** The unit whose draft a new line would be added to; null where lines have no place. */
function lineItemAt(target: Target | null, frame: ReviewFrame): string | null {
  switch (target?.kind) {
    case "line":
    case "added-line":
      return target.item;
    case "answer":
    case "prefer":
      return draftOf(frame, target.item) ? target.item : null;
    case "score":
      return draftOf(frame, OVERALL) ? OVERALL : null;
    default:
      return null;
  }
}

/** Presses a button of the bar, as a click would; false where it is not there. */
function pressButton(name: "note" | "flag" | "skip"): boolean {
  const button = document.querySelector<HTMLButtonElement>(`[data-opens="${name}"]`);
  button?.click();
  return button !== null;
}

/** Where N leads: a line to the item with the focus, else an item to the rubric it is in. */
function placeOfNew(target: Target | null, frame: ReviewFrame): string | null {
  const item = lineItemAt(target, frame);
  if (item !== null) return addPlace({ item });
  if (target?.kind === "answer" || target?.kind === "prefer") return null;
  const rubrics = frame.steps.filter(
    (step): step is Extract<StepFrame, { type: "rubric" }> => step.type === "rubric",
  );
  // What belongs to no rubric, such as a question, leads to the first one: an empty one has nothing to stand on.
  const isApart = target === null || target.kind === "ask" || target.kind === "label";
  const own = rubrics
    .flatMap((step) => step.rubrics)
    .find(
      (rubric) =>
        isApart ||
        (target.kind === "added-item" && target.rubric === rubric.key) ||
        (target.kind === "item" && rubric.items.some((item) => item.key === target.item)),
    );
  return own ? addPlace({ rubric: own.key }) : null;
}
