import { ERASURE_PROMISES } from "@/lib/i18n/english/erasure";
import type { OnErasure, Role } from "@/lib/project/schema";

/** Letters and digits that nobody confuses when reading them aloud or copying them by hand. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A name for a person in one project that says nothing about them: A-7F3K. `random(n)` gives a whole number from 0
 * to n − 1, unpredictably. One of 810,000; whoever asks makes sure it is new in the project.
 */
export function pseudonym(random: (n: number) => number): string {
  const letters = Array.from({ length: 4 }, () => ALPHABET.charAt(random(ALPHABET.length)));
  return `A-${letters.join("")}`;
}

export const ROLE_NAMES: Record<Role, string> = {
  annotator: "Annotator",
  researcher: "Researcher",
  admin: "Admin",
};

/** What each role may do, in one line. */
export const ROLE_RIGHTS: Record<Role, string> = {
  annotator: "Works on the batches they are put on. Sees nobody else's judgements.",
  researcher: "Imports and reads data, reads progress and agreement, freezes studies, and exports.",
  admin: "Does all of this, drafts, opens batches and manages people.",
};

/** What becomes of somebody's work when they are erased: as a choice for admins, and as a promise to them. */
export const ON_ERASURE_WORDS: Record<OnErasure, { label: string; hint: string; promise: string }> = {
  keep: {
    label: "Keep it under the pseudonym",
    hint: "Judgements, decisions and texts stay, with nothing that leads back to the person. Every number stays as it was.",
    promise: ERASURE_PROMISES.keep,
  },
  remove: {
    label: "Remove it",
    hint: "Judgements, decisions, notes and texts go with the person. Their assignments are free again, and numbers change.",
    promise: ERASURE_PROMISES.remove,
  },
};
