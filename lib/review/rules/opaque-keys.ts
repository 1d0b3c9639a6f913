import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { labelKey } from "@/lib/review/rules/selectors";
import type { Requirement } from "@/lib/review/schema/document";
import type { Op } from "@/lib/review/schema/operation";
import type { ItemFrame, ReviewFrame, StepFrame } from "@/lib/review/schema/stimulus";

/*
 * Inside the server, items, rubrics and units have the ids of the study file, also in recorded operations.
 * Those ids would tell annotators too much: a planted item has the next free number. Annotators therefore get
 * opaque keys, drawn for each assignment.
 */

/** The keys of one assignment in both directions. */
export type OpaqueKeys = {
  /** From the server's key to the opaque one. */
  shown: ReadonlyMap<string, string>;
  /** From the opaque key to the server's. */
  known: ReadonlyMap<string, string>;
  /** The ids of rubrics: those shown to the browser, and the database ids by them. */
  rubrics: { shown: ReadonlyMap<string, string>; known: ReadonlyMap<string, string> };
  /** The label steps that match items to items, so that their labels are item keys too. */
  matching: ReadonlySet<string>;
};

/** The opaque keys of an assignment. `draw` must return the same meaningless key for the same name. */
export function opaqueKeys(frame: ReviewFrame, draw: (name: string) => string): OpaqueKeys {
  const shown = new Map<string, string>();
  const rubrics = new Map<string, string>();
  const matching = new Set<string>();
  const rubric = (key: string) => rubrics.set(key, rubrics.get(key) ?? draw(`rubric ${key}`));
  const item = (key: string) => shown.set(key, shown.get(key) ?? draw(`item ${key}`));
  for (const step of frame.steps) {
    const items = step.type === "judge" ? step.items : [];
    const listed = step.type === "rubric" ? step.rubrics : [];
    for (const { key } of listed) rubric(key);
    for (const one of [...items, ...listed.flatMap((list) => list.items)]) {
      item(one.key);
      rubric(one.rubric);
    }
    if (step.type === "label") {
      if (step.about === "matches") {
        matching.add(step.id);
        for (const { name } of step.labels) item(name);
      }
      for (const unit of step.units) if (unit.item !== null) item(unit.item);
    }
  }
  for (const step of frame.steps) {
    if (step.type !== "label") continue;
    for (const { key, item } of step.units)
      if (item !== null) shown.set(key, labelKey(step.id, shown.get(item) ?? item));
  }
  return {
    shown,
    known: turned(shown),
    rubrics: { shown: rubrics, known: turned(rubrics) },
    matching,
  };
}

function turned(keys: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...keys].map(([key, opaque]) => [opaque, key]));
}

/** A frame as sent to its annotator. */
export function frameWithOpaqueKeys(frame: ReviewFrame, keys: OpaqueKeys): ReviewFrame {
  return { steps: frame.steps.map((step) => showStep(step, keys)) };
}

function showStep(step: StepFrame, { shown, rubrics }: OpaqueKeys): StepFrame {
  const opaque = (key: string) => shown.get(key) ?? key;
  const rubricOf = (key: string) => rubrics.shown.get(key) ?? key;
  const itemOf = (item: ItemFrame) => ({ ...item, key: opaque(item.key), rubric: rubricOf(item.rubric) });
  switch (step.type) {
    case "rubric":
      return {
        ...step,
        rubrics: step.rubrics.map((rubric) => ({
          ...rubric,
          key: rubricOf(rubric.key),
          items: rubric.items.map(itemOf),
        })),
      };
    case "judge":
      return { ...step, items: step.items.map(itemOf) };
    case "label":
      return {
        ...step,
        labels:
          step.about === "matches"
            ? step.labels.map((label) => ({ ...label, name: opaque(label.name) }))
            : step.labels,
        units: step.units.map((unit) => ({
          ...unit,
          key: opaque(unit.key),
          item: unit.item && opaque(unit.item),
        })),
      };
    default:
      return step;
  }
}

type Names = { get(key: string): string | undefined };

/** A recorded operation as sent to its annotator. */
export function opWithOpaqueKeys(
  op: Op,
  { shown, rubrics, matching }: { shown: Names; rubrics: { shown: Names }; matching: ReadonlySet<string> },
): Op {
  return renamed(op, shownBy(shown), shownBy(rubrics.shown), matching);
}

/**
 * An operation from the annotator, under the server's keys. A guessed key of the study file matches nothing.
 */
export function readOp(op: Op, { shown, known, rubrics, matching }: OpaqueKeys): Op {
  return renamed(op, readBy(known, shown), readBy(rubrics.known, rubrics.shown), matching);
}

type Rename = (key: string) => string;

function shownBy(shown: Names): Rename {
  return (key) => shown.get(key) ?? key;
}

function readBy(known: ReadonlyMap<string, string>, shown: ReadonlyMap<string, string>): Rename {
  return (key) => {
    const name = known.get(key);
    if (name !== undefined) return name;
    let unknown = key;
    while (shown.has(unknown)) unknown = `?${unknown}`.slice(0, 500);
    return unknown;
  };
}

/** The missing requirements of a submission, as sent to the annotator. */
export function missingWithOpaqueKeys(missing: readonly Requirement[], { shown }: OpaqueKeys): Requirement[] {
  return missing.map((one) =>
    one.item === undefined || one.what === "ask" ? one : { ...one, item: shown.get(one.item) ?? one.item },
  );
}

function renamed(op: Op, name: Rename, rubric: Rename, matching: ReadonlySet<string>): Op {
  const unit = (key: string) => (key === OVERALL || key === PREFERENCE ? key : name(key));
  switch (op.type) {
    case "decide":
      return { ...op, target: { ...op.target, item: unit(op.target.item) } };
    case "add":
      return "item" in op.target
        ? { ...op, target: { ...op.target, item: unit(op.target.item) } }
        : { ...op, target: { rubric: rubric(op.target.rubric) } };
    case "answer":
      return { ...op, item: unit(op.item) };
    case "why":
      return { ...op, item: unit(op.item) };
    case "reveal":
      return op.item === undefined ? op : { ...op, item: unit(op.item) };
    case "agree":
      return {
        ...op,
        ...(op.item !== undefined && { item: unit(op.item) }),
        targets: op.targets.map((target) => ({ ...target, item: unit(target.item) })),
      };
    case "label":
      return {
        ...op,
        ...(op.item !== undefined && { item: unit(op.item) }),
        ...(matching.has(op.question) && { labels: op.labels?.map(name) ?? null }),
      };
    case "time":
      return { ...op, spent: op.spent.map((one) => ({ ...one, on: unit(one.on) })) };
    default:
      return op;
  }
}
