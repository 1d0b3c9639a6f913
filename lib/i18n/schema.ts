import { z } from "zod";

/** The languages that the annotator's pages are written in. */
export const Language = z.enum(["en", "de", "es", "zh", "ar"]);
export type Language = z.infer<typeof Language>;

/** Which grammatical number a count takes, as `Intl.PluralRules` names it. */
export type PluralForms = { readonly other: string } & {
  readonly [category in Exclude<Intl.LDMLPluralRule, "other">]?: string;
};

/** One text with `{names}` to fill in; or, where `{count}` changes its grammar, one per category of the language. */
export type Text = string | PluralForms;
