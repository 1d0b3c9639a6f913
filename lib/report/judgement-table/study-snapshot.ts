import { type Engine, openEngine } from "@/lib/duckdb/engine";
import { TableWriter } from "@/lib/duckdb/table-writer";
import type { RaterKind } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { NONE } from "@/lib/report/rules/none";
import type { StudySelection } from "@/lib/report/schema/judgements";
import type { StudyData } from "@/lib/report/schema/study";
import { NOWHERE, OVERALL_PLACE, PREFERENCE_PLACE } from "./ratings-sql";
import { type JudgedBy, RatingsTable } from "./ratings-table";

/** Memory of the engine, in megabytes: what does not fit goes to its temporary folder. */
const LIMITS = { memoryMb: 256, diskMb: 8192, threads: 2 };

/** The raters of a study by number, and the places of its items by key. */
export interface Subjects {
  raters: readonly JudgedBy[];
  places: ReadonlyMap<string, number>;
}

/** A part of a study: how it was selected, and its tasks, responses and items. */
type StudyPart = Pick<StudyData, "tasks" | "responses" | "items"> & { selection: StudySelection };

/**
 * The judgements and drafts of a study in an engine of their own, as they are in one version of its data. The ratings of
 * the study, and of any part of it, are grouped from it side by side, without reading it again. Close it after them.
 */
export class StudySnapshot {
  private constructor(
    private readonly engine: Engine,
    private readonly subjects: Subjects,
  ) {}

  /** `fill` writes the tables `study_judged`, `study_drafted`, `task_keys` and `response_keys`. */
  static async create(fill: (engine: Engine) => Promise<Subjects>, limits = LIMITS): Promise<StudySnapshot> {
    const engine = await openEngine(limits);
    try {
      return new StudySnapshot(engine, await fill(engine));
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  /** The ratings of the study, or of a part of it. Close the table. */
  async ratings(part: StudyPart | null = null): Promise<RatingsTable> {
    return RatingsTable.create(await this.engine.connect(), this.subjects, async (own) => {
      const where = part === null ? { all: "TRUE", people: "TRUE" } : await this.#conditionsOf(part, own);
      await own.connection.run(
        `CREATE TEMP VIEW drafted AS SELECT * FROM study_drafted WHERE ${where.all};
         CREATE TEMP VIEW judged AS SELECT * FROM study_judged WHERE ${where.all} AND ${where.people}`,
      );
    });
  }

  /** The conditions for records of a part: of all raters, and further ones for people. */
  async #conditionsOf({ selection, tasks, responses, items }: StudyPart, own: Engine) {
    const { item, arm, rater, model, family, group } = selection;
    const conditions: string[] = [];
    if (family !== undefined) {
      await writeKeys(own, "tasks_of_part", tasks);
      conditions.push("task IN (SELECT number FROM task_keys SEMI JOIN tasks_of_part USING (key))");
    }
    if (model !== undefined || group !== undefined) {
      await writeKeys(own, "responses_of_part", responses);
      const known = "(SELECT number FROM response_keys SEMI JOIN responses_of_part USING (key))";
      conditions.push(`(first IN ${known} OR second IN ${known})`);
    }
    const targets = { [OVERALL]: OVERALL_PLACE, [PREFERENCE]: PREFERENCE_PLACE };
    const places =
      item === OVERALL || item === PREFERENCE
        ? [targets[item]]
        : [
            ...items.flatMap(({ key }) => this.subjects.places.get(key) ?? []),
            ...(item === undefined ? Object.values(targets) : []),
          ];
    conditions.push(`item IN (${[...places, NOWHERE].join(", ")})`);
    const { quotedString } = await import("@duckdb/node-api");
    const { raters } = this.subjects;
    const numbersOf = (which: (rater: JudgedBy) => boolean) =>
      `(${[NONE, ...raters.flatMap((each, number) => (which(each) ? number : []))].join(", ")})`;
    const isHuman = ({ kind }: JudgedBy) => kind === ("human" satisfies RaterKind);
    const people = [
      ...(arm === undefined ? [] : [`arm = ${quotedString(arm)}`]),
      ...(rater === undefined
        ? []
        : [`rater IN ${numbersOf((each) => isHuman(each) && each.code === rater)}`]),
    ];
    return {
      all: conditions.join(" AND "),
      people:
        people.length === 0
          ? "TRUE"
          : `(rater NOT IN ${numbersOf(isHuman)} OR coalesce(${people.join(" AND ")}, FALSE))`,
    };
  }

  close(): Promise<void> {
    return this.engine.close();
  }
}

async function writeKeys(engine: Engine, table: string, keyed: readonly { id: string }[]): Promise<void> {
  const writer = await TableWriter.create(engine, table, [{ name: "key", type: "text" }]);
  for (const { id } of keyed) writer.addCells([id]);
  writer.close();
}

/** A snapshot with the ratings of the whole study. */
export interface ReadRatings {
  snapshot: StudySnapshot;
  table: RatingsTable;
}

/** Groups the ratings of a snapshot that `read` makes. Close them by `closeRatings`. */
export async function readRatings(read: () => Promise<StudySnapshot>): Promise<ReadRatings> {
  const snapshot = await read();
  try {
    return { snapshot, table: await snapshot.ratings() };
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}

export async function closeRatings({ snapshot, table }: ReadRatings): Promise<void> {
  await table.close();
  await snapshot.close();
}
