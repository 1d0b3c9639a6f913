import { z } from "zod";
import type { Usage } from "./schema";

/** The price of a model, in millionths of the currency unit per million tokens, from a date on. */
export const Price = z.strictObject({
  currency: z.string().length(3).default("USD"),
  inputMicros: z.number().min(0),
  /** For cached input; if missing, the same as other input. */
  cachedInputMicros: z.number().min(0).optional(),
  outputMicros: z.number().min(0),
  since: z.iso.date(),
});
export type Price = z.infer<typeof Price>;

/** The cost of a call in millionths; null when price or usage is unknown, never 0 for lack of data. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (!price || usage.input === undefined || usage.output === undefined) return null;
  const cached = Math.min(usage.cachedInput ?? 0, usage.input);
  const micros =
    (usage.input - cached) * price.inputMicros +
    cached * (price.cachedInputMicros ?? price.inputMicros) +
    usage.output * price.outputMicros;
  return Math.ceil(micros / 1e6);
}

/**
 * Estimated tokens of a text: 3.6 characters each in alphabetic scripts, 1.5 in Chinese, Japanese and Korean.
 */
export function estimateTokens(text: string): number {
  const wide = (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [])
    .length;
  return Math.ceil((text.length - wide) / 3.6 + wide / 1.5);
}
