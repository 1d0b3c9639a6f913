import { z } from "zod";
import { pageQuery } from "@/lib/http/page";

export const JudgeInstructionParams = z.strictObject({ instruction: z.uuid() });

/** Most characters of an instruction. */
export const LONGEST_INSTRUCTION = 500;

export const NewProposal = z.strictObject({ dataset: z.uuid() });

/** An admin's decision about a proposed instruction, as about any draft; a revised one has the new text. */
export const DecideInstruction = z
  .strictObject({
    action: z.enum(["accept", "revise", "remove"]),
    text: z.string().trim().min(1).max(LONGEST_INSTRUCTION).optional(),
  })
  .refine(({ action, text }) => (action === "revise") === (text !== undefined), {
    error: "is needed for a revised instruction, and for nothing else",
    path: ["text"],
  })
  .refine(({ text }) => !text?.includes("{{"), { error: "may not contain {{", path: ["text"] });
export type DecideInstruction = z.infer<typeof DecideInstruction>;

export const InstructionView = z.object({
  id: z.string(),
  /** As the model wrote it. */
  text: z.string(),
  /** All decisions, the first one first; the last one counts. */
  decisions: z.array(
    z.object({
      action: z.enum(["accept", "revise", "remove"]),
      /** The new text of a revised instruction. */
      text: z.string().nullable(),
      at: z.date(),
      /** Null for an erased account. */
      by: z.string().nullable(),
    }),
  ),
  /** Numbers of the versions that were made with it. */
  versions: z.array(z.number()),
});
export type InstructionView = z.infer<typeof InstructionView>;

export const ProposalView = z.object({
  id: z.string(),
  dataset: z.string(),
  /** Number of the version whose disagreements it is made from. */
  version: z.number(),
  model: z.string(),
  state: z.enum(["waiting", "done", "failed"]),
  /** Why there are no instructions. */
  error: z.string().nullable(),
  /** Keys of the tasks whose labels the model was shown. */
  tasks: z.array(z.string()),
  requestedAt: z.date(),
  instructions: z.array(InstructionView),
});
export type ProposalView = z.infer<typeof ProposalView>;

export const ProposalsQuery = pageQuery({ dataset: z.uuid().optional() });
export type ProposalsQuery = z.infer<typeof ProposalsQuery>;
