import { z } from "zod";
import type { Usage } from "./schema";

/** What a model costs, in millionths of the currency unit per million tokens, from a day on. */
export const Price = z.strictObject({
  currency: z.string().length(3).default("USD"),
  inputMicros: z.number().min(0),
  /** For input the provider had kept; without it, as other input. */
  cachedInputMicros: z.number().min(0).optional(),
  outputMicros: z.number().min(0),
  since: z.iso.date(),
});
export type Price = z.infer<typeof Price>;

/** What a call cost, in millionths; null when the price or the usage is unknown, never 0 for want of knowing. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (!price || usage.input === undefined || usage.output === undefined) return null;
  const cached = Math.min(usage.cachedInput ?? 0, usage.input);
  const micros =
    (usage.input - cached) * price.inputMicros +
    cached * (price.cachedInputMicros ?? price.inputMicros) +
    usage.output * price.outputMicros;
  return Math.ceil(micros / 1e6);
}

/** Tokens of a text, roughly: 3.6 characters each in alphabetic scripts, 1.5 in Chinese, Japanese and Korean. */
export function estimateTokens(text: string): number {
  const wide = (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu) ?? [])
    .length;
  return Math.ceil((text.length - wide) / 3.6 + wide / 1.5);
}
