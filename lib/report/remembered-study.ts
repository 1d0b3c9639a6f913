import "server-only";
import type { StudyScope } from "@/lib/dataset/data/study-scope";
import { studyRatings } from "@/lib/report/judgement-table/outline";
import type { RatingsTable } from "@/lib/report/judgement-table/ratings-table";
import { snapshotOfStudy } from "@/lib/report/judgement-table/study-ratings";
import { closeRatings, type ReadRatings, readRatings } from "@/lib/report/judgement-table/study-snapshot";
import type { LoadedStudy } from "@/lib/report/load-study";
import type { ReportBasis, StudyRatings } from "@/lib/report/rules/report-basis";
import type { ReportOptions } from "@/lib/report/schema";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { StudyData } from "@/lib/report/schema/study";

/** Judgements and drafts above which a study is read again for each report: memory is for the report then. */
const MOST_RECORDS = 300_000;

/** True if a study is too large to be kept between reports. */
export const isLarge = (records: number) => records > MOST_RECORDS;

/**
 * The study of a process's last report, in one version of its data: its records, and its ratings in the engine, from which
 * those of a part are grouped without reading anything again. A process keeps one study, with the ratings of one part.
 */
export class RememberedStudy {
  #part: { selection: string; basis: ReportBasis; table: Promise<RatingsTable> | null } | null = null;

  constructor(
    readonly key: string,
    readonly loaded: LoadedStudy,
    /** Null when they were closed, so that the records of a large study have the memory. */
    private whole: ReadRatings | null,
  ) {}

  get isLarge(): boolean {
    const { judgements, drafts } = this.loaded.study;
    return isLarge(judgements.length + drafts.length);
  }

  /** The basis of the last report if it was on this part, or a new one, which is kept. */
  async basisOf(selection: string, make: () => ReportBasis): Promise<ReportBasis> {
    if (this.#part?.selection === selection) return this.#part.basis;
    await this.#closePart();
    this.#part = { selection, basis: make(), table: null };
    return this.#part.basis;
  }

  /** The ratings of the part that is at hand; they are grouped when they are first needed. */
  ratingsOf(part: StudyData, selected: StudySelection | null, options: ReportOptions): StudyRatings {
    const ratings = async () => studyRatings(await this.#tableOf(part, selected), part, options);
    return {
      reliability: async (scopes) => (await ratings()).reliability(scopes),
      outline: async () => (await ratings()).outline(),
    };
  }

  async #tableOf(part: StudyData, selection: StudySelection | null): Promise<RatingsTable> {
    this.whole ??= await readRatings(() => snapshotOfStudy(this.loaded.study));
    if (selection === null) return this.whole.table;
    if (!this.#part) throw new Error("ratings of a part that is closed were asked for");
    this.#part.table ??= this.whole.snapshot.ratings({ ...part, selection });
    return this.#part.table;
  }

  async #closePart(): Promise<void> {
    const table = this.#part?.table;
    this.#part = null;
    // A table that could not be made has closed itself.
    await (await table?.catch(() => null))?.close();
  }

  async close(): Promise<void> {
    await this.#closePart();
    if (this.whole) await closeRatings(this.whole);
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
export async function forgetStudy(): Promise<void> {
  const study = last;
  last = null;
  await study?.close();
}

export const keyOf = ({ datasetId, batchId }: StudyScope) => `${datasetId} ${batchId ?? ""}`;
