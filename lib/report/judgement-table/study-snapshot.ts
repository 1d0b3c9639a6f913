import { type Engine, openEngine } from "@/lib/duckdb/engine";
import { type JudgedBy, RatingsTable } from "./ratings-table";

/** Memory of the engine, in megabytes: what does not fit goes to its temporary folder. */
const LIMITS = { memoryMb: 256, diskMb: 8192, threads: 2 };

/** The raters of a study by number, and the places of its items by key. */
export interface Subjects {
  raters: readonly JudgedBy[];
  places: ReadonlyMap<string, number>;
}

/**
 * The judgements and drafts of a study in an engine of their own, as they are in one version of its data. Close it after its
 * ratings.
 */
export class StudySnapshot {
  private constructor(
    private readonly engine: Engine,
    private readonly subjects: Subjects,
  ) {}

  /** `fill` writes the tables `study_judged` and `study_drafted`. */
  static async create(fill: (engine: Engine) => Promise<Subjects>, limits = LIMITS): Promise<StudySnapshot> {
    const engine = await openEngine(limits);
    try {
      return new StudySnapshot(engine, await fill(engine));
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** The ratings of the study. Close the table. */
  async ratings(): Promise<RatingsTable> {
    return RatingsTable.create(await this.engine.connect(), this.subjects, async ({ connection }) => {
      await connection.run(
        `CREATE TEMP VIEW drafted AS SELECT * FROM study_drafted; CREATE TEMP VIEW judged AS SELECT * FROM study_judged`,
      );
    });
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

/** A snapshot with the ratings of the whole study. */
export interface ReadRatings {
  snapshot: StudySnapshot;
  table: RatingsTable;
}

/** Closes the ratings of a study, and then their snapshot. */
export async function closeRatings({ snapshot, table }: ReadRatings): Promise<void> {
  await table.close();
  await snapshot.close();
}
