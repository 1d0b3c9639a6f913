import { MATERIAL } from "@/lib/drafting/rules/method";
import { CITATIONS } from "@/lib/protocol/rules/citations";

export const PAPER = CITATIONS.tick;
export const JUDGE = `You are a fair judge of what language models write.\n\n${MATERIAL}`;
