/** The promises to annotators about their work when their account is erased, by the project's rule. */
export const ERASURE_PROMISES = {
  keep: "If you have your account erased, your judgements stay under it, with nothing that leads back to you.",
  remove: "If you have your account erased, your judgements are removed with it.",
} as const;
