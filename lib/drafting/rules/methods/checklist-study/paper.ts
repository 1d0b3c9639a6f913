import { z } from "zod";
import { MATERIAL, seedParam } from "@/lib/drafting/rules/method";
import { CITATIONS } from "@/lib/protocol/rules/citations";

/*
 * Furuhashi et al. (2025), "Are Checklists Really Useful": six ways to write a checklist, and judging with
 * and without one, ten samples each.
 */

export const PAPER = CITATIONS.checklists;
export const ASSISTANT = `You are a helpful assistant.\n\n${MATERIAL}`;

export const sampling = {
  temperature: z.number().min(0).max(2).default(1).meta({ title: "Temperature" }),
  topP: z.number().gt(0).max(1).default(0.95).meta({ title: "Top p" }),
  maxOutputTokens: z.int().min(1).max(200_000).default(4096).meta({ title: "Max tokens" }),
  ...seedParam,
};
