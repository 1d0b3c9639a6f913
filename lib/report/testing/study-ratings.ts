import type { Engine } from "@/lib/duckdb/engine";
import type { Cell, Column } from "@/lib/duckdb/schema";
import { TableWriter } from "@/lib/duckdb/table-writer";
import type { RaterKind, Value } from "@/lib/judgement/schema";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import { NOWHERE, OVERALL_PLACE, PREFERENCE_PLACE, placesOf } from "@/lib/report/judgement-table/ratings-sql";
import type { RatingsTable } from "@/lib/report/judgement-table/ratings-table";
import { StudySnapshot, type Subjects } from "@/lib/report/judgement-table/study-snapshot";
import { exposureAt } from "@/lib/report/rules/exposure-classes";
import { momentOf } from "@/lib/report/rules/sessions";
import { compare } from "@/lib/report/rules/text-order";
import type { ReportDraft, ReportJudgement, StudyData } from "@/lib/report/schema/study";

/** The place of items in no rubric, which no scope counts. */
const NO_PLACE = NOWHERE - 1;

/** The columns of the unit of a judgement or draft, and of its rater. */
const ABOUT: readonly Column[] = [
  { name: "task", type: "integer" },
  { name: "item", type: "integer" },
  { name: "first", type: "integer" },
  { name: "second", type: "integer" },
  { name: "rater", type: "integer" },
  { name: "swapped", type: "boolean" },
  { name: "value", type: "text" },
];

const JUDGED: readonly Column[] = [
  ...ABOUT,
  { name: "initial", type: "text" },
  { name: "exposure", type: "integer" },
  { name: "is_opened", type: "boolean" },
  { name: "is_undated", type: "boolean" },
  { name: "arm", type: "text" },
  { name: "moment", type: "number" },
  { name: "id", type: "text" },
];

const DRAFTED: readonly Column[] = [
  ...ABOUT,
  { name: "method", type: "text" },
  { name: "condition", type: "text" },
];

/** Calls `use` with the ratings of a study in memory, as if they were read from a database. */
export async function withRatings<T>(study: StudyData, use: (table: RatingsTable) => Promise<T>): Promise<T> {
  const snapshot = await StudySnapshot.create((engine) => fillFrom(study, engine));
  try {
    const table = await snapshot.ratings();
    return await use(table).finally(() => table.close());
  } finally {
    await snapshot.close();
  }
}

async function fillFrom(study: StudyData, engine: Engine): Promise<Subjects> {
  const subjects = new SubjectNumbers(study);
  const drafted = await TableWriter.create(engine, "study_drafted", DRAFTED);
  for (const draft of study.drafts)
    drafted.addCells([...subjects.about(draft), draft.method, draft.condition]);
  drafted.close();
  const judged = await TableWriter.create(engine, "study_judged", JUDGED);
  for (const judgement of study.judgements) judged.addCells(subjects.judged(judgement));
  judged.close();
  return { raters: subjects.raters, places: placesOf(study.items) };
}

/** Numbers for tasks, responses and raters, and the place of each item. */
class SubjectNumbers {
  readonly raters: { kind: RaterKind; code: string }[] = [];
  readonly #raters = new Map<RaterKind, Map<string, number>>();
  readonly #places: Map<string, number>;
  readonly #tasks = new Map<string, number>();
  /** In the order of keys. */
  readonly #responses = new Map<string, number>();

  constructor({ items, responses }: StudyData) {
    this.#places = placesOf(items).set(OVERALL, OVERALL_PLACE).set(PREFERENCE, PREFERENCE_PLACE);
    for (const key of responses.map(({ id }) => id).sort(compare)) numberIn(this.#responses, key);
  }

  judged(judgement: ReportJudgement): Cell[] {
    const { initial, lines } = judgement;
    const moment = momentOf(judgement);
    const cells = this.about(judgement);
    cells.push(
      initial === undefined ? null : textOf(initial),
      exposureAt(judgement.exposure),
      lines.some((line) => line.draft !== null),
      moment === null,
      judgement.arm,
      moment,
      judgement.id,
    );
    return cells;
  }

  about(given: ReportJudgement | ReportDraft): Cell[] {
    const { item, pair, value } = given;
    const isSwapped = pair !== null && pair[0] > pair[1];
    const [first, second] =
      pair === null ? [given.response ?? "", null] : isSwapped ? [pair[1], pair[0]] : pair;
    return [
      numberIn(this.#tasks, given.task),
      this.#places.get(item) ?? NO_PLACE,
      numberIn(this.#responses, first),
      second === null ? null : numberIn(this.#responses, second),
      this.#raterOf(given),
      isSwapped && item === PREFERENCE,
      value === null ? null : textOf(value),
    ];
  }

  #raterOf({ rater: code, raterKind: kind }: ReportJudgement | ReportDraft): number {
    const ofKind = this.#raters.get(kind) ?? new Map<string, number>();
    const known = ofKind.get(code);
    if (known !== undefined) return known;
    const number = this.raters.push({ kind, code }) - 1;
    this.#raters.set(kind, ofKind.set(code, number));
    return number;
  }
}

/** The number of a key; the next one if it has none. */
function numberIn(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key);
  if (known !== undefined) return known;
  numbers.set(key, numbers.size);
  return numbers.size - 1;
}

/** A value as JSON. */
function textOf(value: Value | null): string {
  return typeof value === "string" ? `"${value}"` : String(value);
}
