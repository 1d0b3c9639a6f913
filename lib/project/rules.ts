import { ERASURE_PROMISES } from "@/lib/i18n/english/erasure";
import type { OnErasure, Role } from "@/lib/project/schema";

/** Letters and digits that are not confused when read aloud or copied by hand. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ";

/**
 * A person's name in one project that reveals nothing about them: A-7F3K. `random(n)` returns an
 * unpredictable integer from 0 to n − 1. One of 810,000; the caller makes sure it is unique in the project.
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

/** The rights of each role, in one line. */
export const ROLE_RIGHTS: Record<Role, string> = {
  annotator: "Works on the batches they are put on. Sees nobody else's judgements.",
  researcher: "Imports and reads data, reads progress and agreement, freezes studies, and exports.",
  admin: "Does all of this, drafts, opens batches and manages people.",
};

/** The treatment of a person's work when they are erased: as an option for admins, and as a promise to annotators. */
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
