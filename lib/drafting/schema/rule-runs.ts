import { z } from "zod";

/** The kind of rules run: `draft` first writes checklists, `check` uses existing ones. */
export const RuleRunBody = z.strictObject({ do: z.enum(["draft", "check"]) });
export type RuleRunBody = z.infer<typeof RuleRunBody>;

/** A rules run over a dataset, with its progress and results. */
export const RuleRunView = z.object({
  id: z.string(),
  kind: RuleRunBody.shape.do,
  tasks: z.number(),
  seen: z.number(),
  checklists: z.number(),
  items: z.number(),
  /** Answers that were proved, yes or no. */
  answered: z.number(),
  /** Examined, and left to people with the reason. */
  undecided: z.number(),
  /** Tasks used by an active batch, to which nothing was added. */
  leftOut: z.number(),
  createdAt: z.date(),
  finishedAt: z.date().nullable(),
});
export type RuleRunView = z.infer<typeof RuleRunView>;

/** The rules' latest run on a dataset, and what is left for them to do. */
export const RulesOnDataset = z.object({
  latest: RuleRunView.nullable(),
  tasks: z.number(),
  /** Tasks without a checklist. */
  withoutChecklist: z.number(),
});
export type RulesOnDataset = z.infer<typeof RulesOnDataset>;
