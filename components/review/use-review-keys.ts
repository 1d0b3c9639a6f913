"use client";

import { useLayoutEffect, useRef } from "react";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import type { UnstampedOp } from "@/lib/review/client/autosave-state";
import { overrulesValue, reasonsForValue } from "@/lib/review/rules/reasons";
import { draftOf, indexOf, itemState, questionAnswer } from "@/lib/review/rules/selectors";
import type { OpRefusal, ReviewDocument } from "@/lib/review/schema/document";
import type { ReviewFrame } from "@/lib/review/schema/stimulus";
import type { Keys } from "@/lib/shortcuts/rules";
import type { DraftAction } from "./decision-look";
import { focusGuidelines } from "./guidelines-panel";
import { ignoreRepeatedInput } from "./ignore-repeated-input";
import { commandOf, pointOf } from "./keys";
import { withLabel, withOption } from "./multiple-choice";
import { lineItemAt, targetOfNew } from "./new-text-target";
import { focusOutline } from "./outline";
import { preferenceOptions } from "./preference-options";
import { selectedQuotation } from "./quote-selection";
import {
  addTarget,
  agreementButton,
  answerTarget,
  draftAt,
  isWaiting,
  neighbour,
  nextUndecided,
  type Revealable,
  revealableAt,
  scoreTarget,
  type Target,
} from "./targets";

interface KeyContext {
  keys: Keys;
  frame: ReviewFrame;
  /** The document when the key was pressed. */
  document: ReviewDocument;
  targets: readonly Target[];
  focused: () => string | null;
  focus: (target: string) => void;
  /** Focuses the current target, wherever the browser's focus is. */
  refocus: () => void;
  /** Continues after an action on a target: to what it still requires, else to the next undecided one. */
  advance: (target: string) => void;
  /** Starts a new text at its place. */
  begin: (place: string) => void;
  /** Begins a new line of a unit with words of the response. */
  quote: (item: string, quotation: string) => void;
  edit: (target: string | null) => void;
  perform: (operation: UnstampedOp) => OpRefusal | null;
  reveal: (about: Revealable) => void;
  /** Moves the focus to the field for the reason of a decision, once that field is rendered. */
  askWhy: (target: string) => void;
  undo: () => void;
  redo: () => void;
  submit: () => void;
  showInvisible: () => void;
  help: () => void;
  readOnly: boolean;
}

/**
 * Keyboard shortcuts of the workbench. Inactive while typing, on controls that use the key themselves, and in
 * dialogs.
 */
export function useReviewKeys(getContext: () => KeyContext): void {
  const latest = useRef(getContext);
  latest.current = getContext;

  // With the first drawing: a key that is pressed right after it must not be lost.
  useLayoutEffect(() => {
    const guard = ignoreRepeatedInput();
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const now = latest.current();
      const command = commandOf(event, now.keys);
      if (!command || isElsewhere(event, command.do)) return;
      const target = now.targets.find(({ id }) => id === now.focused()) ?? null;
      if (!act(command, target, now)) return;
      event.preventDefault();
      if (command.do !== "next" && command.do !== "previous") guard.used(event.code);
    }
    window.addEventListener("keydown", press);
    return () => {
      window.removeEventListener("keydown", press);
      guard.stop();
    };
  }, []);
}

/**
 * True if another control takes the key. In a text field every key types and only a chord submits; Enter on a
 * button presses the button.
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

/** Commands on the assignment as a whole. */
const ANYWHERE: ReadonlySet<string> = new Set(["submit", "note", "flag", "skip"]);

function act(
  command: NonNullable<ReturnType<typeof commandOf>>,
  target: Target | null,
  context: KeyContext,
): boolean {
  const { frame, readOnly } = context;
  switch (command.do) {
    case "next":
    case "previous": {
      const next = neighbour(context.targets, target?.id ?? null, command.do === "next" ? 1 : -1);
      if (next) context.focus(next.id);
      return next !== null;
    }
    case "undecided": {
      const next = nextUndecided(frame, context.document, target?.id ?? null);
      if (next) context.focus(next.id);
      return next !== null;
    }
    case "leave":
      context.refocus();
      return false;
    case "outline":
      return focusOutline();
    case "guidelines":
      return focusGuidelines();
    case "invisible":
      context.showInvisible();
      return true;
    case "help":
      context.help();
      return true;
    case "undo":
      context.undo();
      return true;
    case "redo":
      context.redo();
      return true;
  }
  if (readOnly) return false;
  // Keys pressed while the draft is loading do nothing.
  const isAboutTarget = !ANYWHERE.has(command.do);
  if (target && isAboutTarget && isWaiting(frame, context.document, target)) return true;
  switch (command.do) {
    case "submit":
      context.submit();
      return true;
    case "note":
    case "flag":
    case "skip":
      return pressButton(command.do);
    case "agree":
      return target !== null && agree(target);
    case "accept":
    case "remove":
      return target !== null && decide(target, command.do, context);
    case "revise":
    case "enter":
      if (target?.kind === "rubric" && command.do === "enter") {
        context.begin(addTarget({ rubric: target.rubric }));
        return true;
      }
      if (!target || !isText(target, frame)) return false;
      if (target.kind === "label" && command.do === "revise") return false;
      context.edit(target.id);
      return true;
    case "add": {
      const item = lineItemAt(target, context);
      const quotation = item === null ? null : selectedQuotation();
      if (item !== null && quotation !== null) {
        context.quote(item, quotation);
        return true;
      }
      const place = targetOfNew(target, context);
      if (place) context.begin(place);
      return place !== null;
    }
    case "reveal": {
      const about = revealableAt(frame, context.document, target);
      if (about) context.reveal(about);
      return about !== null;
    }
    case "why":
      return target !== null && why(target, context);
    case "answer":
    case "digit":
      return target !== null && answer(command, target, context);
    default:
      return false;
  }
}

/** True if a target has a field to type in. */
function isText(target: Target, frame: ReviewFrame): boolean {
  if (target.kind !== "ask")
    return ["item", "line", "added-item", "added-line", "label"].includes(target.kind);
  const form = indexOf(frame).asks.get(target.question)?.form;
  return form === "number" || form === "text";
}

/** Decides on a target and advances, so that an annotator who accepts all can keep pressing one key. */
function decide(target: Target, action: Exclude<DraftAction, "revise">, context: KeyContext): boolean {
  if (target.kind === "label") return action === "accept" && takeDrafted(target, context);
  if (target.kind === "item" || target.kind === "line") {
    const about = target.kind === "item" ? { item: target.item } : { item: target.item, line: target.line };
    // The decision is made already; its reason stays.
    const isSame = decidedOn(context.document, target)?.action === action;
    return done(isSame ? null : { type: "decide", target: about, action }, target.id, context);
  }
  if (action !== "remove") return false;
  if (target.kind === "added-item")
    return done(
      { type: "add", target: { rubric: target.rubric }, as: target.as, text: "" },
      target.id,
      context,
    );
  if (target.kind === "added-line")
    return done(
      { type: "add", target: { item: target.item, lines: true }, as: target.as, text: "" },
      target.id,
      context,
    );
  return false;
}

function decidedOn(document: ReviewDocument, target: Extract<Target, { kind: "item" | "line" }>) {
  const { decision, lines } = itemState(document, target.item);
  return target.kind === "item" ? decision : lines[target.line];
}

/** Performs an operation (null if it would change nothing) and advances, unless the operation was refused. */
function done(operation: UnstampedOp | null, target: string, context: KeyContext): true {
  if (operation === null || context.perform(operation) === null) context.advance(target);
  return true;
}

/** Moves to the reason for a decision, or for a value that differs from the draft. */
function why(target: Target, context: KeyContext): boolean {
  if (target.kind !== "item" && target.kind !== "line") {
    const unit = target.kind === "score" ? OVERALL : "item" in target ? target.item : null;
    const wantsReason = unit !== null && reasonsForValue(context.frame, unit) !== "off";
    if (!wantsReason || !overrulesValue(context.frame, context.document, unit)) return false;
  }
  context.askWhy(target.id);
  return true;
}

/** Adopts the drafted labels as one's own. */
function takeDrafted(target: Extract<Target, { kind: "prefer" | "label" }>, context: KeyContext): boolean {
  const labels = draftOf(context.frame, target.item)?.labels;
  const about = labelAbout(target, context.frame);
  if (!labels || !about) return false;
  return done({ type: "label", ...about.op, labels }, target.id, context);
}

/** Step and item of a labelled target. */
function labelAbout(target: Extract<Target, { kind: "prefer" | "label" }>, frame: ReviewFrame) {
  const step = frame.steps[target.step];
  const unit = step?.type === "label" ? step.units.find(({ key }) => key === target.item) : undefined;
  if (step?.type !== "label" || !unit) return null;
  return { step, op: { question: step.id, ...(unit.item !== null && { item: unit.item }) } };
}

/**
 * A digit toggles the label at its position, 0 the "none fits" answer. In a single choice the label replaces
 * the previous one.
 */
function label(
  digit: number,
  target: Extract<Target, { kind: "prefer" | "label" }>,
  context: KeyContext,
): boolean {
  const about = labelAbout(target, context.frame);
  if (!about) return false;
  const { step, op } = about;
  const { answer } = itemState(context.document, target.item);
  const chosen = Array.isArray(answer) ? answer : null;
  const name = step.labels[digit - 1]?.name;
  if (digit === 0 ? !step.none : name === undefined) return false;
  const labels = name === undefined ? [] : withLabel(step, chosen, name);
  const isNew = labels !== chosen && (labels?.length !== 0 || chosen?.length !== 0);
  const operation: UnstampedOp | null = isNew
    ? { type: "label", ...op, labels: labels && [...labels] }
    : null;
  if (!step.several || labels?.length === 0) return done(operation, target.id, context);
  if (operation) context.perform(operation);
  return true;
}

function answer(
  operation: { do: "answer"; value: "yes" | "no" | "na" } | { do: "digit"; digit: number },
  target: Target,
  context: KeyContext,
): boolean {
  if (target.kind === "ask") {
    const step = indexOf(context.frame).asks.get(target.question);
    const option = operation.do === "digit" ? step?.options[operation.digit - 1] : undefined;
    if (!step || !option) return false;
    const before = questionAnswer(context.document, step.id);
    const value = withOption(step, before, option.value);
    const change: UnstampedOp | null = value === before ? null : { type: "ask", question: step.id, value };
    if (step.form !== "several") return done(change, target.id, context);
    if (change) context.perform(change);
    return true;
  }
  if (target.kind === "label") return operation.do === "digit" && label(operation.digit, target, context);
  const { prefer } = indexOf(context.frame);
  if (prefer && "item" in target && target.item === PREFERENCE) {
    const chosen =
      operation.do === "digit" &&
      preferenceOptions(prefer.form).find(({ key }) => key === String(operation.digit));
    if (!chosen) return false;
    return done({ type: "prefer", value: chosen.value }, answerTarget(PREFERENCE), context);
  }
  const unit = unitOf(target, context.frame);
  if (!unit) return false;
  const value = valueFrom(operation, unit.scale);
  if (value === null) return false;
  if (unit.item === null) {
    return typeof value === "number" && done({ type: "score", value }, scoreTarget, context);
  }
  return done({ type: "answer", item: unit.item, value }, answerTarget(unit.item), context);
}

/** The unit of a digit or answer key: the item with the focus, or (null) the overall score. */
function unitOf(target: Target, frame: ReviewFrame) {
  const index = indexOf(frame);
  if (target.kind === "score") return index.score && { item: null, scale: index.score.scale };
  if (target.kind !== "answer" && target.kind !== "line" && target.kind !== "added-line") return null;
  const item = index.judged.get(target.item);
  if (item) return { item: item.key, scale: item.scale };
  return index.score && { item: null, scale: index.score.scale };
}

function valueFrom(
  operation: { do: "answer"; value: "yes" | "no" | "na" } | { do: "digit"; digit: number },
  scale: { type: "yesno" | "yesnona" } | { type: "points"; min: number; max: number },
): "yes" | "no" | "na" | number | null {
  if (scale.type === "points") return operation.do === "digit" ? pointOf(operation.digit, scale) : null;
  const words = scale.type === "yesno" ? (["yes", "no"] as const) : (["yes", "no", "na"] as const);
  const word = operation.do === "digit" ? words[operation.digit - 1] : operation.value;
  return words.find((known) => known === word) ?? null;
}

/** Clicks a button of the bar; false if it is not there. */
function pressButton(name: "note" | "flag" | "skip"): boolean {
  const button = document.querySelector<HTMLButtonElement>(`[data-opens="${name}"]`);
  button?.click();
  return button !== null;
}

/** Clicks the button that accepts the target's draft: the button knows whether it was read, and says so. */
function agree(target: Target): boolean {
  const draft = draftAt(target);
  const selector = draft && `[data-agrees="${CSS.escape(agreementButton(draft))}"]`;
  const buttons = selector ? [...document.querySelectorAll<HTMLButtonElement>(selector)] : [];
  // The next assignment may already be in the document, hidden.
  const button = buttons.find((one) => one.checkVisibility());
  button?.click();
  return button !== undefined;
}
