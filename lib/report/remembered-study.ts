import "server-only";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { LoadedStudy } from "@/lib/report/load-study";
import type { ReportBasis } from "@/lib/report/rules/report-basis";

/** Judgements and drafts above which a study is read again for each report: memory is for the report then. */
const MOST_RECORDS = 300_000;

let last: { key: string; loaded: LoadedStudy } | null = null;

/** What the last report on a study was computed from: its next section uses the same. */
const bases = new WeakMap<LoadedStudy, { selection: string; basis: ReportBasis }>();

/** True if a study is too large to be kept between reports. */
export function isLarge({ study: { judgements, drafts } }: LoadedStudy): boolean {
  return judgements.length + drafts.length > MOST_RECORDS;
}

/**
 * Keeps the study of this process's last report, because a researcher who selects one part of it usually
 * selects another next.
 */
export function rememberStudy(scope: StudyScope, loaded: LoadedStudy): void {
  last = isLarge(loaded) ? null : { key: keyOf(scope), loaded };
}

/** The study of the last report if it is this one, in this version; else null. */
export function rememberedStudy(scope: StudyScope, dataVersion: number): LoadedStudy | null {
  return last?.key === keyOf(scope) && last.loaded.dataVersion === dataVersion ? last.loaded : null;
}

/** Makes room for another study. */
export function forgetStudy(): void {
  last = null;
}

/** The basis of the last report on a study if it was on this part, or a new one, which is kept. */
export function basisOf(loaded: LoadedStudy, selection: string, make: () => ReportBasis): ReportBasis {
  const known = bases.get(loaded);
  if (known?.selection === selection) return known.basis;
  const basis = make();
  bases.set(loaded, { selection, basis });
  return basis;
}

const keyOf = ({ datasetId, batchId }: StudyScope) => `${datasetId} ${batchId ?? ""}`;
