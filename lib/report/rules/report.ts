import { RATER_KINDS, type RaterKind } from "@/lib/judgement/schema";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import type { Report, ReportOptions, ReportSettings, StudySummary } from "@/lib/report/schema";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { StudyData } from "@/lib/report/schema/study";
import { againstGoldOf, againstMajorityOf } from "./against-gold";
import { alternativeOf } from "./alternative-annotator-test";
import { anchoringOf } from "./anchoring";
import { annotatorsOf } from "./annotators";
import { answerAgreementOf, answerNumbersOf, answersOf, answerTextsOf } from "./answers";
import { type Bounds, cutLists, WHOLE, withinBounds } from "./bounds";
import { checklistOf } from "./checklist";
import { accuracyOf, distributionsOf, preferenceRows } from "./comparisons";
import { decisionsOf } from "./decisions";
import { CONFIDENCE } from "./defaults";
import { draftOrigins } from "./draft-origins";
import { draftsById } from "./draft-table";
import { explanationsOf } from "./explanations";
import { studyFingerprint } from "./fingerprint";
import { humanVsLlmOf } from "./human-vs-llm";
import { judgeCardsOf } from "./inference/judge-cards";
import { modelEstimatesOf } from "./inference/model-estimates";
import { rankingsOf } from "./inference/rankings";
import { labelAgreementOf, labelSharesOf } from "./labellings";
import { machineReadings } from "./machine-readings";
import { withOtherRaters } from "./other-raters";
import { overlapOf } from "./overlap";
import { pairingsOf } from "./pairwise-correlations";
import { positionWorkOf } from "./position-work";
import { ratersOf } from "./raters";
import { WORDS_PER_MINUTE } from "./reading-speed";
import { armsOf, positionsOf, reliabilityOf } from "./reliability";
import { byRater, OTHER, scopesOf } from "./scopes";
import { choicesOf } from "./selection";
import { momentOf, sessionStages } from "./sessions";
import { sidesOf } from "./side-preferences";
import type { Rater, Units } from "./unit";
import { unitsOf } from "./units";
import { inArmsOf } from "./values-by-arm";

/** 1,000 replicates and seed 42, unless the caller chooses otherwise. */
export const DEFAULT_OPTIONS: ReportOptions = { replicates: 1000, seed: 42 };

/**
 * Incremented with every change to a report's content or layout: stored reports of earlier versions are not
 * used.
 */
export const RULES_VERSION = 31;

/** Values of machines by unit take memory: a displayed report on more drafts has no cards, estimates and rankings of models. */
export const MOST_MACHINE_VALUES = 300_000;

/** A report of which agreement by item is computed, and what the other tables are computed from. */
export interface BegunReport {
  study: StudyData;
  options: ReportOptions;
  bounds: Bounds;
  summary: StudySummary;
  reliability: readonly ReliabilityRow[];
  units: Units;
  chosen: ReturnType<typeof withinBounds>;
}

/**
 * Computes agreement by item, the first table that is read. `known` is agreement by item computed earlier from
 * the same data, which is not computed again. If the study exceeds the bounds, only its largest groups have
 * rows.
 */
export function beginReport(
  study: StudyData,
  options: ReportOptions = DEFAULT_OPTIONS,
  known?: readonly ReliabilityRow[],
  bounds: Bounds = WHOLE,
): BegunReport {
  const units = unitsOf(study);
  const chosen = withinBounds(bounds, scopesOf(study, units), comparedWithPeople(units));
  const { scopes } = chosen;
  const named = new Set(scopes.map(({ name }) => name));
  const reliability =
    known && !named.has(OTHER)
      ? known.filter(({ scope }) => named.has(scope))
      : scopes.flatMap((scope) => reliabilityOf(scope, options));
  return { study, options, bounds, summary: summaryOf(study, units), reliability, units, chosen };
}

/**
 * Computes every table of the dashboards for one study: agreement among people, people compared with LLMs,
 * decisions on drafts, and results of checklists.
 *
 * The order of records does not change the result. Nothing is rounded, and an undefined number is null with
 * its reason.
 */
export function reportOf(
  study: StudyData,
  options?: ReportOptions,
  known?: readonly ReliabilityRow[],
  bounds?: Bounds,
): Report {
  return finishReport(beginReport(study, options, known, bounds));
}

/** Computes the tables that follow agreement by item. */
export function finishReport(begun: BegunReport): Report {
  const { study, options, bounds, summary, units, chosen } = begun;
  const { scopes, machines: llms } = chosen;
  const reliability = [...begun.reliability];
  const drafts = draftsById(study.drafts);
  const models = new Map(study.responses.map(({ id, model }) => [id, model]));
  const stages = sessionStages(study.judgements);
  const inArms = inArmsOf(study, units);
  const raters = ratersOf(scopes, drafts, options);
  const isReadable = bounds === WHOLE || study.drafts.length <= MOST_MACHINE_VALUES;
  const machines = isReadable ? machineReadings(study, units) : [];
  const againstGold = againstGoldOf(study, units, options);
  const againstMajority = againstMajorityOf(study, units, options);
  const { estimates, differences } = modelEstimatesOf(study, scopes, machines, options);
  const { report, bounded } = cutLists(
    {
      study: summary,
      made: reportSettings(options, studyFingerprint(study)),
      reliability,
      arms: scopes.flatMap((scope) => armsOf(scope, inArms, options)),
      positionWork: positionWorkOf(study, stages, drafts, options),
      sides: sidesOf(study, options),
      positions: scopes.flatMap((scope) => positionsOf(scope, stages, options)),
      humanVsLlm: scopes.flatMap((scope) => humanVsLlmOf(scope, llms, drafts, options)),
      accuracy: scopes.flatMap((scope) => accuracyOf(scope, llms, drafts, options)),
      preferences: preferenceRows(units.byItem.get(PREFERENCE) ?? [], llms, drafts, options),
      pairings: scopes.flatMap((scope) => pairingsOf(scope, llms, options)),
      distributions: scopes.flatMap((scope) => distributionsOf(scope, llms, models)),
      alternative: scopes.flatMap((scope) => alternativeOf(scope, llms, options)),
      againstGold,
      againstMajority,
      decisions: decisionsOf(study, options),
      explanations: explanationsOf(scopes, options),
      raters: {
        ...raters,
        each: withOtherRaters(raters.each, reliability, options.confidence ?? CONFIDENCE),
      },
      anchoring: anchoringOf(scopes, draftOrigins(study, drafts), study.planted ?? [], inArms, options),
      annotators: annotatorsOf(units, study, drafts, options),
      checklist: { byRater: checklistOf(study, units, options) },
      labels: study.labels ? labelAgreementOf(study.labels, options) : [],
      labelShares: study.labels ? labelSharesOf(study.labels, options) : [],
      overlap: overlapOf(study.overlaps ?? [], options),
      answers: answersOf(study, options),
      answerNumbers: answerNumbersOf(study, options),
      answerTexts: answerTextsOf(study),
      answerAgreement: answerAgreementOf(study, options),
      judgeCards: judgeCardsOf(study, units, machines, { againstGold, againstMajority }, options),
      modelEstimates: estimates,
      modelDifferences: differences,
      ...rankingsOf(study, units, machines, options),
      choices: choicesOf(study),
    },
    bounds.rows,
  );
  const unread = isReadable ? [] : [{ dimension: "machineValues", shown: 0, of: study.drafts.length }];
  return { ...report, bounded: [...chosen.bounded, ...unread, ...bounded] };
}

/** The settings of a report: its options, its data, and the version of its rules. */
export function reportSettings(options: ReportOptions, data: string | null): ReportSettings {
  return { ...options, rules: RULES_VERSION, data, wordsPerMinute: WORDS_PER_MINUTE };
}

/** The raters compared with people: LLMs first, then the rules, which are never counted as an LLM. */
function comparedWithPeople({ byItem }: Units): Rater[] {
  const found = new Set<Rater>();
  for (const units of byItem.values()) {
    for (const { others } of units) for (const { rater } of others) if (isMachine(rater)) found.add(rater);
    for (const { undecided } of units) for (const rater of undecided) if (isMachine(rater)) found.add(rater);
  }
  return [...found].sort(byRater);
}

function isMachine({ kind }: Rater): boolean {
  return kind === "llm" || kind === "rules";
}

/** The numbers of records and raters of a study. */
export function summaryOf(study: StudyData, { byItem, repeated }: Units): StudySummary {
  const counted = { judgements: 0, skipped: 0, undated: 0 };
  const seen = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  const note = (kind: RaterKind, rater: string, method: string | null, condition: string | null = null) =>
    seen.get(kind)?.add(JSON.stringify([rater, method, condition]));
  const judged = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  for (const { raterKind, rater, method, condition } of study.drafts)
    note(raterKind, rater, method, condition);
  for (const { raterKind, rater } of study.decisions) note(raterKind, rater, null);
  for (const judgement of study.judgements) {
    const { raterKind, rater, value } = judgement;
    judged.get(raterKind)?.add(rater);
    if (raterKind === "adjudicator") continue;
    counted.judgements++;
    if (value === null) counted.skipped++;
    if (raterKind === "human" && momentOf(judgement) === null) counted.undated++;
  }
  for (const [kind, raters] of judged) for (const rater of raters) note(kind, rater, null);
  let adjudicated = 0;
  for (const units of byItem.values()) for (const unit of units) adjudicated += Number(unit.adjudicated);
  const count = (kind: RaterKind) => seen.get(kind)?.size ?? 0;
  return {
    name: study.name,
    tasks: study.tasks.length,
    responses: study.responses.length,
    drafts: study.drafts.length,
    judgements: counted.judgements,
    decisions: study.decisions.length,
    labellings: study.labels?.labellings.length ?? 0,
    labellingsSetAside: study.labels?.setAside ?? 0,
    adjudicated,
    raters: {
      human: count("human"),
      llm: count("llm"),
      rules: count("rules"),
      gold: count("gold"),
      adjudicator: count("adjudicator"),
    },
    setAside: study.setAside ?? 0,
    skipped: counted.skipped,
    undated: counted.undated,
    repeated,
  };
}
