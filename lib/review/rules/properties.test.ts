import { test as property } from "@fast-check/vitest";
import fc from "fast-check";
import { describe, expect } from "vitest";
import { apply, fold, isRefused } from "@/lib/review/rules/apply";
import { missing, progress } from "@/lib/review/rules/complete";
import { touches } from "@/lib/review/rules/operation-conflicts";
import { project } from "@/lib/review/rules/projection";
import { withhold } from "@/lib/review/rules/reveal";
import { anyOp, anyOps, fullFrame } from "@/lib/review/testing/arbitrary";
import { effects, everything, having, make, recorded } from "@/lib/review/testing/operations";

describe("any sequence of operations", () => {
  property.prop([anyOps])("applying one by one and folding the record give the same document", (ops) => {
    const document = recorded(ops);
    expect(fold(fullFrame, document.ops)).toEqual(document);
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  property.prop([anyOps, fc.nat()])("a retried operation changes nothing", (ops, n) => {
    const document = recorded(ops);
    const again = document.ops[n % Math.max(1, document.ops.length)];
    if (again) expect(apply(fullFrame, document, again)).toBe(document);
    expect(fold(fullFrame, [...document.ops, ...document.ops])).toEqual(document);
    const other = again && make({ type: "note", text: "something else under the same id" });
    if (other) expect(fold(fullFrame, [...document.ops, { ...other, op: again.op }])).toEqual(document);
  });

  property.prop([anyOps, anyOp(), anyOp()])("operations on different targets commute", (ops, a, b) => {
    const before = recorded(ops);
    // Operation ids are unique.
    fc.pre(a.op !== b.op);
    if (a.type === "undo" || b.type === "undo") return;
    const names = new Set(touches(before.ops, a));
    if (touches(before.ops, b).some((name) => names.has(name))) return;
    const [ab, ba] = [fold(fullFrame, [...before.ops, a, b]), fold(fullFrame, [...before.ops, b, a])];
    expect(effects(ab)).toEqual(effects(ba));
  });

  property.prop([anyOps, fc.nat()])(
    "undo is as if the operation had never been made, and redo as if never undone",
    (ops, n) => {
      const document = recorded(ops);
      const of = document.ops[n % Math.max(1, document.ops.length)];
      if (!of) return;
      const undo = make({ type: "undo", of: of.op });
      const undone = apply(fullFrame, document, undo);
      if (isRefused(undone)) return;
      const without =
        of.type === "undo"
          ? document.ops.filter((op) => op !== of)
          : document.ops.filter((op) => op !== of && !(op.type === "undo" && op.of === of.op));
      expect(effects(undone)).toEqual(effects(fold(fullFrame, without)));
      const redone = apply(fullFrame, undone, make({ type: "undo", of: undo.op }));
      if (isRefused(redone)) throw new Error(redone.refused);
      expect(effects(redone)).toEqual(effects(document));
    },
  );

  property.prop([anyOps, anyOp()])(
    "an operation only takes what it names off the list of missing things",
    (ops, op) => {
      const document = recorded(ops);
      const next = apply(fullFrame, document, op);
      if (isRefused(next) || op.type === "undo") return;
      const [was, is] = [missing(fullFrame, document).length, missing(fullFrame, next).length];
      const takesBack =
        ("value" in op && op.value === null) ||
        ("action" in op && op.action === null) ||
        ("labels" in op && op.labels === null);
      expect(is).toBeLessThanOrEqual(takesBack ? was + 1 : was);
      expect(is).toBeGreaterThanOrEqual(was - 1);
    },
  );

  property.prop([anyOps])("progress, projection and gates never fail, and agree", (ops) => {
    const document = recorded(ops);
    const { done, total } = progress(fullFrame, document);
    expect(missing(fullFrame, document)).toHaveLength(total - done);
    const { judgements, decisions } = project(fullFrame, document);
    expect(new Set(judgements.map(({ step, item }) => `${step} ${item}`)).size).toBe(judgements.length);
    expect(new Set(decisions.map(({ item }) => item)).size).toBe(decisions.length);
    withhold(fullFrame, document);
  });

  property.prop([anyOps])("finishing any document gives one row per unit and drafted thing", (ops) => {
    const left = everything();
    const { judgements, decisions, labels, asks } = project(fullFrame, having(left, recorded(ops)));
    expect(judgements).toHaveLength(5);
    expect(judgements.flatMap(({ lines }) => lines).filter(({ action }) => action !== "add")).toHaveLength(6);
    expect(labels.map(({ labels: chosen }) => chosen)).toEqual([["Tone", "__proto__"], [], ["Closed"]]);
    expect(decisions.filter(({ action }) => action !== "add")).toHaveLength(3);
    // The other questions may be left open.
    expect(asks.filter(({ question }) => question === "ease")).toHaveLength(1);
  });
});
