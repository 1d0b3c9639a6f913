import "server-only";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import type { LoadedStudy } from "@/lib/report/load-study";

/** Judgements and drafts above which a study is read again for each report: memory is for the report then. */
const MOST_RECORDS = 300_000;

let last: { key: string; loaded: LoadedStudy } | null = null;

/**
 * Keeps the study of this process's last report, because a researcher who selects one part of it usually
 * selects another next.
 */
export function rememberStudy(scope: StudyScope, loaded: LoadedStudy): void {
  const { judgements, drafts } = loaded.study;
  last = judgements.length + drafts.length > MOST_RECORDS ? null : { key: keyOf(scope), loaded };
}

/** The study of the last report if it is this one, in this version; else null. */
export function rememberedStudy(scope: StudyScope, dataVersion: number): LoadedStudy | null {
  return last?.key === keyOf(scope) && last.loaded.dataVersion === dataVersion ? last.loaded : null;
}

const keyOf = ({ datasetId, batchId }: StudyScope) => `${datasetId} ${batchId ?? ""}`;
