import type { Engine } from "@/lib/duckdb/engine";
import { integerColumns } from "@/lib/duckdb/integer-columns";
import { TableWriter } from "@/lib/duckdb/table-writer";
import { swapSides } from "@/lib/judgement/rules/sides";
import { type ExposureClass, RATER_KINDS, type RaterKind, type Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { NONE } from "@/lib/report/rules/none";
import { formOf, preferenceIn } from "@/lib/report/rules/preference-forms";
import { ofSamples } from "@/lib/report/rules/unit-values";
import {
  COUNTS,
  DRAFTERS,
  KIND,
  MACHINES,
  OTHERS,
  PREFERENCE_PLACE,
  REPEATED_COUNT,
  resolved,
  UNITS,
  VALUES,
} from "./ratings-sql";

/** A rater of a study. */
export interface JudgedBy {
  kind: RaterKind;
  code: string;
}

/** The ratings of some items, as numbers. Units are numbered through the items, which follow each other. */
export interface CodedScope {
  people: { unit: Int32Array; rater: Int32Array } & Record<ExposureClass, Int32Array>;
  llms: { unit: Int32Array; rater: Int32Array; value: Int32Array };
  /** The task of each unit, by number, and the place of its item. */
  task: Int32Array;
  item: Int32Array;
  adjudicated: number;
}

/** The units of an item: they are numbered consecutively. */
interface UnitsOfItem {
  from: number;
  units: number;
  adjudicated: number;
}

/**
 * The judgements and drafts of a study in the engine, grouped into units. A million judgements take a second to group;
 * every number on agreement is computed from here. Close it.
 */
export class RatingsTable {
  /** The values by code. */
  readonly values: Value[] = [];
  readonly #codes = new Map<Value, number>();
  #items = new Map<number, UnitsOfItem>();
  #tasks: Int32Array = new Int32Array(0);
  /** For each class the first one with equal values. */
  #alike = new Map<ExposureClass, ExposureClass>();
  /** The number of judgements beyond a rater's first of a unit, of all raters together. */
  repeated = 0;
  /**
   * Numbers of records that were read: drafts, judgements, and of these: those not by an adjudicator, those without a value, and
   * those by people without a time.
   */
  read = { drafted: 0, judged: 0, given: 0, skipped: 0, undated: 0 };
  /** Each rater with a judgement or draft, once under each method and condition. */
  raters: (JudgedBy & { method: string | null; condition: string | null })[] = [];

  /** The method and condition of each drafter of `others`, by its number. */
  readonly drafters = new Map<number, { method: string | null; condition: string | null }>();

  /** Models and rules with a value, or with drafts that came to none. */
  machines: { name: string; kind: RaterKind }[] = [];

  private constructor(
    private readonly engine: Engine,
    /** The places of items, by key. */
    readonly places: ReadonlyMap<string, number>,
  ) {}

  /**
   * Groups what `fill` makes: `judged` and `drafted`, by raters with the numbers of a list. The connection is the table's
   * own, and is closed with it.
   */
  static async create(
    engine: Engine,
    { raters, places }: { raters: readonly JudgedBy[]; places: ReadonlyMap<string, number> },
    fill: (engine: Engine) => Promise<void>,
  ): Promise<RatingsTable> {
    try {
      const table = new RatingsTable(engine, places);
      await fill(engine);
      await table.#group(raters);
      return table;
    } catch (error) {
      await engine.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.engine.close();
  }

  async #group(raters: readonly JudgedBy[]): Promise<void> {
    const writer = await TableWriter.create(this.engine, "raters", [
      { name: "rater", type: "integer" },
      { name: "kind", type: "integer" },
      { name: "name", type: "text" },
    ]);
    for (const [rater, { kind, code }] of raters.entries())
      writer.add({ rater, kind: RATER_KINDS.indexOf(kind), name: code });
    writer.close();
    await this.#encode();
    await this.#run(DRAFTERS, ...UNITS);
    [this.repeated = 0] = await this.counts(REPEATED_COUNT, 1);
    await this.#run(resolved(this.repeated > 0), ...VALUES);
    await this.#combineSamples();
    await this.#run(OTHERS);
    await this.#count(raters);
    for (const table of ["samples", "given"]) await this.#run(`DROP TABLE ${table} CASCADE`);
    await this.#convertPreferences();
    await this.#index();
  }

  /** Numbers the values, each of which may also be seen from the other side of a pair. */
  async #encode(): Promise<void> {
    const texts = await this.texts(
      `SELECT DISTINCT text FROM (SELECT value AS text FROM judged UNION SELECT initial FROM judged
         UNION SELECT value FROM drafted) WHERE text IS NOT NULL ORDER BY text`,
    );
    const writer = await TableWriter.create(this.engine, "codes", [
      { name: "text", type: "text" },
      { name: "code", type: "integer" },
      { name: "swapped_code", type: "integer" },
    ]);
    for (const [text] of texts) {
      const value = JSON.parse(text ?? "null") as Value | null;
      const code = value === null ? NONE : this.#codeOf(value);
      writer.add({ text, code, swapped_code: value === null ? NONE : this.#codeOf(swapSides(value)) });
    }
    writer.close();
  }

  /** Combines the values of several samples, once for each set of values that occurs. */
  async #combineSamples(): Promise<void> {
    const sets = await this.texts(
      "SELECT DISTINCT array_to_string(said, ',') FROM samples WHERE len(said) > 1",
    );
    const writer = await TableWriter.create(this.engine, "together", [
      { name: "said", type: "text" },
      { name: "code", type: "integer" },
    ]);
    for (const [said] of sets) {
      const values = (said ?? "").split(",").map((code) => this.values[Number(code)] as Value);
      const value = ofSamples(values);
      if (value !== null) writer.add({ said, code: this.#codeOf(value) });
    }
    writer.close();
  }

  /** Converts the preferences of other raters to the form that people used, if they used one. */
  async #convertPreferences(): Promise<void> {
    const given = (await this.#codesOf("people", PREFERENCE_PLACE)).map((code) => this.values[code] as Value);
    const form = formOf(given);
    if (!form) return;
    for (const code of await this.#codesOf("others", PREFERENCE_PLACE)) {
      const value = this.values[code] as Value;
      const converted = preferenceIn(form, value);
      if (converted === value) continue;
      const where = `WHERE item = ${PREFERENCE_PLACE} AND code = ${code}`;
      // No converted value is converted again: it has the form already.
      await this.#run(
        converted === null
          ? `DELETE FROM others ${where}`
          : `UPDATE others SET code = ${this.#codeOf(converted)} ${where}`,
      );
    }
  }

  async #count(raters: readonly JudgedBy[]): Promise<void> {
    const [judged = 0, given = 0, skipped = 0, undated = 0] = await this.counts(COUNTS, 4);
    const [drafted = 0] = await this.counts("SELECT count(*)::INTEGER FROM drafted", 1);
    this.read = { drafted, judged, given, skipped, undated };
    const seen = await this.texts(
      `SELECT DISTINCT rater::VARCHAR, NULL, NULL FROM judged UNION SELECT rater::VARCHAR, method, condition FROM drafters`,
    );
    this.raters = seen.map(([rater, method = null, condition = null]) => ({
      ...(raters[Number(rater)] as JudgedBy),
      ...{ method, condition },
    }));
    const drafters = await this.texts("SELECT drafter::VARCHAR, method, condition FROM drafters");
    for (const [drafter, method = null, condition = null] of drafters)
      this.drafters.set(Number(drafter), { method, condition });
    const machines = await this.texts(MACHINES);
    this.machines = machines.map(([rater]) => {
      const { code: name, kind } = raters[Number(rater)] as JudgedBy;
      return { name, kind };
    });
  }

  async #index(): Promise<void> {
    const [tasks = new Int32Array(0)] = await this.#integers("SELECT cluster FROM units ORDER BY unit", 1);
    this.#tasks = tasks;
    const [item, from, units, adjudicated] = (await this.#integers(
      `SELECT item, min(unit), count(*)::INTEGER, (count(*) FILTER (WHERE is_adjudicated))::INTEGER
       FROM units GROUP BY item`,
      4,
    )) as [Int32Array, Int32Array, Int32Array, Int32Array];
    this.#items = new Map(
      Array.from(item, (place, at) => [
        place,
        { from: from[at] as number, units: units[at] as number, adjudicated: adjudicated[at] as number },
      ]),
    );
    const pairs = EXPOSURE_CLASSES.flatMap((own, at) =>
      EXPOSURE_CLASSES.slice(0, at).map((other) => [other, own] as const),
    );
    const differences = pairs.map(
      ([other, own]) => `(count(*) FILTER (WHERE ${other}_code <> ${own}_code))::INTEGER`,
    );
    const counts = await this.#integers(`SELECT ${differences.join(", ")} FROM people`, pairs.length);
    for (const own of EXPOSURE_CLASSES)
      this.#alike.set(own, pairs.find(([, one], at) => one === own && counts[at]?.[0] === 0)?.[0] ?? own);
  }

  /** Number of units of an item. */
  unitsOf(place: number): number {
    return this.#items.get(place)?.units ?? 0;
  }

  /** Number of units that an adjudicator ruled on. */
  get adjudicated(): number {
    return [...this.#items.values()].reduce((sum, { adjudicated }) => sum + adjudicated, 0);
  }

  /** The values that raters gave of an item, or about a target without one. */
  async valuesOf(place: number): Promise<Value[]> {
    const codes = [...(await this.#codesOf("people", place)), ...(await this.#codesOf("others", place))];
    return [...new Set(codes)].map((code) => this.values[code] as Value);
  }

  async #codesOf(table: "people" | "others", place: number): Promise<number[]> {
    const columns = table === "others" ? ["code"] : EXPOSURE_CLASSES.map((exposure) => `${exposure}_code`);
    const each = columns.map((column) => `SELECT ${column} AS code FROM ${table} WHERE item = ${place}`);
    const [codes] = await this.#integers(
      `SELECT DISTINCT code FROM (${each.join(" UNION ")}) WHERE code <> ${NONE} ORDER BY code`,
      1,
    );
    return [...(codes ?? [])];
  }

  /** The ratings of some items, by place, with units numbered in the order of the items. */
  async ratingsOf(places: readonly number[]): Promise<CodedScope> {
    const known = places.flatMap((place) => {
      const units = this.#items.get(place);
      return units ? [{ place, ...units }] : [];
    });
    const total = known.reduce((sum, { units }) => sum + units, 0);
    const task = new Int32Array(total);
    const item = new Int32Array(total);
    const shift = new Map<number, number>();
    let adjudicated = 0;
    let next = 0;
    for (const own of known) {
      task.set(this.#tasks.subarray(own.from, own.from + own.units), next);
      item.fill(own.place, next, next + own.units);
      shift.set(own.place, next - own.from);
      next += own.units;
      adjudicated += own.adjudicated;
    }
    const isAll = known.length === this.#items.size;
    const where = isAll
      ? "TRUE"
      : known.length === 0
        ? "FALSE"
        : `item IN (${known.map(({ place }) => place).join(", ")})`;
    const classes = EXPOSURE_CLASSES.filter((own) => this.#alike.get(own) === own);
    const [unit, of, rater, ...given] = (await this.#integers(
      `SELECT unit, item, rater, ${classes.map((own) => `${own}_code`).join(", ")} FROM people WHERE ${where}`,
      3 + classes.length,
    )) as [Int32Array, Int32Array, Int32Array, ...Int32Array[]];
    const ofClass = (own: ExposureClass) =>
      given[classes.indexOf(this.#alike.get(own) as ExposureClass)] as Int32Array;
    const [llmUnit, llmOf, llm, value] = (await this.#integers(
      `SELECT unit, item, rater, code FROM others WHERE kind = ${KIND("llm")} AND ${where}`,
      4,
    )) as [Int32Array, Int32Array, Int32Array, Int32Array];
    return {
      people: {
        unit: shifted(unit, of, shift),
        rater,
        ...(Object.fromEntries(EXPOSURE_CLASSES.map((own) => [own, ofClass(own)])) as Record<
          ExposureClass,
          Int32Array
        >),
      },
      llms: { unit: shifted(llmUnit, llmOf, shift), rater: llm, value },
      ...{ task, item, adjudicated },
    };
  }

  /** Rows of texts. */
  async texts(sql: string): Promise<(string | null)[][]> {
    return (await this.engine.connection.runAndReadAll(sql)).getRows() as (string | null)[][];
  }

  /** A row of whole numbers. */
  async counts(sql: string, columns: number): Promise<number[]> {
    return (await this.#integers(sql, columns)).map((column) => column[0] ?? 0);
  }

  #integers(sql: string, columns: number): Promise<Int32Array[]> {
    return integerColumns(this.engine, sql, columns);
  }

  async #run(...statements: string[]): Promise<void> {
    for (const sql of statements) await this.engine.connection.run(sql);
  }

  #codeOf(value: Value): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    const code = this.values.push(value) - 1;
    this.#codes.set(value, code);
    return code;
  }
}

/** Units under their numbers in the scope, in place. */
function shifted(unit: Int32Array, item: Int32Array, shift: ReadonlyMap<number, number>): Int32Array {
  for (let row = 0; row < unit.length; row++)
    unit[row] = (unit[row] as number) + (shift.get(item[row] as number) ?? 0);
  return unit;
}
