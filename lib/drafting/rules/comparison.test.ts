import { fc, test } from "@fast-check/vitest";
import { expect } from "vitest";
import {
  type AnsweredQuestion,
  type ChecklistReview,
  checklistAfter,
  compareAnswers,
  compareChecklists,
  type DraftedChecklist,
} from "@/lib/drafting/rules/comparison";

const drafted = (id: string, method: string, texts: string[], task = "t1"): DraftedChecklist => ({
  id,
  task,
  method,
  model: "m",
  items: texts.map((text, at) => ({ id: `${id}.${at}`, text })),
});

const review = (
  checklist: string,
  decisions: ChecklistReview["decisions"],
  exposure: ChecklistReview["exposure"] = "draft-first",
  task = "t1",
): ChecklistReview => ({ checklist, task, exposure, decisions });

const decide = (
  item: string | null,
  action: "accept" | "revise" | "remove" | "add",
  text: string | null = null,
) => ({
  item,
  action,
  text,
});

test("a reviewed checklist has the reviewer's wording", () => {
  const draft = drafted("c", "a", ["one?", "two?", "three?"]);
  const decisions = [
    decide("c.0", "accept"),
    decide("c.1", "revise", "zwei?"),
    decide("c.2", "remove"),
    decide(null, "add", "four?"),
  ];
  expect(checklistAfter(draft, review("c", decisions))).toEqual(["one?", "zwei?", "four?"]);
});

test("counts the decisions on each policy's questions", () => {
  const rows = compareChecklists(
    [drafted("c", "plain", ["one?", "two?"]), drafted("d", "refined", ["one?", "two?", "three?", "four?"])],
    [
      review("c", [decide("c.0", "accept"), decide("c.1", "remove"), decide(null, "add", "five?")]),
      review("c", [decide("c.0", "accept"), decide("c.1", "accept")]),
    ],
    [],
  );
  expect(rows.map(({ method }) => method)).toEqual(["plain", "refined"]);
  expect(rows[0]).toMatchObject({
    checklists: 1,
    reviews: 2,
    length: { value: 2 },
    reviewedLength: { value: 2 },
    counts: { accept: 3, revise: 0, remove: 1, add: 1 },
    accepted: { value: 0.75 },
    removed: { value: 0.25 },
    added: { value: 0.5 },
    written: { tasks: 0, bleu4: { value: null, reason: "nothing-written" } },
  });
  expect(rows[1]).toMatchObject({
    length: { value: 4 },
    accepted: { value: null, reason: "nothing-reviewed" },
    reviewed: { rougeL: { value: null, reason: "nothing-reviewed" } },
  });
});

test("checklists written without the draft are compared with it, and are no review", () => {
  const own = [decide(null, "add", "one?"), decide(null, "add", "six?")];
  const drafts = [drafted("c", "plain", ["one?"]), drafted("e", "plain", ["one?"], "t2")];
  for (const exposure of ["none", "on-request"] as const) {
    const [row] = compareChecklists(drafts, [review("c", own, exposure)], []);
    expect(row).toMatchObject({
      reviews: 0,
      counts: { add: 0 },
      written: { tasks: 1, countDifference: { value: 1 }, rouge1: { value: 2 / 3 } },
    });
  }
});

test("several checklists for one task are averaged before tasks are", () => {
  const drafts = [drafted("c", "a", ["x"]), drafted("d", "a", ["x"], "t2")];
  const written = [
    { task: "t1", texts: ["x"] },
    { task: "t1", texts: ["y"] },
    { task: "t2", texts: ["x"] },
  ];
  const [row] = compareChecklists(drafts, [], written);
  expect(row?.written).toMatchObject({ tasks: 2, rouge1: { value: 0.75 } });
});

const answered = (
  response: string,
  answer: AnsweredQuestion["answer"],
  people: AnsweredQuestion["people"],
) => ({
  policy: "plain",
  policyModel: "m",
  judge: "j",
  method: "tick.evaluate",
  condition: null,
  response,
  answer,
  isLeftToRules: false,
  people,
});
const answersOf = (response: string, answers: AnsweredQuestion["people"]) => ({
  policy: "plain",
  policyModel: "m",
  response,
  answers,
});

test("undecided is wrong when strict and left out when lenient; ties and n/a are no answer", () => {
  const [row] = compareAnswers(
    [
      answered("r1", "yes", ["yes", "yes", "no"]),
      answered("r1", "no", ["yes", "yes", "na"]),
      answered("r2", null, ["no", "no", "no"]),
      answered("r2", "yes", ["yes", "no"]),
      answered("r2", "yes", ["na"]),
    ],
    [answersOf("r1", ["yes", "yes"]), answersOf("r1", ["yes", "no"]), answersOf("r2", ["no"])],
  );
  expect(row).toMatchObject({
    questions: 3,
    ties: 1,
    undecided: 1,
    strict: { value: 1 / 3 },
    lenient: { value: 1 / 2 },
    responses: 2,
  });
  // The model passes r1 at 1/2 and r2 at 1, people at 3/4 and 0.
  expect(row?.passRate.value).toBeCloseTo(-1, 12);
});

test("what a hybrid run left to the rules is neither right nor wrong, and counted", () => {
  const left = { ...answered("r2", null, ["yes"]), isLeftToRules: true };
  const [row] = compareAnswers([answered("r1", "yes", ["yes"]), answered("r1", null, ["no"]), left], []);
  expect(row).toMatchObject({
    ...{ questions: 2, undecided: 1, leftToRules: 1 },
    ...{ strict: { value: 1 / 2 }, lenient: { value: 1 } },
  });
  const [unasked] = compareAnswers([left], []);
  expect(unasked).toMatchObject({ questions: 0, strict: { value: null, reason: "all-left-to-rules" } });
});

test("answers of two conditions of one model and method are two rows", () => {
  const careful = { ...answered("r1", "no", ["yes"]), condition: "v1, cot=true" };
  const rows = compareAnswers([careful, { ...careful, condition: "v1, cot=false", answer: "yes" }], []);
  expect(rows.map(({ condition, strict }) => [condition, strict.value])).toEqual([
    ["v1, cot=false", 1],
    ["v1, cot=true", 0],
  ]);
});

test("says why a number is missing", () => {
  const [silent] = compareAnswers([answered("r1", "yes", [])], []);
  expect(silent).toMatchObject({
    strict: { value: null, reason: "nobody-answered" },
    passRate: { value: null, reason: "too-few-responses" },
  });
  const [split] = compareAnswers([answered("r1", "yes", ["yes", "no"])], []);
  expect(split?.strict.reason).toBe("no-majority");
  const [mute] = compareAnswers([answered("r1", null, ["yes"])], []);
  expect(mute).toMatchObject({ strict: { value: 0 }, lenient: { value: null, reason: "all-undecided" } });
  const [flat] = compareAnswers(
    [answered("r1", "yes", ["yes"]), answered("r2", "yes", ["no"])],
    [answersOf("r1", ["yes"]), answersOf("r2", ["no"])],
  );
  expect(flat?.passRate.reason).toBe("no-variation");
});

const value = fc.constantFrom("yes", "no", "na") as fc.Arbitrary<"yes" | "no" | "na">;
const question = fc.record({
  response: fc.constantFrom("r1", "r2", "r3"),
  answer: fc.option(value),
  people: fc.array(value, { maxLength: 4 }),
});

test.prop([fc.array(question, { minLength: 1, maxLength: 20 })])(
  "strict never exceeds lenient, and neither depends on the order of questions",
  (questions) => {
    const all = questions.map(({ response, answer, people }) => answered(response, answer, people));
    const [row] = compareAnswers(all, []);
    const [turned] = compareAnswers(all.toReversed(), []);
    expect(turned).toEqual(row);
    if (row && row.strict.value !== null && row.lenient.value !== null)
      expect(row.strict.value).toBeLessThanOrEqual(row.lenient.value);
  },
);
