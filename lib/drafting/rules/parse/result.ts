import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";
import { isLast, mayGoOn, scoreIn } from "./integer";
import { readableToTheLast } from "./marker";

const MARKER = "[result]";

/** "Feedback: … [RESULT] 4": the number right after the last such marker. */
export function parseResult(lo: number, hi: number): (answer: ModelAnswer) => ParseResult<number> {
  return (answer) =>
    readableToTheLast(answer, ({ text }) => {
      const at = text.toLowerCase().lastIndexOf(MARKER);
      if (at === -1) return { ok: false, code: "no_marker" };
      const after = at + MARKER.length;
      const lead = /^[\s*_:：(]*/.exec(text.slice(after, after + 40))?.[0].length ?? 0;
      if (!/^[-−]?\d/.test(text.slice(after + lead))) return { ok: false, code: "bad_value" };
      const score = scoreIn(text.slice(after), lo, hi);
      if (!score.ok) return score;
      if (mayGoOn(answer, score.value, hi) && isLast(text, after + score.to))
        return { ok: false, code: "truncated" };
      const before = text.slice(0, at);
      const feedback = /feedback[\s*_]*[:：][\s*_]*/i.exec(before);
      return {
        ok: true,
        value: score.value,
        rationale: (feedback ? before.slice(feedback.index + feedback[0].length) : before).trim(),
        span: [after + score.from, after + score.to],
        flags: [],
      };
    });
}
