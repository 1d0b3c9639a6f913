import type { ModelAnswer, ParseResult } from "@/lib/drafting/schema";

/** A model's answer; it ended by itself unless another reason is given. */
export const modelAnswer = (
  text: string,
  finishReason: ModelAnswer["finishReason"] = "stop",
): ModelAnswer => ({ text, finishReason });

/** The value, or the code of why there is none. */
export const found = <T>(parsed: ParseResult<T>): T | string => (parsed.ok ? parsed.value : parsed.code);
