/* English texts of the review shared by the dictionary and other rooms. */

/** Messages to the annotator about operations that do not fit. */
export const OBJECTIONS = {
  "unknown-item": "This assignment has no such item.",
  "unknown-line": "The draft has no such line.",
  "unknown-rubric": "This assignment has no such list of items.",
  "no-addition": "You cannot add parts to an instance.",
  "unknown-question": "This assignment does not ask that.",
  "unknown-operation": "The change to undo was never recorded.",
  "unknown-flag": "There is no such flag.",
  "off-scale": "This value is not on the scale.",
  "no-option": "This is not one of the answers.",
  "no-label": "This is not one of the labels.",
  "one-label": "Choose one label.",
  "text-missing": "Write the new text first.",
  "text-unchanged": "The text is the draft's. Change it, or accept the draft.",
  "bad-scale": "An item of this list cannot have that scale.",
  "not-open": "The overall score opens when every item is answered.",
  "id-taken": "This id is already in use.",
  "not-undoable": "This cannot be undone.",
  "answer-first": "Give your own answer first. The draft comes after it.",
  "explain-first": "Say why first. Your explanation is kept as it is once the draft is shown.",
  "nothing-to-reveal": "There is no draft to show here.",
  "already-revealed": "The draft is shown already.",
  "not-revealed": "The draft is not shown yet.",
  locked: "You entered this before the draft was shown. It cannot be changed.",
  "already-undone": "This was undone already.",
  "not-in-bulk": "Here you decide on every part of a draft separately.",
  "nothing-to-agree": "Everything in this draft is decided already.",
  "not-whole": "A part of this draft was decided meanwhile. Look again at the rest.",
  "too-early": "This draft was shown for less time than reading it takes.",
  "too-many": "This assignment has reached the limit of changes. Submit it, or skip it.",
} as const;

/** Reasons for overruling a draft. */
export const REASONS = {
  "wrong-fact": "Wrong fact",
  "too-harsh": "Too harsh",
  "too-lenient": "Too lenient",
  "not-required": "Not required",
  duplicate: "Duplicate",
  ambiguous: "Ambiguous",
  "not-verifiable": "Not verifiable",
  other: "Other",
} as const;

export const FLAGS = {
  unsafe: "Unsafe content",
  "wrong-language": "Wrong language",
  "broken-content": "Broken content",
  other: "Something else",
} as const;
