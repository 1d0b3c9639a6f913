import { z } from "zod";

/** What the rules are asked to do with a dataset: `draft` writes checklists first, `check` takes those there are. */
export const RuleRunBody = z.strictObject({ do: z.enum(["draft", "check"]) });
export type RuleRunBody = z.infer<typeof RuleRunBody>;

/** A walk of the rules over a dataset: how far it is, and what it wrote. */
export interface RuleRunView {
  id: string;
  kind: RuleRunBody["do"];
  tasks: number;
  seen: number;
  checklists: number;
  items: number;
  /** Answers that were proved, yes or no. */
  answered: number;
  /** Looked at, and left to people with the reason. */
  undecided: number;
  /** Tasks that a batch at work uses. Nothing was added to them. */
  leftOut: number;
  createdAt: Date;
  finishedAt: Date | null;
}
