import { withoutHiddenTags } from "./hidden-tags";

const SIGNS: readonly RegExp[] = [
  /\bignore (?:all|any|the|every)?\s*(?:previous|prior|above|earlier|preceding)\b/i,
  /\b(?:disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier|instructions|rules)\b/i,
  /\byou are (?:now )?(?:the|an?) (?:impartial |fair )?(?:judge|evaluator|grader|referee)\b/i,
  /^[\s>*_#-]{0,20}(?:final )?answer\s{0,5}[:：]\s{0,5}(?:yes|no|[1-9])\b/im,
  /\[result\]\s{0,5}\d/i,
  /\[\[[abc]\]\]/i,
  /^\s{0,20}(?:score|rating)\s{0,5}[:：]\s{0,5}\d/im,
  /<<<(?:BEGIN|END) [A-Z]/,
  /<\|(?:im_start|im_end|system|endoftext)\|>|\[\/?INST\]|^### ?System\b/im,
  /[\u200B-\u200D\u2060\u202A-\u202E\u2066-\u2069]/,
  /[A-Za-z0-9+/]{400,}={0,2}/,
];

/**
 * True if a judged text contains something that seems addressed to the judge. A hint for people, not a
 * defence: what protects a verdict is that the judge has no tools, its answer is parsed as a number, and a
 * person confirms it.
 */
export function injectionSuspected(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text)) || withoutHiddenTags(text) !== text;
}
