import { z } from "zod";
import { REASON_CODES } from "@/lib/review/schema/codes";
import knownErrors from "./known-errors.json" with { type: "json" };

/**
 * Known errors in the sample study, hand-written: wrong drafted values with reasons, bad drafted questions,
 * and missing ones. The simulated annotators use it; it is neither shown as is nor imported with the study.
 */

const Code = z.enum(REASON_CODES);
const Reason = z.strictObject({ code: Code, note: z.string() });

/** Correction of a wrong drafted value: the right one, a sentence with it, and the reason code. */
const Correction = z.strictObject({
  value: z.union([z.literal("yes"), z.literal("no"), z.number()]),
  because: z.string(),
  code: Code,
});

/** Treatment of a bad drafted question: revise it if the idea is sound, else remove it. */
const Flaw = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("revise"), text: z.string(), reason: Reason }),
  z.strictObject({ action: z.literal("remove"), reason: Reason }),
]);

const KnownErrors = z.strictObject({
  corrections: z.record(z.string(), Correction),
  flaws: z.record(z.string(), Flaw),
  additions: z.record(z.string(), z.array(z.string())),
  remarks: z.record(z.string(), z.string()),
});

const parsed = KnownErrors.parse(knownErrors);

/** By draft. Drafts not listed are right. */
export const corrections = parsed.corrections;

/** By checklist item. Items not listed are fine. */
export const flaws = parsed.flaws;

/** By task: questions missing in the drafted checklist. */
export const additions = parsed.additions;

/** By draft: evidence that the draft missed, quoting the response. */
export const remarks = parsed.remarks;
