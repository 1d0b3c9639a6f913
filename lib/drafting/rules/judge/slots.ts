import type { JudgeSpec, JudgeSubject } from "@/lib/drafting/schema/judge-spec";

/** A place in a judge's template that is filled for each subject. */
interface SlotInfo {
  name: string;
  /** Its content, for the author of a template. */
  hint: string;
  /** Without it the judge could not work. */
  isNeeded: boolean;
  /** Filled with texts from outside, which never become a part of the system message. */
  isUntrusted: boolean;
}

const slot = (name: string, hint: string, needed: "needed" | "optional", isUntrusted = true): SlotInfo => ({
  ...{ name, hint, isUntrusted },
  isNeeded: needed === "needed",
});

const INSTRUCTION = slot("instruction", "The task: earlier turns, instruction and input", "optional");
const RESPONSE = slot("response", "The response to be judged", "needed");
const COMMON = [
  slot("reference", "The task’s reference; tasks without one are left out", "optional"),
  slot("examples", "The worked examples below; nothing while there are none", "optional"),
];
const FORM = slot("form", "The required form of the answer, which the parser reads", "needed", false);

export const SLOTS: Record<JudgeSubject, readonly SlotInfo[]> = {
  response: [
    INSTRUCTION,
    RESPONSE,
    ...COMMON,
    slot("scale", "The points of the scale with their labels", "optional", false),
    FORM,
  ],
  pair: [
    INSTRUCTION,
    slot("response_a", "The response shown first", "needed"),
    slot("response_b", "The response shown second", "needed"),
    ...COMMON,
    FORM,
  ],
  label: [
    INSTRUCTION,
    RESPONSE,
    ...COMMON,
    slot("labels", "The labels with what each means", "optional", false),
    FORM,
  ],
  criterion: [
    INSTRUCTION,
    RESPONSE,
    slot("criterion", "The criterion", "needed"),
    slot("scale", "The criterion’s own scale, with the meaning of its points", "optional"),
    ...COMMON,
    FORM,
  ],
  item: [INSTRUCTION, RESPONSE, slot("question", "The question of the checklist", "needed"), ...COMMON, FORM],
};

const SLOT = /\{\{([a-z]\w*)\}\}/gi;

/** The names of the slots in a text, each once. */
export function slotsIn(text: string): string[] {
  return [...new Set([...text.matchAll(SLOT)].map((match) => match[1] as string))];
}

/** True if a template has a slot. */
export function hasSlot({ system, user }: Pick<JudgeSpec, "system" | "user">, name: string): boolean {
  return slotsIn(system).includes(name) || slotsIn(user).includes(name);
}
