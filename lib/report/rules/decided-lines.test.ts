import { test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { draft, five, four, judgement, reportOn, rubric, yesno } from "@/lib/report/testing/records";

describe("lines", () => {
  const lines = ["the premise", "a score of 4", "because …", "and …", "also …"];
  const decided = [
    { draft: 0, action: "remove" },
    { draft: 1, action: "accept" },
    { draft: 2, action: "revise", text: "…" },
    { draft: 3, action: "accept" },
    // Draft line 4 is undecided.
    { draftText: "(not kept)", action: "revise" },
    { action: "add", text: "…" },
  ];
  const computed = reportOn(
    rubric({ C1: five, C2: five }),
    ...four,
    draft(1, "C1", 4, { lines, scoreLine: 1 }),
    draft(2, "C1", 4, { lines, scoreLine: 1 }),
    draft(1, "C2", 4, { lines }),
    draft(2, "C2", 4, { lines }),
    // The score line is accepted although the value changed: the value counts.
    judgement("A", 1, "C1", 2, { exposure: "draft-first", draft: "d-C1-1", lines: decided }),
    judgement("B", 1, "C1", 5, { exposure: "draft-first", draft: "d-C1-1" }),
    judgement("A", 2, "C1", 4, {
      exposure: "draft-first",
      draft: "d-C1-2",
      lines: [{ draft: 1, action: "revise" }],
    }),
    judgement("B", 2, "C1", 5, { exposure: "none", draft: "d-C1-2" }),
    judgement("A", 1, "C2", 4, { draft: "d-C2-1", lines: decided }),
    judgement("A", 2, "C2", 4, { lines: [{ action: "add", text: "…" }] }),
    judgement("G", 2, "C2", 4, { raterKind: "gold", lines: [{ action: "add", text: "…" }] }),
  );

  test("score and evidence lines are distinguished by the draft's score line", async () => {
    const report = await computed;
    const { byItem } = report.decisions;
    expect(byItem.C1?.lines).toMatchObject({ n: 7, counts: { accept: 2, revise: 3, remove: 1, add: 1 } });
    expect(byItem.C1?.scoreLines).toMatchObject({ n: 2, accept: 0.5, revise: 0.5, remove: 0, add: 0 });
    expect(byItem.C1?.evidenceLines).toMatchObject({
      n: 4,
      counts: { accept: 1, revise: 2, remove: 0, add: 1 },
    });
  });

  test("without a score line, no line is score or evidence", async () => {
    const report = await computed;
    const { byItem } = report.decisions;
    expect(byItem.C2?.lines).toMatchObject({ n: 7, counts: { accept: 2, revise: 2, remove: 1, add: 2 } });
    expect(byItem.C2?.scoreLines).toMatchObject({ n: 0, accept: null, add: null, reason: "nothing-decided" });
    expect(byItem.C2?.evidenceLines.n).toBe(0);
  });

  test("over all items", async () => {
    const report = await computed;
    const { lines, scoreLines, evidenceLines } = report.decisions;
    // Two tasks are too few for an interval.
    expect([lines.ci.remove, lines.ci.add, scoreLines.ci.accept]).toEqual([null, null, null]);
    expect(evidenceLines.ci.accept).toBeNull();
    expect([lines.n, scoreLines.n, evidenceLines.n]).toEqual([14, 2, 4]);
    expect((lines.accept ?? 0) + (lines.revise ?? 0) + (lines.remove ?? 0) + (lines.add ?? 0)).toBeCloseTo(
      1,
      12,
    );
  });

  test("final values are compared with the draft among raters who saw it", async () => {
    const report = await computed;
    expect(report.decisions.byItem.C1?.values).toEqual({ raised: 1, lowered: 1, unchanged: 1 });
    expect(report.decisions.byItem.C2?.values).toEqual({ raised: 0, lowered: 0, unchanged: 1 });
  });
});

test("decisions on rubric items: shares, and agreement on the drafted ones", async () => {
  const decision = (rater: string, item: string, action: string) => ({
    type: "decision",
    id: `${rater}-${item}`,
    rubric: "rubric",
    item,
    rater,
    exposure: "draft-first",
    action,
  });
  const report = await reportOn(
    rubric({ a: yesno, b: yesno }),
    ...four,
    decision("A", "a", "accept"),
    decision("A", "b", "revise"),
    decision("A", "new", "add"),
    decision("B", "a", "accept"),
    decision("B", "b", "remove"),
  );
  expect(report.decisions.items).toMatchObject({ n: 5, accept: 0.4, revise: 0.2, remove: 0.2, add: 0.2 });
  const exposed = report.decisions.agreement.find(({ exposure }) => exposure === "exposed");
  // aa, vr: n = 4, o_vr = 1; α = 1 - 3 · 1 / (2·1 + 2·1 + 1·1)
  expect(exposed).toMatchObject({ scope: "items", level: "nominal", raters: "human", units: 2, pairable: 4 });
  expect(exposed?.value).toBeCloseTo(1 - 3 / 5, 12);
  expect(report.decisions.agreement.find(({ exposure }) => exposure === "independent")).toMatchObject({
    value: null,
    reason: "no-pairable-values",
  });
});
