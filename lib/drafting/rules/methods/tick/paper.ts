import { MATERIAL } from "@/lib/drafting/rules/method";
import { CITATIONS } from "@/lib/protocol/rules/citations";

export const PAPER = CITATIONS.tick;
export const JUDGE = `You are a fair judge of what language models write.\n\n${MATERIAL}`;

/** The meaning of the two answers to a question of a checklist. */
export const YES_AND_NO = `YES means that the condition is met entirely. Even a small inaccuracy rules it out: asked whether every sentence names a
colour, a text with one sentence that does not is a NO.
NO means that the condition is not met, or that the text gives nothing to answer by: asked whether the second sentence is
short, a text of one sentence is a NO.`;
