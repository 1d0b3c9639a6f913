import type { Level } from "@/lib/agreement/krippendorff";
import type { ExposureClass } from "@/lib/judgement/schema";
import { isRated } from "@/lib/report/rules/visible-rows";
import type { Machine } from "@/lib/report/schema/human-vs-llm";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { RaterSet } from "@/lib/report/schema/values";

/** The level a scale is judged by first: ordinal for points, nominal for words. */
export function headlineLevel(levels: Iterable<Level>): Level {
  return [...levels].includes("ordinal") ? "ordinal" : "nominal";
}

/** Which rows of a table are looked at. Without a level, each scope's own headline level. */
export interface RowChoice {
  level: Level | null;
  raters: RaterSet;
  exposure: ExposureClass;
}

/** A scope's row; at its headline level where it has none at the chosen one. */
export function headlineRow(
  rows: readonly ReliabilityRow[],
  scope: string,
  { level, raters, exposure }: RowChoice,
): ReliabilityRow | null {
  const found = rows.filter(
    (row) => row.scope === scope && row.raters === raters && row.exposure === exposure,
  );
  const headline = headlineLevel(found.map((row) => row.level));
  return found.find((row) => row.level === level) ?? found.find((row) => row.level === headline) ?? null;
}

/** What is told of a row first: of several items the α of the one in the middle, which has no interval. */
export function headlineNumber({ value, ci, items }: ReliabilityRow): Pick<ReliabilityRow, "value" | "ci"> {
  return items ? { value: items.median, ci: null } : { value, ci };
}

type Joined = Pick<ReliabilityRow, "scope" | "level" | "exposure" | "raters" | "raterCount">;

/** Whether an LLM has a value in a row: one for people and LLMs also stands where people are alone. */
export function isWithLlm(rows: readonly Joined[]): (row: Joined) => boolean {
  const key = ({ scope, level, exposure }: Joined) => JSON.stringify([scope, level, exposure]);
  const people = new Map(
    rows.flatMap((row) => (row.raters === "human" ? [[key(row), row.raterCount] as const] : [])),
  );
  return (row) => row.raters === "human+llm" && row.raterCount > (people.get(key(row)) ?? 0);
}

/** How many models said something, and in how many ways they were asked: each of them is one rater per method. */
export function llmMethodCounts(
  humanVsLlm: readonly Pick<Machine, "llm" | "raterKind">[],
  ways: number,
): { models: number; ways: number } {
  const models = new Set(humanVsLlm.flatMap(({ llm, raterKind }) => (raterKind ? [] : [llm]))).size;
  return { models: models || ways, ways };
}

/** What to look at first: independent judgements where there are any to compare, else those there are. */
export function firstExposure(rows: readonly ReliabilityRow[]): ExposureClass {
  const classes: ExposureClass[] = ["independent", "exposed", "unknown"];
  return classes.find((exposure) => isJudged(rows, exposure)) ?? "independent";
}

/** Whether anything can be compared in an exposure class. */
export function isJudged(rows: readonly ReliabilityRow[], exposure: ExposureClass): boolean {
  return rows.some((row) => row.exposure === exposure && row.raters === "human" && row.pairable > 0);
}

/** The exposure classes in which people gave values; all together only where that pools several. */
export function occurringExposures(
  rows: readonly Pick<ReliabilityRow, "exposure" | "raters" | "pairable" | "raterCount" | "na">[],
): ExposureClass[] {
  const classes: ExposureClass[] = ["independent", "exposed", "unknown"];
  const given = classes.filter((exposure) =>
    rows.some((row) => row.exposure === exposure && row.raters === "human" && isRated(row)),
  );
  return given.length > 1 ? [...given, "any"] : given;
}

/** The value given most often, and its share of all given; null when there is none. */
export function mostCommon(
  values: Readonly<Record<string, number>>,
): { value: string; share: number } | null {
  const all = Object.values(values).reduce((sum, count) => sum + count, 0);
  const [most] = Object.entries(values).sort(([, a], [, b]) => b - a);
  return most && all > 0 ? { value: most[0], share: most[1] / all } : null;
}
