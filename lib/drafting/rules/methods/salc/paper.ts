import { z } from "zod";
import { MATERIAL, numbered, samplingParams } from "@/lib/drafting/rules/method";
import type { Slot } from "@/lib/drafting/rules/prompt-template";
import type { DraftInput } from "@/lib/drafting/schema";
import { CITATIONS } from "@/lib/protocol/rules/citations";

/*
 * Gupta et al., SALC: criteria written for a given instruction, and judging by them; with the plain judge and
 * a fixed rubric as baselines.
 */

export const PAPER = CITATIONS.salc;
export const JUDGE = `You are an impartial judge.\n\n${MATERIAL}`;

export const Params = z.strictObject(samplingParams(2048));
export type Params = z.infer<typeof Params>;

export const referenceOf = (input: DraftInput) => ({ label: "REFERENCE", text: input.reference ?? "" });
export const criteriaOf = (input: DraftInput) => ({ label: "FACTORS", text: numbered(input.items) });

export const given = (input: DraftInput): Slot => (input.reference ? referenceOf(input) : "");
