import { RATER_KINDS, type RaterKind } from "@/lib/dataset/schema";
import type { Report, ReportOptions, StudyData, StudySummary } from "@/lib/report/schema";
import { anchoringOf } from "./anchoring";
import { checklistOf } from "./checklist";
import { decisionsOf } from "./decisions";
import { fingerprint } from "./fingerprint";
import { humanVsLlmOf } from "./human-vs-llm";
import { ratersOf } from "./raters";
import { reliabilityOf } from "./reliability";
import { byName, scopesOf } from "./scopes";
import { type Rater, type Units, unitsOf } from "./units";

/** 1,000 replicates from seed 42, as everywhere unless somebody chooses otherwise. */
export const DEFAULT_OPTIONS: ReportOptions = { replicates: 1000, seed: 42 };

/** Raised with every change to what a report says or how it is laid out: those kept from before count no more. */
export const RULES_VERSION = 5;

/**
 * Every table of the dashboards for one study: agreement among people, people
 * against LLMs, what became of the drafts, and how checklists were answered.
 *
 * The same for the same study, whatever the order of its records. Nothing is
 * rounded, and a number that is undefined is null with its reason.
 */
export function reportOf(study: StudyData, options: ReportOptions = DEFAULT_OPTIONS): Report {
  const units = unitsOf(study);
  const scopes = scopesOf(study, units);
  const llms = heldAgainstPeople(units);
  return {
    study: summaryOf(study, units),
    made: { ...options, rules: RULES_VERSION, data: fingerprint(study) },
    reliability: scopes.flatMap((scope) => reliabilityOf(scope, options)),
    humanVsLlm: scopes.flatMap((scope) => humanVsLlmOf(scope, llms, options)),
    decisions: decisionsOf(study, options),
    raters: ratersOf(scopes),
    anchoring: anchoringOf(scopes, options),
    checklist: { byRater: checklistOf(study, units, options) },
  };
}

/** LLMs, then the rules, which are never counted among them. */
function heldAgainstPeople({ byItem }: Units): Rater[] {
  const found = new Set<Rater>();
  for (const units of byItem.values()) {
    for (const { others } of units)
      for (const { rater } of others) if (rater.kind === "llm" || rater.kind === "rules") found.add(rater);
  }
  return [...found].sort(
    (a, b) => byName(a.kind, b.kind) || byName(a.name, b.name) || byName(a.method ?? "", b.method ?? ""),
  );
}

function summaryOf(study: StudyData, { byItem, repeated }: Units): StudySummary {
  const voted = study.judgements.filter(({ raterKind }) => raterKind !== "adjudicator");
  const seen = new Map<RaterKind, Set<string>>(RATER_KINDS.map((kind) => [kind, new Set()]));
  for (const { raterKind, rater, method } of study.drafts)
    seen.get(raterKind)?.add(JSON.stringify([rater, method]));
  for (const { raterKind, rater } of study.judgements)
    seen.get(raterKind)?.add(JSON.stringify([rater, null]));
  for (const { raterKind, rater } of study.decisions) seen.get(raterKind)?.add(JSON.stringify([rater, null]));
  const count = (kind: RaterKind) => seen.get(kind)?.size ?? 0;
  return {
    name: study.name,
    tasks: study.tasks,
    responses: study.responses.length,
    drafts: study.drafts.length,
    judgements: voted.length,
    decisions: study.decisions.length,
    adjudicated: [...byItem.values()].flat().filter(({ adjudicated }) => adjudicated).length,
    raters: {
      human: count("human"),
      llm: count("llm"),
      rules: count("rules"),
      gold: count("gold"),
      adjudicator: count("adjudicator"),
    },
    skipped: voted.filter(({ value }) => value === null).length,
    repeated,
  };
}
