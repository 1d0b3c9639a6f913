import { expect, test } from "vitest";
import type { DraftRecord, JudgementRecord, StudyRecord } from "@/lib/dataset/schema";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import { decisionsOnDraft } from "./decisions";
import { StudyIndex } from "./study-index";

const about = { task: "t", response: "r", item: "overall" } as const;
const draft: DraftRecord = { type: "draft", id: "d", ...about, rater: "model", raterKind: "llm", value: 4 };
const judged = (more: Partial<JudgementRecord>): JudgementRecord => ({
  ...{ type: "judgement", id: "j", ...about, rater: "A-1", raterKind: "human", draft: "d", value: 2 },
  ...more,
});

/** The rows of a judgement of the draft. */
function rowsOf(record: JudgementRecord) {
  const reader = new StudyDataReader();
  const study: StudyRecord[] = [
    { type: "study", version: 1, name: "s" },
    { type: "task", id: "t", instruction: "…" },
    { type: "response", id: "r", task: "t", text: "…" },
    draft,
    record,
  ];
  for (const one of study) reader.add(one);
  const { drafts, judgements } = reader.finish();
  const [read, drafted] = [judgements.at(0), drafts.at(0)];
  if (!read || !drafted) return expect.fail();
  return decisionsOnDraft({ record, read, draft: { record: draft, read: drafted } }, new StudyIndex([]));
}

test("a changed value is exported with its reason, and each line with its own", () => {
  const line = { draft: 0, draftText: "drafted", action: "remove" } as const;
  const [value, removed] = rowsOf(
    judged({
      metadata: { reason: { code: "too-lenient", note: "Half is missing." } },
      lines: [{ ...line, reason: { code: "wrong-fact" } }],
    }),
  );
  expect(value).toMatchObject({
    ...{ of: "value", action: "revise", draft_value: 4, final_value: 2 },
    ...{ reason_code: "too-lenient", reason_note: "Half is missing." },
  });
  expect(removed).toMatchObject({ of: "line", reason_code: "wrong-fact", reason_note: null });
});

test("a value without a reason has none", () => {
  const none = { reason_code: null, reason_note: null };
  expect(rowsOf(judged({ value: 4 }))).toMatchObject([{ action: "accept", ...none }]);
  expect(rowsOf(judged({ metadata: { reason: 7 } }))).toMatchObject([{ action: "revise", ...none }]);
});
