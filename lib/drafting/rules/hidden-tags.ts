import type { ChatMessage } from "@/lib/llm/schema";

/**
 * The three flags of regions that Unicode recommends: a black flag, the tags of the letters gbeng, gbsct or gbwls, and a
 * tag that ends them.
 */
const FLAG_OR_TAGS =
  /(\u{1F3F4}\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})|[\u{E0000}-\u{E007F}]+/gu;

/**
 * A text without the characters of Unicode's tag block, which models read and no reader sees. Those of the flags of
 * England, Scotland and Wales stay: they are seen.
 */
export const withoutHiddenTags = (text: string): string =>
  text.replace(FLAG_OR_TAGS, (_, flag?: string) => flag ?? "");

/** Messages to a model, without characters that only models read. */
export const messagesWithoutHiddenTags = (messages: readonly ChatMessage[]): ChatMessage[] =>
  messages.map(({ role, content }) => ({ role, content: withoutHiddenTags(content) }));
