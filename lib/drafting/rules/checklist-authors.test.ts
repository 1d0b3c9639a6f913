import { expect, test } from "vitest";
import { type AnsweredChecklist, compareAuthors } from "./checklist-authors";

const generated = { policy: "tick.generate", policyModel: "m" };
const answered = (
  writtenBy: AnsweredChecklist["writtenBy"],
  response: string,
  answers: string,
  change: Partial<AnsweredChecklist> = {},
): AnsweredChecklist => ({
  ...{ writtenBy, judge: "j", method: "tick.evaluate", condition: null, response },
  answers: [...answers].map((sign) => (sign === "y" ? "yes" : sign === "n" ? "no" : null)),
  ...change,
});

test("pass rates under a generated checklist are compared with those under people's, by the same judge", () => {
  const rows = compareAuthors([
    // Generated: 1, ½, 0. People's: ½, (1 + ½) / 2 = ¾, 0.
    ...[answered(generated, "r1", "yy"), answered(generated, "r2", "yn"), answered(generated, "r3", "n?")],
    ...[answered(null, "r1", "yn"), answered(null, "r2", "yy"), answered(null, "r2", "yn")],
    ...[answered(null, "r3", "nn"), answered(null, "r4", "y")],
    // Another judge, and another condition of this one, are nobody to compare with.
    answered(generated, "r1", "n", { judge: "k" }),
    answered(generated, "r1", "n", { condition: "v1, cot=false" }),
  ]);
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ ...generated, judge: "j", responses: 3, generated: 1 / 2 });
  expect(rows[0]?.people).toBeCloseTo(5 / 12, 12);
  // Deviations (½, 0, -½) and (1/12, 1/3, -5/12): 1/4 / √(½ · 42/144).
  expect(rows[0]?.r.value).toBeCloseTo(0.25 / Math.sqrt(0.5 * (42 / 144)), 12);
});

test("the same checklist on both sides gives 1; one response or constant rates give no number", () => {
  const same = (writtenBy: AnsweredChecklist["writtenBy"]) => [
    answered(writtenBy, "r1", "yyn"),
    answered(writtenBy, "r2", "ynn"),
  ];
  expect(compareAuthors([...same(generated), ...same(null)])[0]?.r.value).toBeCloseTo(1, 12);
  const single = [answered(generated, "r1", "y"), answered(null, "r1", "y")];
  expect(compareAuthors(single)[0]).toMatchObject({ responses: 1, r: { reason: "too-few-responses" } });
  const flat = [...single, answered(generated, "r2", "y"), answered(null, "r2", "n")];
  expect(compareAuthors(flat)[0]?.r).toEqual({ value: null, reason: "no-variation" });
  const undecided = [answered(generated, "r1", "?"), answered(null, "r1", "y")];
  expect(compareAuthors(undecided)[0]).toMatchObject({ responses: 0, generated: null, people: null });
  expect(compareAuthors([answered(generated, "r1", "y")])).toEqual([]);
});
