import type { DraftedValue } from "@/lib/drafting/schema";

/** The rubric that a draft was judged by: who wrote it, and how; `isReviewed` where people decided on its items. */
export interface RubricUsed {
  origin?: string | null;
  method?: string | null;
  model?: string | null;
  isReviewed?: boolean;
}

/**
 * The condition of a run, which tells it from others of the same model and method and is part of its drafts: "v2,
 * cot=true, k=5, rubric=tick.generate (gpt-4o)". Two runs with the same text did the same, and their drafts are
 * samples of one rater.
 */
export function conditionOf(version: string, params: unknown, rubric?: RubricUsed | null): string {
  const chosen = Object.entries(params ?? {})
    .filter(([, value]) => value !== null && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`);
  const used = rubric ? nameOf(rubric) : null;
  return [`v${version}`, ...chosen, ...(used === null ? [] : [`rubric=${used}`])].join(", ");
}

/** A condition without the rubric that its drafts were judged by, and that rubric; undefined where it names none. */
export function partsOfCondition(condition: string): { parameters: string; rubric?: string } {
  const [parameters = "", rubric] = condition.split(/(?:^|, )rubric=/);
  return { parameters, ...(rubric !== undefined && { rubric }) };
}

/** The value of a parameter in a condition; undefined where the condition does not name it. */
export const conditionParam = (condition: string | null, name: string): string | undefined =>
  new RegExp(`(?:^|, )${name}=([^,]*)`).exec(condition ?? "")?.[1];

/** The same for a parameter that is a whole number; undefined for anything else. */
export function conditionNumber(condition: string | null, name: string): number | undefined {
  const value = conditionParam(condition, name) ?? "";
  return /^\d+$/.test(value) ? Number(value) : undefined;
}

function nameOf({ origin, method, model, isReviewed }: RubricUsed): string | null {
  if (isReviewed) return "reviewed";
  const made = method ?? origin ?? null;
  return made === null || !model ? made : `${made} (${model})`;
}

/** The share of usable votes that are for the drafted value; undefined where fewer than two votes decided it. */
export function confidenceOf({ value, votes = [] }: DraftedValue): number | undefined {
  const usable = votes.filter((vote) => vote !== null);
  const own = usable.filter((vote) => vote === value).length;
  return usable.length < 2 || own === 0 ? undefined : own / usable.length;
}

/**
 * The name of a value among those of its unit: of two responses it says which, of a comparison in which order they were
 * shown.
 */
export function nameOfValue({ target, response, order }: DraftedValue, isPair: boolean): string {
  const item = typeof target === "object" ? target.item : target;
  const which = isPair && target !== "preference" ? response : undefined;
  return [item, which, order].filter((part) => part !== undefined).join("/");
}
