import { z } from "zod";
import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { byItemNumber, itemAnswer } from "./item-answers";
import { parseJsonAnswer } from "./json";
import type { YesNo } from "./yes-no";

/** A model's answer to one question of several, with its reasoning; empty where it gave none. */
export interface ReasonedAnswer {
  answer: YesNo;
  analysis: string;
}

const parseMap = parseJsonAnswer(z.record(z.string(), z.unknown()), { isNamedOnce: true });

/**
 * A JSON map from the numbers of so many questions to their answers, each "yes" or "no" by itself or with its analysis:
 * {"1": {"analysis": "…", "answer": "yes"}, "2": "no"}. All or nothing: where an answer is missing, left over,
 * given twice or unreadable, the others may belong to other questions.
 */
export function parseAnswerMap(questions: number): (answer: ModelAnswer) => ParseResult<ReasonedAnswer[]> {
  return (answer) => {
    const parsed = parseMap(answer);
    if (!parsed.ok) return parsed;
    if (Object.keys(parsed.value).length !== questions) return { ok: false, code: "wrong_arity" };
    const value = byItemNumber(parsed.value, questions, reasonedAnswer);
    return value ? { ...parsed, value } : { ok: false, code: "bad_value" };
  };
}

const Reasoned = z.object({ analysis: z.string().default(""), answer: z.unknown() });

/** Null without a yes or a no: "not applicable" is not among the answers. */
function reasonedAnswer(given: unknown): ReasonedAnswer | null {
  const { data = { analysis: "", answer: given } } = Reasoned.safeParse(given);
  const answer = itemAnswer(data.answer);
  return answer === "yes" || answer === "no" ? { answer, analysis: data.analysis.trim() } : null;
}
