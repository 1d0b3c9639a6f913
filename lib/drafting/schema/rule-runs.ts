import { z } from "zod";

/** What the rules are asked to do with a dataset: `draft` writes checklists first, `check` takes those there are. */
export const RuleRunBody = z.strictObject({ do: z.enum(["draft", "check"]) });
export type RuleRunBody = z.infer<typeof RuleRunBody>;

/** A walk of the rules over a dataset: how far it is, and what it wrote. */
export const RuleRunView = z.object({
  id: z.string(),
  kind: RuleRunBody.shape.do,
  tasks: z.number(),
  seen: z.number(),
  checklists: z.number(),
  items: z.number(),
  /** Answers that were proved, yes or no. */
  answered: z.number(),
  /** Looked at, and left to people with the reason. */
  undecided: z.number(),
  /** Tasks that a batch at work uses. Nothing was added to them. */
  leftOut: z.number(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
});
export type RuleRunView = z.infer<typeof RuleRunView>;

/** What the rules have done to a dataset, and what there is for them to do. */
export const RulesOnDataset = z.object({
  latest: RuleRunView.nullable(),
  tasks: z.number(),
  /** Tasks that are judged by no checklist yet. */
  withoutChecklist: z.number(),
});
export type RulesOnDataset = z.infer<typeof RulesOnDataset>;
