import { notFound, route } from "@/lib/api/route";
import { DatasetParams } from "@/lib/dataset/schema/views";
import { findRules, startRules } from "@/lib/drafting/data/rule-runs";
import { RuleRunBody, RuleRunView, RulesOnDataset } from "@/lib/drafting/schema/rule-runs";

export const GET = route(
  {
    as: "researcher",
    summary: "The latest run of the rules on a dataset, and the tasks that it has not reached yet",
    answer: RulesOnDataset,
    params: DatasetParams,
  },
  async ({ actor, params }) => (await findRules(actor, params.dataset)) ?? notFound(),
);

export const POST = route(
  {
    as: "admin",
    summary: "Draft checklists by rules, or check what a program can prove; no language model is used",
    answer: RuleRunView,
    params: DatasetParams,
    body: RuleRunBody,
  },
  async ({ actor, params, body }) => (await startRules(actor, params.dataset, body)) ?? notFound(),
);
