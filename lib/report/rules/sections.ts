import type { Report, SelectionChoices } from "@/lib/report/schema";
import type { Bounded } from "@/lib/report/schema/bounds";
import {
  type ReportOverview,
  type ReportSection,
  SECTIONS,
  type SectionName,
} from "@/lib/report/schema/sections";
import type { StudyData } from "@/lib/report/schema/study";
import { decidedItemNames, itemNamesIn } from "./item-names";
import { onlyTarget } from "./only-target";
import { PART_NAMES, partsOf, reportSettings } from "./report";
import type { ReportBasis } from "./report-basis";

/** The part of a report that is computed first. The hash of the data comes with the sections. */
export function overviewOf(basis: ReportBasis): ReportOverview {
  const { study, options, pooledReliability: reliability } = basis;
  const { summary, scopes, machines, bounded, records } = basis.outline;
  return {
    study: summary,
    made: reportSettings(options, null),
    reliability,
    bounded,
    onlyTarget: scopes.length === 2 ? onlyTarget(reliability) : null,
    models: new Set(machines.flatMap(({ kind, name }) => (kind === "llm" ? [name] : []))).size,
    hasOthers: hasOthers(study, records),
    items: itemNamesIn(study, scopes),
  };
}

function hasOthers({ labels, answers, overlaps, items }: StudyData, records: number): boolean {
  const given = (labels?.labellings.length ?? 0) + (answers?.answers.length ?? 0) + (overlaps?.length ?? 0);
  return given > 0 || (records > 0 && items.some(({ scale }) => scale.type !== "points"));
}

/** One section of a report. */
export function sectionOf(basis: ReportBasis, name: SectionName): ReportSection {
  const { parts, bounded } = partsOf(basis, SECTIONS[name]);
  const { decisions } = parts as Partial<Report>;
  return {
    made: reportSettings(basis.options, basis.fingerprint),
    parts,
    items: decisions ? decidedItemNames(basis.study, basis.scopes, decisions) : null,
    bounded,
  };
}

/** The whole report, from its overview and all its sections; null while one is missing. */
export function wholeReport(
  { study, made, bounded }: ReportOverview,
  sections: readonly ReportSection[],
  choices: SelectionChoices,
): Report | null {
  const all: Partial<Report> = Object.assign({}, ...sections.map(({ parts }) => parts));
  const computed = { ...all, study, made: { ...made, data: sections[0]?.made.data ?? null }, choices };
  if (PART_NAMES.some((name) => computed[name] === undefined)) return null;
  const inOrder = Object.fromEntries(PART_NAMES.map((name) => [name, computed[name]]));
  const cut = sections.flatMap(({ bounded }) => bounded).sort((a, b) => placeOf(a) - placeOf(b));
  return { ...inOrder, bounded: [...bounded, ...cut] } as unknown as Report;
}

/** The place of the part that was cut: "decisions.byItem" is of the decisions. */
function placeOf({ dimension }: Bounded): number {
  const [part] = dimension.split(".");
  return (PART_NAMES as readonly (string | undefined)[]).indexOf(part);
}
