import { z } from "zod";

/** The languages of annotators' pages. */
export const Language = z.enum(["en", "de", "es", "zh", "ar"]);
export type Language = z.infer<typeof Language>;

/** Plural forms, as named by `Intl.PluralRules`. */
export type PluralForms = { readonly other: string } & {
  readonly [category in Exclude<Intl.LDMLPluralRule, "other">]?: string;
};

/**
 * A text with `{names}` to fill in; or, if `{count}` changes its grammar, one per plural category of the
 * language.
 */
export type Text = string | PluralForms;
