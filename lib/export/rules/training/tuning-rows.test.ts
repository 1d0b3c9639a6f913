import { fc, test as property } from "@fast-check/vitest";
import { expect, test } from "vitest";
import type { DecisionRecord, RubricRecord } from "@/lib/dataset/schema";
import { parseFactors } from "@/lib/drafting/rules/parse/factors";
import { parseResult } from "@/lib/drafting/rules/parse/result";
import { criteriaText, feedbackText } from "@/lib/export/rules/training/prompts";
import { reviewedCriteria } from "@/lib/export/rules/training/reviewed-criteria";
import { criteriaRows, judgeRows } from "@/lib/export/rules/training/tuning-rows";
import { draftOf, judgementOf, taskData, trainingOptionsOf } from "@/lib/export/testing/training";

const points = { type: "points" as const, min: 1, max: 5 };

const rubric = (about: Partial<RubricRecord> = {}): RubricRecord => ({
  ...{ type: "rubric", id: "c1", task: "t1", response: "a", kind: "criteria", origin: "llm", model: "gpt" },
  items: [
    { id: "1", name: "Truth", text: "Is it true?", scale: points },
    { id: "2", name: "Tone", text: "Is it friendly?", scale: points },
  ],
  ...about,
});

const decision = (item: string, action: DecisionRecord["action"], about: Partial<DecisionRecord> = {}) =>
  ({
    ...{ type: "decision", id: `${item}${action}${about.rater ?? ""}`, rubric: "c1", item, action },
    ...{ rater: "A01", raterKind: "human" },
    ...about,
  }) satisfies DecisionRecord;

const namesOf = (decisions: readonly DecisionRecord[]) =>
  reviewedCriteria({ rubric: rubric(), decisions }).criteria.map(({ text }) => text);

test("criteria have the wording people decided on", () => {
  expect(namesOf([decision("1", "accept"), decision("2", "remove")])).toEqual(["Is it true?"]);
  expect(namesOf([decision("1", "revise", { text: "Is all of it true?" }), decision("2", "accept")])).toEqual(
    ["Is all of it true?", "Is it friendly?"],
  );
  const added = decision("x", "add", { text: "Is it short?" });
  expect(namesOf([decision("1", "accept"), decision("2", "accept"), added])).toEqual([
    "Is it true?",
    "Is it friendly?",
    "Is it short?",
  ]);
});

test("the majority of several people decides, and an addition needs more than half of them", () => {
  const of = (rater: string) => (item: string, action: DecisionRecord["action"], text?: string) =>
    decision(item, action, { rater, ...(text !== undefined && { text }) });
  const [a, b, c] = [of("A01"), of("A02"), of("A03")];
  const removed = [a("2", "remove"), b("2", "remove"), c("2", "accept")];
  expect(namesOf([a("1", "accept"), b("1", "accept"), c("1", "accept"), ...removed])).toEqual([
    "Is it true?",
  ]);
  const revised = [a("1", "revise", "True?"), b("1", "revise", "True?"), c("1", "accept")];
  expect(namesOf([...revised, ...["2"].flatMap((id) => [a(id, "accept")])])[0]).toBe("True?");
  const alone = [a("x", "add", "Short?"), b("1", "accept"), c("1", "accept")];
  expect(namesOf(alone)).not.toContain("Short?");
  expect(namesOf([...alone, b("y", "add", "short? ")])).toContain("Short?");
});

test("a list is verified when a person decided on each of its items or wrote it", () => {
  const isVerified = (decisions: DecisionRecord[], about: Partial<RubricRecord> = {}) =>
    reviewedCriteria({ rubric: rubric(about), decisions }).isVerified;
  expect(isVerified([decision("1", "accept")])).toBe(false);
  expect(isVerified([decision("1", "accept"), decision("2", "remove")])).toBe(true);
  const { model: _, ...byPeople } = rubric({ origin: "human" });
  expect(reviewedCriteria({ rubric: byPeople, decisions: [] }).isVerified).toBe(true);
});

test("a row for criteria has SALC's prompt, and the criteria that people accepted", () => {
  const decisions = [decision("1", "accept"), decision("2", "remove")];
  const data = taskData({ task: { reference: "Scattering." }, criteria: [{ rubric: rubric(), decisions }] });
  const [row] = criteriaRows(data, trainingOptionsOf());
  expect(row).toMatchObject({
    completion: "1.) **Truth** - Is it true?",
    ...{ method: "salc.criteria_absolute", origin: "llm+human", isVerified: true, raters: ["A01"] },
  });
  const prompt = row && "messages" in row ? row.messages.map(({ content }) => content).join("\n") : "";
  for (const text of ["Why is the sky blue?", "first", "Scattering."]) expect(prompt).toContain(text);
  expect(
    criteriaRows(taskData({ criteria: [{ rubric: rubric(), decisions }] }), trainingOptionsOf()),
  ).toEqual([{ reason: "no-reference" }]);
  const open = taskData({ task: { reference: "r" }, criteria: [{ rubric: rubric() }] });
  expect(criteriaRows(open, trainingOptionsOf())).toEqual([{ reason: "not-verified" }]);
  expect(criteriaRows(open, trainingOptionsOf({ verified: "all" }))).toMatchObject([{ origin: "llm" }]);
});

test("a row for judging has the person's final lines, and the most frequent score", () => {
  const draft = draftOf({ response: "a", value: 2, lines: ["Wrong.", "Score: 2", "Rude."], scoreLine: 1 });
  const judged = judgementOf({
    ...{ response: "a", value: 4, draft: draft.id, exposure: "draft-first" },
    lines: [
      { draft: 0, action: "revise", text: "Right." },
      { draft: 1, action: "accept" },
      { draft: 2, action: "remove" },
      { action: "add", text: "Short." },
    ],
  });
  const others = [3, 4].map((value, n) =>
    judgementOf({
      ...{ response: "a", value, draft: draft.id, exposure: "draft-first", rater: `A1${n}` },
      lines: [{ draft: 2, action: "accept" }],
    }),
  );
  const data = taskData({
    task: { reference: "Scattering." },
    drafts: [draft],
    judgements: [judged, ...others.slice(0, 1)],
    criteria: [{ rubric: rubric() }],
  });
  const rows = judgeRows(data, trainingOptionsOf());
  expect(rows).toContainEqual({ reason: "not-verified" });
  expect(rows).toContainEqual({ reason: "other-score-preferred" });
  // Where two scores are equally frequent, the lower one is taken.
  expect(rows).toContainEqual(
    expect.objectContaining({ score: 3, completion: "Feedback: Rude. [RESULT] 3" }),
  );
  const majority = judgeRows({ ...data, judgements: [judged, ...others] }, trainingOptionsOf());
  expect(majority).toContainEqual(
    expect.objectContaining({ score: 4, method: "salc.evaluate_absolute", origin: "llm+human" }),
  );
  const alone = judgeRows({ ...data, judgements: [judged] }, trainingOptionsOf());
  expect(alone).toContainEqual(
    expect.objectContaining({ completion: "Feedback: Right.\nShort. [RESULT] 4", raters: ["A01"] }),
  );
});

test("without criteria or reference a row has the plain judge's prompt; other scales have none", () => {
  const judgement = judgementOf({ response: "a", value: 8, lines: [{ action: "add", text: "Good." }] });
  const data = taskData({ judgements: [judgement] });
  expect(judgeRows(data, trainingOptionsOf())).toEqual([{ reason: "off-scale" }]);
  const [row] = judgeRows(data, trainingOptionsOf({ scale: "1-10" }));
  expect(row).toMatchObject({ method: "judge.plain_absolute", completion: "Feedback: Good. [RESULT] 8" });
  expect(judgeRows(data, trainingOptionsOf({ scale: "0-9" }))).toEqual([{ reason: "no-prompt-for-scale" }]);
});

const words = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 60 })
  .filter((text) => /\p{L}/u.test(text));
property.prop([fc.array(fc.record({ name: fc.option(words), text: words }), { minLength: 1, maxLength: 8 })])(
  "criteria are read again as they were written",
  (criteria) => {
    const parsed = parseFactors({ text: criteriaText(criteria), finishReason: "stop" });
    const oneLine = (text: string) => text.normalize("NFC").replace(/\s+/g, " ").trim();
    expect(parsed.ok && parsed.value.map(({ text }) => oneLine(text))).toEqual(
      criteria.map(({ text }) => oneLine(text)),
    );
  },
);

property.prop([fc.array(words, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 10 })])(
  "a score is read again as it was given, whatever the feedback says",
  (feedback, score) => {
    const text = feedbackText([...feedback, "[RESULT] 11"], score);
    expect(parseResult(1, 10)({ text, finishReason: "stop" })).toMatchObject({ ok: true, value: score });
  },
);
