import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { Report, ReportOptions, ReportSettings } from "@/lib/report/schema";
import { withIntervalsOverRaters } from "./alpha-over-raters";
import { alternativeOf } from "./alternative-annotator-test";
import { anchoringOf } from "./anchoring";
import { annotatorsOf } from "./annotators";
import { answerAgreementOf, answerNumbersOf, answersOf, answerTextsOf } from "./answers";
import { cutLists } from "./bounds";
import { checklistOf } from "./checklist";
import { accuracyOf, distributionsOf, preferenceRows } from "./comparisons";
import { decisionsOf } from "./decisions";
import { CONFIDENCE } from "./defaults";
import { draftOrigins } from "./draft-origins";
import { explanationsOf } from "./explanations";
import { humanVsLlmOf } from "./human-vs-llm";
import { judgeCardsOf } from "./inference/judge-cards";
import { labelAgreementOf, labelSharesOf } from "./labellings";
import { overlapOf } from "./overlap";
import { pairingsOf } from "./pairwise-correlations";
import { positionWorkOf } from "./position-work";
import { ratersOf } from "./raters";
import { WORDS_PER_MINUTE } from "./reading-speed";
import { armsOf, positionsOf } from "./reliability";
import type { ReportBasis } from "./report-basis";
import { choicesOf } from "./selection";
import { sidesOf } from "./side-preferences";

/** 1,000 replicates and seed 42, unless the caller chooses otherwise. */
export const DEFAULT_OPTIONS: ReportOptions = { replicates: 1000, seed: 42 };

/**
 * Incremented with every change to a report's content or layout: stored reports of earlier versions are not
 * used.
 */
export const RULES_VERSION = 43;

/** The parts of a report that are computed one by one. */
type Computed = Omit<Report, "bounded">;

/** The computation of each part of a report, in the order of the report. */
const PARTS: {
  [Name in keyof Computed]: (basis: ReportBasis) => Computed[Name];
} = {
  study: ({ outline }) => outline.summary,
  made: ({ options, fingerprint }) => reportSettings(options, fingerprint),
  reliability: ({ reliability }) => reliability,
  arms: ({ scopes, inArms, options }) => scopes.flatMap((scope) => armsOf(scope, inArms, options)),
  positionWork: ({ study, stages, drafts, options }) => positionWorkOf(study, stages, drafts, options),
  sides: ({ study, options }) => sidesOf(study, options),
  positions: ({ scopes, stages, options }) => scopes.flatMap((scope) => positionsOf(scope, stages, options)),
  humanVsLlm: ({ scopes, chosen, drafts, options }) =>
    scopes.flatMap((scope) => humanVsLlmOf(scope, chosen.machines, drafts, options)),
  accuracy: ({ scopes, chosen, drafts, options }) =>
    scopes.flatMap((scope) => accuracyOf(scope, chosen.machines, drafts, options)),
  preferences: ({ units, chosen, drafts, options }) =>
    preferenceRows(units.byItem.get(PREFERENCE) ?? [], chosen.machines, drafts, options),
  pairings: ({ scopes, chosen, options }) =>
    scopes.flatMap((scope) => pairingsOf(scope, chosen.machines, options)),
  distributions: ({ scopes, chosen, models }) =>
    scopes.flatMap((scope) => distributionsOf(scope, chosen.machines, models)),
  alternative: ({ scopes, chosen, options }) =>
    scopes.flatMap((scope) => alternativeOf(scope, chosen.machines, options)),
  againstGold: ({ againstGold }) => againstGold,
  againstMajority: ({ againstMajority }) => againstMajority,
  decisions: ({ study, options }) => decisionsOf(study, options),
  explanations: ({ study, scopes, options }) => explanationsOf(study, scopes, options),
  raters: ({ scopes, drafts, options, pooledReliability }) => {
    const raters = ratersOf(scopes, drafts, options);
    const each = withIntervalsOverRaters(raters.each, pooledReliability, options.confidence ?? CONFIDENCE);
    return { ...raters, each };
  },
  anchoring: ({ study, scopes, drafts, inArms, options }) =>
    anchoringOf(scopes, draftOrigins(study, drafts), study.planted ?? [], inArms, options),
  annotators: ({ study, units, drafts, options }) => annotatorsOf(units, study, drafts, options),
  checklist: ({ study, units, options }) => ({ byRater: checklistOf(study, units, options) }),
  labels: ({ study, options }) => (study.labels ? labelAgreementOf(study.labels, options) : []),
  labelShares: ({ study, options }) => (study.labels ? labelSharesOf(study.labels, options) : []),
  overlap: ({ study, options }) => overlapOf(study.overlaps ?? [], options),
  answers: ({ study, options }) => answersOf(study, options),
  answerNumbers: ({ study, options }) => answerNumbersOf(study, options),
  answerTexts: ({ study }) => answerTextsOf(study),
  answerAgreement: ({ study, options }) => answerAgreementOf(study, options),
  judgeCards: (basis) => judgeCardsOf(basis.study, basis.units, basis.machines, basis, basis.options),
  modelEstimates: ({ modelEstimates }) => modelEstimates.estimates,
  modelDifferences: ({ modelEstimates }) => modelEstimates.differences,
  rankings: ({ rankings }) => rankings.rankings,
  winRates: ({ rankings }) => rankings.winRates,
  choices: ({ study }) => choicesOf(study),
};

/** The names of a report's parts, in order. */
export const PART_NAMES = Object.keys(PARTS) as readonly (keyof Computed)[];

/**
 * Every table of the dashboards for one study: agreement among people, people compared with LLMs, decisions on
 * drafts, and results of checklists. If the study exceeds the bounds, only its largest groups have rows.
 *
 * The order of records does not change the result. Nothing is rounded, and an undefined number is null with
 * its reason.
 */
export function wholeReportOn(basis: ReportBasis): Report {
  const { parts, bounded } = partsOf(basis, PART_NAMES);
  return { ...parts, bounded: [...basis.chosen.bounded, ...bounded] };
}

/** Computes some parts of a report, within its bounds, and returns how many rows there are of those cut. */
export function partsOf<Name extends keyof Computed>(
  basis: ReportBasis,
  names: readonly Name[],
): { parts: Pick<Computed, Name>; bounded: Report["bounded"] } {
  const computed = names.map((name) => [name, PARTS[name](basis)] as const);
  const { report, bounded } = cutLists(Object.fromEntries(computed), basis.bounds.rows);
  return { parts: report as Pick<Computed, Name>, bounded };
}

/** The settings of a report: its options, its data, and the version of its rules. */
export function reportSettings(options: ReportOptions, data: string | null): ReportSettings {
  return { ...options, rules: RULES_VERSION, data, wordsPerMinute: WORDS_PER_MINUTE };
}
