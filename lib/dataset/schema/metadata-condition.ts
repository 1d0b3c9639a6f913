import { z } from "zod";

const OPERATORS = ["=", ">=", "<="] as const;

/** One condition of a filter on a metadata field: a text it equals, or a number it is at least or at most. */
interface MetadataCondition {
  field: string;
  operator: (typeof OPERATORS)[number];
  value: string;
}

const WRITTEN = /^([^=]*?)(>=|<=|=)(.*)$/s;

const NUMBER = /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** True for a decimal number that a range can be compared with. */
export function isNumber(value: string): boolean {
  return NUMBER.test(value) && Number.isFinite(Number(value));
}

/** Reads `field=value`, `field>=number` or `field<=number`; null for anything without a field and one of these signs. */
export function metadataCondition(written: string): MetadataCondition | null {
  const [, field = "", operator, value = ""] = WRITTEN.exec(written) ?? [];
  const known = OPERATORS.find((one) => one === operator);
  if (!known || field.trim() === "") return null;
  return known === "="
    ? { field, operator: known, value }
    : { field: field.trim(), operator: known, value: value.trim() };
}

/** A condition as it is shown to people. */
export function conditionInWords(written: string): string {
  const condition = metadataCondition(written);
  if (!condition) return written;
  const { field, operator, value } = condition;
  return operator === "=" ? `${field}: ${value}` : `${field} ${operator === ">=" ? "≥" : "≤"} ${value}`;
}

/** Conditions on metadata in a filter, given as one parameter or as several. Ranges need a number. */
export const MetadataConditions = z.preprocess(
  (given) => (typeof given === "string" ? [given] : given),
  z
    .array(
      z
        .string()
        .min(1)
        .max(500)
        .refine(
          (written) => {
            const condition = metadataCondition(written);
            return !condition || condition.operator === "=" || isNumber(condition.value);
          },
          { error: "After >= or <= there must be a number, such as 0.5" },
        ),
    )
    .max(50)
    .optional(),
);
