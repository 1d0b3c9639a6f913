import { CITATIONS } from "@/lib/protocol/rules/citations";
import {
  accuracyFigure,
  benchmarksFigure,
  caseStudies,
  comparisonTables,
  rewardModels,
  shotsTable,
} from "@/lib/report/rules/papers/llmbar/comparisons";
import { evaluatorOf } from "@/lib/report/rules/papers/llmbar/evaluators";
import {
  biasTable,
  labelsTable,
  neighboursTable,
  structuresTable,
  subsetsTable,
} from "@/lib/report/rules/papers/llmbar/instances";
import { peopleTable } from "@/lib/report/rules/papers/llmbar/people";
import { hedgingTable, prometheusTable, ratingsTable } from "@/lib/report/rules/papers/llmbar/ratings";
import { hasMethod, hasPreset } from "@/lib/report/rules/papers/used-methods";
import type { Paper } from "@/lib/report/schema/paper-table";

const [gpt4, ...others] = comparisonTables;

/** Zeng et al. (2024), LLMBar: how often evaluators prefer the output that follows the instruction. */
export const llmbar: Paper = {
  id: "llmbar",
  title: CITATIONS.llmbar,
  isUsedIn: (use) =>
    use.methods.some((one) => evaluatorOf(one) !== null) ||
    hasMethod(use, "llmbar.", "curation.") ||
    hasPreset(use, "llmbar"),
  takesReport: false,
  tables: [
    subsetsTable,
    ...(gpt4 ? [gpt4] : []),
    rewardModels,
    neighboursTable,
    ...others,
    hedgingTable,
    ratingsTable,
    prometheusTable,
    shotsTable,
    caseStudies,
    structuresTable,
    accuracyFigure,
    benchmarksFigure,
    labelsTable,
    biasTable,
    peopleTable,
  ],
};
