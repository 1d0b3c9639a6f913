import type { RubricKind, Step } from "@/lib/batch/schema";
import type { Exposure } from "@/lib/dataset/schema";
import { firstExposure, rowOf } from "@/lib/report/rules/headline";
import type { Labels } from "@/lib/report/rules/labels";
import { fixed } from "@/lib/report/rules/render/words";
import { heldName, REASONS } from "@/lib/report/rules/wording";
import type { Ends, ExposureClass, HumanVsLlmRow, ReliabilityRow, Report, Shares } from "@/lib/report/schema";

interface SetupStep {
  type: Step["type"];
  kind?: RubricKind;
  exposure?: Exposure;
}

/** How a batch was set up, as far as a paper says it. */
export interface Setup {
  /** Arms with their raters per subject and the steps of their protocol. */
  arms: { name: string; k: number; reserved: boolean; steps: SetupStep[] }[];
  seed: number;
  subjectOrder: string;
  itemOrder: string;
  guidelines: number;
}

const SHOWN: Record<Exposure, string> = {
  none: "without a draft",
  "draft-first": "with the draft shown at once",
  "judge-then-reveal": "with the draft revealed after an own value",
  "on-request": "with the draft on request",
  "score-hidden": "with the drafted explanation shown and its value withheld",
};

/** What people did in a step. */
const DONE: Record<Step["type"], (kind: string) => string> = {
  rubric: (kind) => `review ${kind}`,
  judge: (kind) => `judge ${kind}`,
  score: () => "give an overall score",
  prefer: () => "compare two responses",
  label: () => "label",
  ask: () => "answer a question",
};

const LISTED: Record<RubricKind, string> = { checklist: "a checklist", criteria: "criteria" };

const CLASS: Record<ExposureClass, string> = {
  independent: "given without having seen a draft",
  exposed: "given with a draft in view",
  unknown: "of which nobody recorded whether a draft was seen",
  any: "of every exposure together",
};

const DECIMALS = 3;

/**
 * A paragraph for the methods section of a paper, with the numbers of this study in it, in Markdown. What could not
 * be computed is said to be undefined, with the reason; nothing is left to be filled in.
 */
export function methodsText(report: Report, labels: Labels, setup: Setup | null, version: string): string {
  const { made } = report;
  return [
    "# Methods",
    [...studyWords(report), ...(setup ? setupWords(setup) : [])].join(" "),
    [
      agreementWords(report, labels),
      `Intervals are 95 % percentile bootstrap intervals with tasks drawn whole (${made.replicates} replicates, seed ${made.seed}).`,
      ...machineWords(report),
      ...decisionWords(report),
    ].join(" "),
    `Computed with Countersign ${version}, rules of the report version ${made.rules}, on data ${made.data}.`,
    "## References",
    REFERENCES.map((reference) => `- ${reference}`).join("\n"),
    "",
  ].join("\n\n");
}

const REFERENCES = [
  "Krippendorff, K. (2011). Computing Krippendorff's alpha-reliability.",
  "Gwet, K. L. (2008). Computing inter-rater reliability and its variance in the presence of high agreement. British Journal of Mathematical and Statistical Psychology 61, 29-48.",
];

function studyWords({ study, humanVsLlm }: Report): string[] {
  const { raters } = study;
  // One model asked by several methods is as many raters, and still one model.
  const models = new Set(humanVsLlm.flatMap(({ llm, raterKind }) => (raterKind ? [] : [llm]))).size;
  const who = [
    people(raters.human),
    ...(raters.llm > 0
      ? [`${count(models || raters.llm, "language model")}${byMethods(models, raters.llm)}`]
      : []),
    ...(raters.rules > 0 ? ["a rule engine"] : []),
  ];
  return [
    `The study “${study.name}” has ${count(study.tasks, "task")} and ${count(study.responses, "response")}.`,
    `${sentence(list(who))} gave ${list([
      count(study.judgements, "judgement"),
      ...(study.drafts > 0 ? [count(study.drafts, "drafted value")] : []),
    ])}.`,
    ...(study.decisions > 0
      ? [`People made ${count(study.decisions, "decision")} on the items of drafted rubrics.`]
      : []),
    ...(study.skipped > 0
      ? [`${sentence(count(study.skipped, "judgement"))} without a value counted as missing.`]
      : []),
    ...(study.adjudicated > 0
      ? [
          `${sentence(count(study.adjudicated, "contested unit"))} went to adjudication, which is in no statistic.`,
        ]
      : []),
  ];
}

function byMethods(models: number, raters: number): string {
  return models > 0 && raters > models ? `, asked in ${raters} ways,` : "";
}

function setupWords({ arms, seed, subjectOrder, itemOrder, guidelines }: Setup): string[] {
  const described = arms.map(({ name, k, reserved, steps }) => {
    const parts = steps.map(({ type, kind, exposure }) => {
      const done = DONE[type](kind ? LISTED[kind] : "items");
      return exposure ? `${done} ${SHOWN[exposure]}` : done;
    });
    return `“${name}” (${count(k, "rater")} per ${reserved ? "reserved subject" : "subject"}: ${parts.join(", then ")})`;
  });
  return [
    `The design had ${count(arms.length, "arm")}: ${list(described)}.`,
    `Subjects came in ${subjectOrder} order and items in ${itemOrder} order, from seed ${seed}.`,
    ...(guidelines > 0 ? [`Annotators worked with version ${guidelines} of the guidelines.`] : []),
  ];
}

function agreementWords({ reliability }: Report, labels: Labels): string {
  const exposure = firstExposure(reliability);
  const scopes = [...new Set(reliability.map(({ scope }) => scope))];
  const scope = scopes.includes("all") ? "all" : scopes[0];
  const row =
    scope === undefined ? null : rowOf(reliability, scope, { level: null, raters: "human", exposure });
  if (!row) return "Agreement among people could not be measured: nobody judged anything.";
  const of = `Agreement among people on values ${CLASS[exposure]} (${labels.of(row.scope).toLowerCase()}, ${row.level} level)`;
  if (row.value === null) return `${of} is undefined: ${row.reason === null ? "" : REASONS[row.reason]}.`;
  const beside = [
    ...(row.percentAgreement === null ? [] : [`percent agreement ${percent(row.percentAgreement)}`]),
    ...(row.ac1 === null ? [] : [`Gwet's AC1 ${figure(row.ac1)}`]),
  ];
  const alpha = `${of} was Krippendorff's α = ${withInterval(row.value, row.ci)}${beside.length > 0 ? `, ${beside.join(", ")}` : ""}, from ${basis(row)}.`;
  return row.ac1Reason === null ? alpha : `${alpha} Gwet's AC1 is undefined: ${REASONS[row.ac1Reason]}.`;
}

function basis({ units, raterCount, pairable, na }: ReliabilityRow): string {
  const left = na > 0 ? `; ${count(na, "rating")} of n/a counted as missing` : "";
  return `${count(units, "unit")} with two or more ratings, ${count(raterCount, "rater")} and ${count(pairable, "pairable value")}${left}`;
}

function machineWords({ humanVsLlm, reliability }: Report): string[] {
  const exposure = firstExposure(reliability);
  return humanVsLlm
    .filter((row) => row.item === "all" && row.exposure === exposure)
    .map((row) => `${correlationWords(row)}.`);
}

function correlationWords(row: HumanVsLlmRow): string {
  const name = heldName(row);
  const difference =
    row.meanDifference === null
      ? null
      : `a mean difference of ${withInterval(row.meanDifference, row.ci.meanDifference)}`;
  const on = `on ${count(row.n, "unit")}`;
  if (row.pearson !== null) {
    const r = `a Pearson correlation of ${withInterval(row.pearson, row.ci.pearson)}`;
    return `Against the people, ${name} reached ${list([r, ...(difference ? [difference] : [])])} ${on}`;
  }
  const why = `The correlation of ${name} with the people is undefined${row.reason ? `: ${REASONS[row.reason]}` : ""}`;
  return difference ? `${why}; ${name} had ${difference} ${on}` : why;
}

function decisionWords({ decisions }: Report): string[] {
  return [
    ...shareWords("drafted or added explanation lines", decisions.lines),
    ...shareWords("drafted or added rubric items", decisions.items),
  ];
}

function shareWords(what: string, { n, accept, revise, remove, add }: Shares): string[] {
  if (accept === null || revise === null || remove === null || add === null) return [];
  return [
    `Of ${n} ${what}, people accepted ${percent(accept)}, revised ${percent(revise)}, removed ${percent(remove)} and added ${percent(add)}.`,
  ];
}

function withInterval(value: number, ci: Ends | null): string {
  const ends = ci ? ` (95 % interval ${ci.map(figure).join(" to ")})` : "";
  return `${figure(value)}${ends}`;
}

function figure(value: number): string {
  return fixed(value, DECIMALS);
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function people(n: number): string {
  return n === 1 ? "1 person" : `${n} people`;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function list(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
