import { expect, test } from "vitest";
import type { ReportAnswer, StudyData } from "@/lib/report/schema/study";
import { answerAgreementOf, answersOf } from "./answers";
import { studyFingerprint } from "./fingerprint";

const OPTIONS = { replicates: 50, seed: 1 };
const EASE = {
  question: "ease",
  text: "Did the checklist make scoring easier?",
  options: [
    { value: "easier", label: "Easier" },
    { value: "same", label: "No effect" },
    { value: "harder", label: "Harder" },
  ],
};

const answer = (unit: string, rater: string, value: string, arm = "A"): ReportAnswer => ({
  ...{ question: "ease", unit, task: unit, arm, rater, value },
});

const study = (...answers: ReportAnswer[]): StudyData => ({
  ...{ name: "s", tasks: [], responses: [], items: [], drafts: [], judgements: [], decisions: [] },
  answers: { questions: [EASE], answers },
});

test("answers are told for all arms together and for each, also those nobody gave", () => {
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

test("people agree where they were asked about the same", () => {
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
