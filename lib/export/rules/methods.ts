import { agreementWords } from "@/lib/export/rules/methods/agreement";
import { batchSetupSentences, type Setup } from "@/lib/export/rules/methods/batch-setup";
import { decisionWords } from "@/lib/export/rules/methods/decisions";
import { machineWords } from "@/lib/export/rules/methods/llm";
import { figure } from "@/lib/export/rules/methods/numbers";
import { capitalised, list, people, quantityInWords } from "@/lib/export/rules/phrases";
import type { ExposureClass } from "@/lib/judgement/schema";
import { firstExposure, llmMethodCounts } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/scope-labels";
import type { Report } from "@/lib/report/schema";

/**
 * A paragraph in Markdown for the methods section of a paper, with the numbers of this study. Undefined
 * numbers are reported with the reason; nothing is left to fill in.
 */
export function methodsText(report: Report, labels: Labels, setup: Setup | null, version: string): string {
  const { made } = report;
  return [
    "# Methods",
    [...studyWords(report, setup), ...(setup ? batchSetupSentences(setup) : [])].join(" "),
    [
      ...agreementWords(report, labels),
      `Intervals are 95 % percentile bootstrap intervals with tasks drawn whole (${made.replicates} replicates, seed ${made.seed}).`,
      ...fixedRatersWords(report),
      ...machineWords(report, labels),
      ...decisionWords(report),
    ].join(" "),
    `Computed with Countersign ${version}, rules of the report version ${made.rules}, on data ${made.data}.`,
    "## References",
    REFERENCES.map((reference) => `- ${reference}`).join("\n"),
    "",
  ].join("\n\n");
}

/** The population that the intervals speak of, and their width for other raters as well. */
function fixedRatersWords({ raters, reliability }: Report): string[] {
  const first = firstExposure(reliability);
  const all = raters.each.find(
    ({ rater, scope, exposure }) => rater === null && scope === "all" && exposure === first,
  );
  const fixed = "They take the raters as fixed and speak of other tasks";
  if (!all?.alphaBothCi) return [`${fixed}.`];
  const [low, high] = all.alphaBothCi;
  return [
    `${fixed}; for other raters and other tasks together the interval of α ${CLASS_OF_ALPHA[first]} is ${figure(low)} to ${figure(high)} (standard error over raters ${figure(all.alphaError ?? 0)}, by jackknife).`,
  ];
}

const CLASS_OF_ALPHA: Record<ExposureClass, string> = {
  independent: "of independent values",
  exposed: "of values given with a draft in view",
  unknown: "of values of unknown exposure",
  any: "of all values",
};

const REFERENCES = [
  "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability.",
  "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. British Journal of Mathematical and Statistical Psychology 61, 29-48.",
];

function studyWords({ study, humanVsLlm }: Report, setup: Setup | null): string[] {
  const { raters } = study;
  // A model used with several methods is several raters, but one model.
  const { models, conditions: methods } = llmMethodCounts(humanVsLlm, raters.llm);
  const who = [
    people(raters.human),
    ...(raters.llm > 0
      ? [
          `${quantityInWords(models, "language model")}${methods > models ? `, asked in ${methods} ways,` : ""}`,
        ]
      : []),
    ...(raters.rules > 0 ? ["a rule engine"] : []),
  ];
  return [
    `The study “${study.name}” has ${quantityInWords(study.tasks, "task")} and ${quantityInWords(study.responses, "response")}.`,
    `${capitalised(list(who))} gave ${list([
      quantityInWords(study.judgements, "judgement"),
      ...(study.drafts > 0 ? [quantityInWords(study.drafts, "drafted value")] : []),
    ])}.`,
    ...(study.decisions > 0
      ? [`People made ${quantityInWords(study.decisions, "decision")} on the items of drafted rubrics.`]
      : []),
    ...(study.skipped > 0
      ? [`${capitalised(quantityInWords(study.skipped, "judgement"))} without a value counted as missing.`]
      : []),
    // For a batch the number of contested units is known.
    ...(study.adjudicated > 0 && !setup?.adjudication
      ? [
          `${capitalised(quantityInWords(study.adjudicated, "unit"))} ${study.adjudicated === 1 ? "was" : "were"} decided by an adjudicator, which is in no statistic.`,
        ]
      : []),
  ];
}
