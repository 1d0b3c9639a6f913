import { withoutHiddenTags } from "./hidden-tags";

const SIGNS: readonly RegExp[] = [
  /\bignore\s+(?:(?:all|any|every|the|of|your|my|our|these|those)\s+){0,4}(?:previous|prior|above|earlier|preceding)\b/i,
  /\bignore\s+(?:all|any|every|your)(?:\s+of)?(?:\s+(?:the|your|these|those|my|other))?\s+(?:instructions?|prompts?|guidelines)\b/i,
  /\bignore\s+(?:\w+\s+){0,4}(?:instructions?|prompts?|rules|guidelines|messages?|texts?)\s+(?:above|before this|so far|until now|you (?:were|have been) given)\b/i,
  /\b(?:disregard|forget) (?:all |any |the |your )*(?:previous|prior|above|earlier|instructions|rules)\b/i,
  /\byou are (?:now )?(?:the|an?) (?:impartial |fair )?(?:judge|evaluator|grader|referee)\b/i,
  /^[\s>*_#-]{0,20}(?:final )?answer\s{0,5}[:：]\s{0,5}(?:yes|no|[1-9])\b/im,
  /\[result\]\s{0,5}\d/i,
  /\[\[[abc]\]\]/i,
  /^[\s>*_#-]{0,20}final choice\s{0,5}[:：]\s{0,5}(?:output\s{0,5})?\(?[ab]\b/im,
  /\boutput\s{0,5}(?:\(\s?[ab]\s?\)|[ab])\s{1,5}is\s{1,5}(?:the\s{1,5})?better(?:\s{1,5}(?:output|one))?\s{0,5}(?:[.!]|$)/im,
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
