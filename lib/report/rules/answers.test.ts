import { expect, test } from "vitest";
import type { ReportAnswer, ReportQuestion, StudyData } from "@/lib/report/schema/study";
import { answerAgreementOf, answerNumbersOf, answersOf, answerTextsOf } from "./answers";
import { studyFingerprint } from "./fingerprint";

const OPTIONS = { replicates: 50, seed: 1 };
const EASE = {
  question: "ease",
  text: "Did the checklist make scoring easier?",
  form: null,
  options: [
    { value: "easier", label: "Easier" },
    { value: "same", label: "No effect" },
    { value: "harder", label: "Harder" },
  ],
};

const answer = (unit: string, rater: string, value: string, arm = "A"): ReportAnswer => ({
  ...{ question: "ease", unit, task: unit, arm, rater, form: null, value },
});

const study = (...answers: ReportAnswer[]): StudyData => ({
  ...{ name: "s", tasks: [], responses: [], items: [], drafts: [], judgements: [], decisions: [] },
  answers: { questions: [EASE], answers },
});

test("answers are listed for all arms together and for each arm, including those without a use", () => {
  const rows = answersOf(
    study(
      ...[answer("u1", "P", "easier"), answer("u2", "P", "easier"), answer("u3", "P", "same")],
      answer("u1", "Q", "same", "B"),
    ),
    OPTIONS,
  );
  expect(rows.map(({ arm, label, count, answers, share }) => [arm, label, count, answers, share])).toEqual([
    [null, "Easier", 2, 4, 0.5],
    [null, "No effect", 2, 4, 0.5],
    [null, "Harder", 0, 4, 0],
    ["A", "Easier", 2, 3, 2 / 3],
    ["A", "No effect", 1, 3, 1 / 3],
    ["A", "Harder", 0, 3, 0],
    ["B", "Easier", 0, 1, 0],
    ["B", "No effect", 1, 1, 1],
    ["B", "Harder", 0, 1, 0],
  ]);
});

test("in one arm there is one row of each answer, and an answer that is not offered stands last", () => {
  const rows = answersOf(study(answer("u1", "P", "unsure"), answer("u2", "P", "harder")), OPTIONS);
  expect(rows.map(({ arm, label, count }) => [arm, label, count])).toEqual([
    [null, "Easier", 0],
    [null, "No effect", 0],
    [null, "Harder", 1],
    [null, "unsure", 1],
  ]);
});

test("agreement on answers compares people asked about the same subject", () => {
  const rows = answerAgreementOf(
    study(
      ...[answer("u1", "P", "easier"), answer("u1", "Q", "easier")],
      ...[answer("u2", "P", "easier"), answer("u2", "Q", "harder")],
      ...[answer("u3", "P", "same"), answer("u3", "P", "harder", "B")],
    ),
    OPTIONS,
  );
  // One of two pairs disagrees; of the six pairs of three times easier and once harder, three would.
  expect(rows).toMatchObject([{ question: "ease", level: "nominal", percentAgreement: 0.5, units: 2 }]);
  expect(rows[0]?.value).toBeCloseTo(1 - 1 / 2 / (3 / 6), 12);
});

test("without questions or answers there are no rows, and answers are part of the data's hash", () => {
  expect(answersOf({}, OPTIONS)).toEqual([]);
  expect(answersOf(study(), OPTIONS)).toEqual([]);
  expect(answerAgreementOf(study(), OPTIONS)).toEqual([]);
  const [one, other] = [study(answer("u1", "P", "same")), study(answer("u1", "P", "harder"))];
  expect(studyFingerprint(one)).not.toBe(studyFingerprint(other));
});

/** A study whose only question has another form: answers as unit, rater and value. */
const asking = (
  form: ReportQuestion["form"],
  options: string[],
  ...given: [unit: string, rater: string, value: string, arm?: string][]
): StudyData => {
  const { answers: _, ...rest } = study();
  const question: ReportQuestion = {
    ...{ question: "q", text: "Which?", form },
    options: options.map((value) => ({ value, label: value.toUpperCase() })),
  };
  const answers = given.map(([unit, rater, value, arm = "A"]) => ({
    ...answer(unit, rater, value, arm),
    ...{ question: "q", form },
  }));
  return { ...rest, answers: { questions: [question], answers } };
};

test("with several options each has a share, and agreement uses the distance of sets", () => {
  const several = asking(
    "several",
    ["a", "b"],
    ["u1", "P", '["a"]'],
    ["u1", "Q", '["a","b"]'],
    ["u2", "P", '["b"]'],
    ["u2", "Q", '["b"]'],
  );
  expect(
    answersOf(several, OPTIONS).map(({ label, count, answers, share }) => [label, count, answers, share]),
  ).toEqual([
    ["A", 2, 4, 0.5],
    ["B", 3, 4, 0.75],
  ]);
  const rows = answerAgreementOf(several, OPTIONS);
  expect(rows.map(({ option, level, units }) => [option, level, units])).toEqual([
    [null, "nominal", 2],
    ["A", "nominal", 2],
    ["B", "nominal", 2],
  ]);
  const [whole] = rows;
  // Sets that share a label disagree less than sets that differ.
  expect(whole?.setAlpha?.value).toBeGreaterThan(whole?.value ?? 1);
  expect(rows[1]?.setAlpha).toBeUndefined();
});

test("numbers have a mean with its spread and range by arm, and agree at the interval level", () => {
  const numbers = asking(
    "number",
    [],
    ["u1", "P", "1"],
    ["u1", "Q", "3"],
    ["u2", "P", "4.5"],
    ["u3", "P", "-2", "B"],
  );
  expect(answersOf(numbers, OPTIONS)).toEqual([]);
  const rows = answerNumbersOf(numbers, OPTIONS);
  expect(
    rows.map(({ arm, mean, median, min, max, answers, raters, tasks }) => [
      arm,
      mean,
      median,
      min,
      max,
      answers,
      raters,
      tasks,
    ]),
  ).toEqual([
    [null, 6.5 / 4, 2, -2, 4.5, 4, 2, 3],
    ["A", 8.5 / 3, 3, 1, 4.5, 3, 2, 2],
    ["B", -2, -2, -2, -2, 1, 1, 1],
  ]);
  expect(rows[2]?.sd).toBeNull();
  expect(rows[1]?.sd).toBeCloseTo(
    Math.sqrt(((1 - 17 / 6) ** 2 + (3 - 17 / 6) ** 2 + (4.5 - 17 / 6) ** 2) / 3),
    12,
  );
  expect(answerAgreementOf(numbers, OPTIONS)).toMatchObject([{ level: "interval", units: 1, pairable: 2 }]);
});

test("free texts are counted with their length, without a coefficient", () => {
  const texts = asking("text", [], ["u1", "P", "It is rude."], ["u1", "Q", "Rude"], ["u2", "Q", "太长了"]);
  expect(answerTextsOf(texts)).toEqual([
    {
      question: "q",
      text: "Which?",
      arm: null,
      answers: 3,
      raters: 2,
      tasks: 2,
      medianWords: expect.any(Number),
    },
  ]);
  expect(answerAgreementOf(texts, OPTIONS)).toEqual([]);
  expect(answersOf(texts, OPTIONS)).toEqual([]);
});

test("answers in a form that another arm asked for do not mix", () => {
  const one = asking("several", ["a"], ["u1", "P", '["a"]']);
  const mixed = {
    ...one,
    answers: {
      ...one.answers,
      answers: [...(one.answers?.answers ?? []), { ...answer("u1", "Q", "a"), question: "q" }],
    },
  } as StudyData;
  expect(answersOf(mixed, OPTIONS).map(({ answers }) => answers)).toEqual([1]);
});
