/** A flag of a region is a black flag, the tags of its letters, and a tag that ends them. */
const FLAG_OR_TAGS =
  /(\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F})|[\u{E0000}-\u{E007F}]+/gu;

/**
 * A text without the characters of Unicode's tag block, which models read and no reader sees. Those of flags of
 * regions stay: they are seen.
 */
export const withoutHiddenTags = (text: string): string =>
  text.replace(FLAG_OR_TAGS, (_, flag?: string) => flag ?? "");
