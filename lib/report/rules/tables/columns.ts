import type { ExposureClass } from "@/lib/judgement/schema";
import { TIPS } from "@/lib/report/rules/glossary";
import { SHARE_OF } from "@/lib/report/rules/render/format-cell";
import type { Labels } from "@/lib/report/rules/scope-labels";
import { EXPOSURE_LABELS, madeBy } from "@/lib/report/rules/wording";
import type { AccuracyRow } from "@/lib/report/schema/human-vs-llm";
import type { LabelAgreementRow } from "@/lib/report/schema/labels";
import type { RaterName } from "@/lib/report/schema/raters";
import type { Behind, TableCell } from "@/lib/report/schema/table";
import type { Ends, ReportReason } from "@/lib/report/schema/values";
import { numberOr, type Spec } from "./build";

/** The name of a rater: a model with its method and condition, others by name. */
export function raterName({ rater, method, condition }: RaterName): string {
  return `${rater}${madeBy(method, condition)}`;
}

/** The condition of a model's drafts, if it has several; no column otherwise. */
export function conditionColumn<Row>(of: (row: Row) => string | undefined | null): Spec<Row> {
  const column = textColumn<Row>("condition", "Condition", TIPS.condition, (row) => of(row) ?? null);
  return { ...column, optional: true };
}

/** A text column. */
export function textColumn<Row>(
  id: string,
  header: string,
  description: string,
  of: (row: Row) => string | null,
): Spec<Row> {
  return { id, header, type: "text", unit: null, description, of };
}

/** An id that joins tables; people read the column after it. */
export function idColumn<Row>(
  id: string,
  header: string,
  description: string,
  of: (row: Row) => string | null,
): Spec<Row> {
  return { ...textColumn(id, header, description, of), key: true };
}

/** A model's values in a scope, or in all; models have no exposure. */
export function behindMachine(
  { rater, method, condition }: Pick<RaterName, "rater" | "method" | "condition">,
  item?: string,
): Behind {
  return {
    ...{ by: "machines", rater },
    ...(method !== null && { method }),
    ...(condition !== undefined && { condition }),
    ...(item !== undefined && { item }),
  };
}

/** A column of counts. */
export function countColumn<Row>(
  id: string,
  header: string,
  unit: string,
  description: string,
  of: (row: Row) => number | null,
): Spec<Row> {
  return { id, header, type: "count", unit, description, of };
}

/** A column of what hybrid runs did not ask, if there is any. */
export function leftToRulesColumn(rows: readonly AccuracyRow[]): Spec<AccuracyRow>[] {
  if (rows.every(({ leftToRules }) => leftToRules === 0)) return [];
  return [
    countColumn("leftToRules", "Left to rules", "questions", TIPS.leftToRules, (row) => row.leftToRules),
  ];
}

type Numeric<Row> = (row: Row) => readonly [value: number | null, reason: ReportReason | null];

function numeric<Row>(of: Numeric<Row>): (row: Row) => TableCell {
  return (row) => numberOr(...of(row));
}

/** A coefficient, or why there is none. */
export function coefficient<Row>(
  id: string,
  header: string,
  description: string,
  of: Numeric<Row>,
  { unit = null, decimals }: { unit?: string | null; decimals?: number } = {},
): Spec<Row> {
  return {
    id,
    header,
    type: "number",
    unit,
    description,
    ...(decimals !== undefined && { decimals }),
    of: numeric(of),
  };
}

/** α of whole sets by their MASI distance, if any row has it; no columns otherwise. */
export function setAlphaColumns<Row extends Pick<LabelAgreementRow, "setAlpha">>(
  rows: readonly Row[],
): Spec<Row>[] {
  if (rows.every(({ setAlpha }) => setAlpha === undefined)) return [];
  return [
    coefficient("setAlpha", "α, MASI", TIPS.setAlpha, ({ setAlpha }) => [
      setAlpha?.value ?? null,
      setAlpha ? setAlpha.reason : "none-qualify",
    ]),
    intervalOf("setAlpha", ({ setAlpha }) => setAlpha?.ci ?? null),
  ];
}

/** A share between 0 and 1, or why there is none. */
export function share<Row>(
  id: string,
  header: string,
  whole: string,
  description: string,
  of: Numeric<Row>,
): Spec<Row> {
  return { id, header, type: "share", unit: `${SHARE_OF}${whole}`, description, of: numeric(of) };
}

/** The 95 % interval of the preceding column. */
export function intervalOf<Row>(
  id: string,
  of: (row: Row) => Ends | null,
  { unit = null, decimals }: { unit?: string | null; decimals?: number } = {},
): Spec<Row> {
  return {
    id: `${id}Ci`,
    header: "95 % interval",
    type: "interval",
    unit,
    description: TIPS.interval,
    tasks: true,
    ...(decimals && { decimals }),
    of,
  };
}

/** The scope of a row: its id and name. */
export function scopeColumns<Row>(
  labels: Labels,
  of: (row: Row) => string,
  { id = "item", header = "Item" }: { id?: string; header?: string } = {},
): Spec<Row>[] {
  return [
    idColumn(id, header, TIPS.scope, of),
    textColumn(`${id}Name`, header, TIPS.scope, (row) => labels.of(of(row))),
  ];
}

/** The exposure class of a row: its id and name. */
export function exposureColumns<Row extends { exposure: ExposureClass }>(): Spec<Row>[] {
  return [
    idColumn("exposureId", "Exposure", TIPS.exposure, (row) => row.exposure),
    textColumn("exposure", "Exposure", TIPS.exposure, (row) => EXPOSURE_LABELS[row.exposure]),
  ];
}
