import { unitName } from "@/lib/dataset/rules/unit-names";
import type { Column } from "@/lib/duckdb/schema";
import type { CsvValue } from "@/lib/formats/csv";
import { finalClass } from "@/lib/judgement/rules/exposure";
import type { Scale, Value } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { OVERALL, PREFERENCE } from "@/lib/judgement/schema/units";
import {
  type MeasurementScale,
  measurementScaleOf,
  readingOfOverall,
} from "@/lib/report/rules/measurement-scale";
import { formOf, inForm } from "@/lib/report/rules/preference-forms";
import { byName, itemLabels } from "@/lib/report/rules/scopes";
import { compare } from "@/lib/report/rules/text-order";
import type { Rater, Unit } from "@/lib/report/rules/unit";
import { orientedValue } from "@/lib/report/rules/unit-values";
import { unitsOf } from "@/lib/report/rules/units";
import type { ReportDraft, ReportItem, ReportJudgement, StudyData } from "@/lib/report/schema/study";

/*
 * The tables from which statistics can be recomputed: one row per unit and exposure class, with a column per
 * rater. The report's rules decide which of a rater's values counts; they need all judgements of a unit, and
 * none of any other.
 */

/** All drafts and judgements of some of a study's tasks. */
type DraftsAndJudgements = Pick<StudyData, "drafts" | "judgements">;

export type Cells = Record<string, Exclude<CsvValue, undefined>>;

const UNIT_COLUMNS = ["unit", "item", "category", "task_id", "response_id", "exposure"] as const;
export const RATER_COLUMNS = ["column", "kind", "rater", "method", "condition", "id"] as const;
export const ITEM_COLUMNS = [
  "item",
  "rubric_id",
  "name",
  "text",
  "category",
  "scale",
  "categories",
  "units",
] as const;

/** Raters and items of a whole study, which must be known before the first row is written. */
export class StudyIndex {
  private readonly labels: ReadonlyMap<string, string>;
  private readonly byKey: ReadonlyMap<string, ReportItem>;
  private readonly raters = new Map<string, Rater>();
  private readonly units = new Map<string, number>();
  /** One of each form in which people gave preferences. */
  private readonly preferences = new Map<string, Value>();
  private hasWords = false;

  /** With the scale of overall scores, where one was declared. */
  constructor(
    private readonly items: readonly ReportItem[],
    private readonly overall?: StudyData["overall"],
  ) {
    this.labels = itemLabels(items);
    this.byKey = new Map(items.map((item) => [item.key, item]));
  }

  /**
   * Records the raters and items that occur. Call it once with everything, in any parts that do not split a
   * task.
   */
  note(given: DraftsAndJudgements): void {
    for (const unit of unitsIn(given)) {
      this.units.set(unit.item, (this.units.get(unit.item) ?? 0) + 1);
      if (unit.item === PREFERENCE)
        for (const exposure of EXPOSURE_CLASSES)
          for (const { value } of unit.humans[exposure]) this.preferences.set(typeof value, value);
      for (const { rater, value } of [...unit.humans.any, ...unit.others]) {
        this.raters.set(rater.key, rater);
        this.hasWords ||= typeof value === "string";
      }
    }
  }

  /** The label of a judgement's item in a report. */
  labelOf(item: string): string {
    return this.labels.get(item) ?? item;
  }

  /** In the order of a report, so that sums come out the same to the last digit. */
  private get columns(): { column: string; rater: Rater }[] {
    return [...this.raters.values()]
      .sort((a, b) => compare(a.key, b.key))
      .map((rater) => ({ column: columnOf(rater), rater }));
  }

  get unitColumns(): string[] {
    return [...UNIT_COLUMNS, ...this.columns.map(({ column }) => column)];
  }

  /** The types of the unit table's columns; values are texts as soon as one of them is a word. */
  get unitTypes(): Column[] {
    const raters = new Set(this.columns.map(({ column }) => column));
    return this.unitColumns.map((name) => ({
      name,
      type: raters.has(name) && !this.hasWords ? "number" : "text",
    }));
  }

  raterRows(): Cells[] {
    return this.columns.map(({ column, rater }) => ({
      ...{ column, kind: rater.kind, rater: rater.name, method: rater.method },
      condition: conditionIn(rater),
      id: rater.key,
    }));
  }

  itemRows(): Cells[] {
    const listed = this.items.map(
      (item): Cells => ({
        item: this.labelOf(item.key),
        rubric_id: item.rubric,
        name: item.name,
        text: item.text,
        category: item.category,
        ...scaleCells(item.scale),
        units: this.units.get(item.key) ?? 0,
      }),
    );
    const others = [...this.units.keys()].filter((key) => !this.byKey.has(key)).sort(byName);
    return [
      ...listed,
      ...others.map(
        (target): Cells => ({
          item: target,
          rubric_id: null,
          name: null,
          text: null,
          category: null,
          scale: target,
          categories: target === OVERALL ? categoriesCell(readingOfOverall(this.overall)) : null,
          units: this.units.get(target) ?? 0,
        }),
      ),
    ];
  }

  /** The rows of some tasks' units. Units rated only by models get one row without an exposure class. */
  unitRows(given: DraftsAndJudgements): Cells[] {
    const form = formOf(this.preferences.values());
    return unitsIn(given).flatMap((unit) => {
      const classes = EXPOSURE_CLASSES.filter((exposure) => unit.humans[exposure].length > 0);
      return [...classes, ...(classes.length === 0 ? [null] : [])].map((exposure): Cells => {
        const others = form && unit.item === PREFERENCE ? inForm(unit.others, form) : unit.others;
        const rated = [...(exposure ? unit.humans[exposure] : []), ...others];
        const values = new Map<string, Value>(rated.map(({ rater, value }) => [rater.key, value]));
        return { ...this.about(unit), exposure, ...this.valueCells(values) };
      });
    });
  }

  private about({ item, subject, task, response }: Unit) {
    const known = this.byKey.get(item);
    const pair: string[] = response === null ? JSON.parse(subject) : [];
    const [first = subject, second = null] = pair;
    return {
      unit: unitName({ task, response: first, responseB: second, item: known?.id ?? item, decision: false }),
      item: this.labelOf(item),
      category: known?.category ?? null,
      task_id: task,
      response_id: subject,
    };
  }

  private valueCells(values: ReadonlyMap<string, Value>): Cells {
    return Object.fromEntries(
      this.columns.map(({ column, rater }) => [column, values.get(rater.key) ?? null]),
    );
  }
}

/** A column's name: never that of another rater, and never what a spreadsheet could calculate. */
function columnOf(rater: Rater): string {
  return [rater.kind, rater.name, rater.method, conditionIn(rater)]
    .filter((part) => part !== null)
    .map((part) => part.replaceAll(":", "::"))
    .join(": ");
}

/**
 * The condition of a rater, also if labels omit it because the rater is the only one of its model and method.
 */
function conditionIn({ key }: Rater): string | null {
  return (JSON.parse(key) as (string | null)[])[3] ?? null;
}

function unitsIn({ drafts, judgements }: DraftsAndJudgements): Unit[] {
  const study = { name: "", tasks: [], responses: [], items: [], decisions: [], drafts, judgements };
  return [...unitsOf(study).byItem.values()].flatMap((units) => [...units]);
}

function scaleCells(scale: Scale) {
  const reading = measurementScaleOf(scale);
  return { scale: reading.name, categories: categoriesCell(reading) };
}

function categoriesCell({ categories }: MeasurementScale): string | null {
  return categories?.join(";") ?? null;
}

/** The two values of a judged draft as a report compares them, and the class of the final one. */
export function changeCells(judgement: ReportJudgement, draft: ReportDraft | undefined) {
  return {
    draft_value: draft ? orientedValue(draft, draft.value) : null,
    final_value: orientedValue(judgement, judgement.value),
    exposure_class: finalClass(judgement),
  };
}
