import fc from "fast-check";
import { labelKey } from "@/lib/review/rules/selectors";
import type { Op } from "@/lib/review/schema/operation";
import type { ItemFrame, LabelUnit, ReviewFrame } from "@/lib/review/schema/stimulus";

const yesno = { type: "yesno" } as const;
const points = { type: "points", min: 1, max: 5 } as const;

const draft = (id: string, value: string | number, lines: string[]) => ({
  id,
  by: "sample drafter",
  value,
  lines,
  first: 0,
  scoreLine: lines.length > 1 ? 1 : null,
});

const item = (key: string, over: Partial<ItemFrame>): ItemFrame => ({
  key,
  rubric: "r",
  name: null,
  text: `Is ${key} met?`,
  scale: yesno,
  category: null,
  draft: null,
  ...over,
});

const labelUnit = (question: string, key: string | null, labels: string[] | null): LabelUnit => ({
  key: labelKey(question, key),
  item: key,
  name: null,
  text: key && `Is ${key} met?`,
  draft: labels && { ...draft("u1", 0, []), value: null, labels },
});

/** A frame with a step of every kind, a gate, an item without a draft, and hostile item keys. */
export const fullFrame: ReviewFrame = {
  steps: [
    {
      type: "rubric",
      kind: "checklist",
      exposure: "draft-first",
      rubrics: [
        {
          key: "r",
          by: "sample drafter",
          items: [item("c1", {}), item("__proto__", {}), item("constructor", {})],
        },
      ],
    },
    {
      type: "judge",
      kind: "criteria",
      exposure: "draft-first",
      items: [
        item("C1", { rubric: "k", scale: points, draft: draft("d1", 4, ["first", "a 4", "third"]) }),
        item("C2", { rubric: "k", scale: { type: "yesnona" } }),
        item("toString", { rubric: "k", draft: draft("d2", "yes", ["only"]) }),
      ],
    },
    {
      type: "score",
      question: "How good is it?",
      scale: points,
      exposure: "draft-first",
      opens: "when-judged",
      draft: draft("d3", 3, ["overall line"]),
    },
    {
      type: "prefer",
      question: "Which is better?",
      form: "five-point",
      exposure: "draft-first",
      draft: draft("d5", 2, ["because of A"]),
    },
    {
      type: "label",
      id: "what",
      question: "What is it?",
      about: "items",
      labels: [{ name: "Tone" }, { name: "Length" }, { name: "__proto__" }],
      several: true,
      none: true,
      exposure: "draft-first",
      units: [labelUnit("what", "c1", ["Tone"]), labelUnit("what", "__proto__", null)],
    },
    {
      type: "label",
      id: "open",
      question: "Open or closed?",
      about: "task",
      labels: [{ name: "Tone" }, { name: "Closed" }],
      several: false,
      none: false,
      exposure: "none",
      units: [labelUnit("open", null, null)],
    },
    {
      type: "ask",
      id: "ease",
      question: "Did it help?",
      options: [
        { value: "easier", label: "Easier" },
        { value: "harder", label: "Harder" },
      ],
    },
    {
      type: "ask",
      id: "faults",
      question: "What is wrong?",
      form: "several",
      options: [
        { value: "easier", label: "Too easy" },
        { value: "harder", label: "Too hard" },
      ],
      optional: true,
    },
    {
      type: "ask",
      id: "errors",
      question: "How many errors?",
      form: "number",
      options: [],
      min: 0,
      optional: true,
    },
  ],
};

/** A frame whose drafts come later: on request, or after an own value. */
export const revealFrame: ReviewFrame = {
  steps: [
    {
      type: "rubric",
      kind: "checklist",
      exposure: "on-request",
      rubrics: [
        {
          key: "r",
          by: "canary drafter",
          items: [item("c1", { text: "canary c1" }), item("__proto__", { text: "canary proto" })],
        },
      ],
    },
    {
      type: "judge",
      kind: "criteria",
      exposure: "judge-then-reveal",
      items: [
        item("C1", {
          rubric: "k",
          scale: points,
          draft: draft("d1", 4, ["canary C1 first", "canary C1 a 4"]),
        }),
        item("C2", { rubric: "k", scale: { type: "yesnona" } }),
      ],
    },
    {
      type: "judge",
      kind: "checklist",
      exposure: "on-request",
      items: [
        item("toString", {
          rubric: "l",
          draft: draft("d2", "yes", ["canary toString"]),
          beside: draft("d4", "no", ["canary toString by rules"]),
        }),
      ],
    },
    {
      type: "score",
      question: "How good is it?",
      scale: points,
      exposure: "judge-then-reveal",
      opens: "when-judged",
      draft: draft("d3", 3, ["canary overall"]),
    },
    {
      type: "prefer",
      question: "Which is better?",
      form: "forced-choice",
      exposure: "judge-then-reveal",
      draft: draft("d5", "A", ["canary preference"]),
    },
    {
      type: "label",
      id: "what",
      question: "What is it?",
      about: "items",
      labels: [{ name: "Tone" }, { name: "Length" }],
      several: true,
      none: false,
      exposure: "on-request",
      units: [labelUnit("what", "c1", ["Length"]), labelUnit("what", "__proto__", null)],
    },
  ],
};

const id = fc.uuid({ version: 4 });
/** Few ids, so that operations collide. */
const shared = fc.nat(5).map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const at = fc.nat(86_400_000).map((ms) => new Date(1.79e12 + ms).toISOString());
const key = fc.constantFrom(
  ...["c1", "__proto__", "constructor", "C1", "C2", "toString", "overall", "nothing"],
  ...["preference", "label what c1", "label open"],
);
const text = fc.constantFrom("", " ", "first", "Is c1 met?", "another wording", "ünïcode 🙂");
const reason = fc.constant({ code: "ambiguous" as const, note: "unclear" });
const scale = fc.constantFrom(yesno, points, { type: "points" as const, min: 3, max: 3 });

/**
 * Any operation that the schema accepts, fitting the frame or not; `undo` refers to one of the given ones.
 */
export function anyOp(undoable: fc.Arbitrary<string> = shared): fc.Arbitrary<Op> {
  const stamp = { op: id, at };
  return fc.oneof(
    { weight: 6, arbitrary: decideOp(stamp) },
    { weight: 3, arbitrary: addOp(stamp) },
    {
      weight: 6,
      arbitrary: fc.record({
        ...stamp,
        type: fc.constant("answer" as const),
        item: key,
        value: fc.constantFrom(
          null,
          "yes" as const,
          "no" as const,
          "na" as const,
          1,
          3,
          5,
          6,
          2.5,
          Number.NaN,
        ),
      }),
    },
    fc.record({ ...stamp, type: fc.constant("score" as const), value: fc.constantFrom(null, 1, 4, 9) }),
    fc.record({
      ...stamp,
      type: fc.constant("prefer" as const),
      value: fc.constantFrom(null, 1 as const, 5 as const, "A" as const, "B" as const),
    }),
    {
      weight: 3,
      arbitrary: fc.record(
        {
          ...stamp,
          type: fc.constant("label" as const),
          question: fc.constantFrom("what", "open", "nothing"),
          item: fc.constantFrom("c1", "__proto__", "nothing"),
          labels: fc.option(
            fc.array(fc.constantFrom("Tone", "Length", "Closed", "Length", "__proto__"), {
              maxLength: 3,
            }),
          ),
        },
        { requiredKeys: ["op", "at", "type", "question", "labels"] },
      ),
    },
    fc.record({ ...stamp, type: fc.constant("why" as const), item: key, reason: fc.option(reason) }),
    fc.record({
      ...stamp,
      type: fc.constant("ask" as const),
      question: fc.constantFrom("ease", "faults", "errors", "__proto__"),
      value: fc.constantFrom(null, "easier", "harder", "perhaps", ["harder", "easier"], ["easier"], 0, -1),
    }),
    {
      weight: 4,
      arbitrary: fc.record(
        { ...stamp, type: fc.constant("reveal" as const), step: fc.nat(6), item: key },
        { requiredKeys: ["op", "at", "type", "step"] },
      ),
    },
    fc.record({ ...stamp, type: fc.constant("note" as const), text }),
    fc.record({
      ...stamp,
      type: fc.constant("flag" as const),
      code: fc.constantFrom("unsafe", "other", "__proto__"),
      on: fc.boolean(),
      note: fc.constantFrom("", "  ", "Half the page is missing."),
    }),
    fc.record({
      ...stamp,
      type: fc.constant("time" as const),
      spent: fc.array(fc.record({ on: key, activeMs: fc.nat(60_000), idleMs: fc.nat(60_000) }), {
        maxLength: 3,
      }),
    }),
    { weight: 3, arbitrary: fc.record({ ...stamp, type: fc.constant("undo" as const), of: undoable }) },
  );
}

function decideOp(stamp: { op: fc.Arbitrary<string>; at: fc.Arbitrary<string> }): fc.Arbitrary<Op> {
  return fc.record(
    {
      ...stamp,
      type: fc.constant("decide" as const),
      target: fc.oneof(
        fc.record({ item: key }),
        fc.record({ item: key, line: fc.constantFrom(0, 1, 2, 3, 999) }),
      ),
      action: fc.constantFrom(null, "accept" as const, "revise" as const, "remove" as const),
      text,
      reason,
    },
    { requiredKeys: ["op", "at", "type", "target", "action"] },
  );
}

function addOp(stamp: { op: fc.Arbitrary<string>; at: fc.Arbitrary<string> }): fc.Arbitrary<Op> {
  return fc.record(
    {
      ...stamp,
      type: fc.constant("add" as const),
      target: fc.oneof(
        fc.record({ rubric: fc.constantFrom("r", "nothing") }),
        fc.record({ item: key, lines: fc.constant(true as const) }),
      ),
      as: shared,
      text,
      scale,
    },
    { requiredKeys: ["op", "at", "type", "target", "as", "text"] },
  );
}

/** Operations including undos of earlier ones. */
export const anyOps: fc.Arbitrary<Op[]> = fc
  .array(fc.tuple(anyOp(), fc.nat()), { maxLength: 60 })
  .map((drawn) => {
    const ops = drawn.map(([op]) => op);
    return ops.map((op, place) => {
      const earlier = ops[(drawn[place]?.[1] ?? 0) % Math.max(1, place)];
      return op.type === "undo" && earlier ? { ...op, of: earlier.op } : op;
    });
  });
