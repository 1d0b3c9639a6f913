import { explain, type RefusalCode } from "@/lib/http/refusals";
import texts from "@/lib/i18n/dictionaries/en.json" with { type: "json" };
import { ERASURE_PROMISES } from "@/lib/i18n/english/erasure";
import { PRESET_NAMES } from "@/lib/i18n/english/presets";
import { RULE_BASED_LABEL } from "@/lib/i18n/english/provenance";
import { FLAGS, OBJECTIONS, REASONS } from "@/lib/i18n/english/review";

/** The refusals that an annotator can encounter. */
const REFUSALS = [
  "signed-out",
  "forbidden",
  "not-found",
  "too-large",
  "too-many-attempts",
  "busy",
  "database-lost",
  "database-full",
  "guidelines-unread",
  "guidelines-changed",
  "expired",
  "stale",
  "does-not-fit",
  "incomplete",
  "not-open",
  "already-submitted",
  "not-submitted",
  "undo-too-late",
  "undo-blocked",
  "skip-stands",
  "not-reopened",
  "exam-failed",
  "answers-stand",
  "exam-not-skipped",
  "feedback-given",
  "batch-paused",
  "batch-closed",
  "too-many-messages",
  "project-archived",
  "released",
  "reopened-not-skipped",
  "study-not-open",
  "participation-ended",
  "another-browser",
  "no-places",
  "part-completed",
  "place-given-back",
] as const satisfies readonly RefusalCode[];

type RefusalMessages = Record<(typeof REFUSALS)[number], string>;

/**
 * The English dictionary, whose ids all languages share: `dictionaries/en.json`, and the texts that the API,
 * exports or reports also use. Those are defined where both can import them, and translated like the rest.
 */
export const en = {
  ...texts,
  ...withPrefix(
    "refusal",
    Object.fromEntries(REFUSALS.map((code) => [code, explain(code).message])) as RefusalMessages,
  ),
  ...withPrefix("objection", OBJECTIONS),
  ...withPrefix("reason", REASONS),
  ...withPrefix("flag", FLAGS),
  ...withPrefix("preset", PRESET_NAMES),
  ...withPrefix("join.erasure", ERASURE_PROMISES),
  "draft.rules": RULE_BASED_LABEL,
};

type Prefixed<Prefix extends string, Texts> = {
  [Key in keyof Texts & string as `${Prefix}.${Key}`]: string;
};

function withPrefix<const Prefix extends string, Texts extends Record<string, string>>(
  prefix: Prefix,
  texts: Texts,
): Prefixed<Prefix, Texts> {
  const entries = Object.entries(texts).map(([key, text]) => [`${prefix}.${key}`, text]);
  return Object.fromEntries(entries) as Prefixed<Prefix, Texts>;
}
