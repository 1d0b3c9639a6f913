import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { LoadedStudy } from "@/lib/report/data/load-study";
import type { ReportBasis } from "@/lib/report/rules/report-basis";

/** Judgements and drafts above which a study is read again for each report: memory is for the report then. */
const MOST_RECORDS = 300_000;

/**
 * The study of a process's last report, in one version of its data. A process keeps one study, with what the tables of one part
 * are computed from.
 */
export class RememberedStudy {
  #part: { selection: string; basis: ReportBasis } | null = null;

  constructor(
    readonly key: string,
    readonly loaded: LoadedStudy,
  ) {}

  /** True if it is too large to be kept between reports. */
  get isLarge(): boolean {
    const { judgements, drafts } = this.loaded.study;
    return judgements.length + drafts.length > MOST_RECORDS;
  }

  /** The basis of the last report if it was on this part, or a new one, which is kept. */
  basisOf(selection: string, make: () => ReportBasis): ReportBasis {
    if (this.#part?.selection !== selection) this.#part = { selection, basis: make() };
    return this.#part.basis;
  }
}

let last: RememberedStudy | null = null;

/** Keeps a study, because a researcher who selects one part of it usually selects another next. */
export function rememberStudy(study: RememberedStudy): void {
  last = study;
}

/** The study of the last report if it is this one, in this version; else null. */
export function rememberedStudy(scope: StudyScope, dataVersion: number): RememberedStudy | null {
  return last?.key === keyOf(scope) && last.loaded.dataVersion === dataVersion ? last : null;
}

/** Makes room for another study. */
export function forgetStudy(): void {
  last = null;
}

export const keyOf = ({ datasetId, batchId }: StudyScope) => `${datasetId} ${batchId ?? ""}`;
