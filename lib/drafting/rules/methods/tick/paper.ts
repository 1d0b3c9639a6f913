import { MATERIAL } from "@/lib/drafting/rules/method";

export const PAPER = "Cook et al. (2024), TICKing All the Boxes";
export const JUDGE = `You are a fair judge of what language models write.\n\n${MATERIAL}`;
