import type { Level } from "@/lib/agreement/krippendorff";
import type { ExposureClass } from "@/lib/judgement/schema";
import { isRated } from "@/lib/report/rules/visible-rows";
import type { Machine } from "@/lib/report/schema/human-vs-llm";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { RaterSet } from "@/lib/report/schema/values";

/** The headline level of a scale: ordinal for points, nominal for words. */
export function headlineLevel(levels: Iterable<Level>): Level {
  return [...levels].includes("ordinal") ? "ordinal" : "nominal";
}

/** The selected rows of a table. Without a level, each scope's own headline level. */
export interface RowChoice {
  level: Level | null;
  raters: RaterSet;
  exposure: ExposureClass;
}

/** A scope's row; at its headline level if it has none at the chosen one. */
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

/** The number shown first for a row: for several items the median α, which has no interval. */
export function headlineNumber({ value, ci, items }: ReliabilityRow): Pick<ReliabilityRow, "value" | "ci"> {
  return items ? { value: items.median, ci: null } : { value, ci };
}

type Joined = Pick<ReliabilityRow, "scope" | "level" | "exposure" | "raters" | "raterCount">;

/** True if an LLM has a value in a row: one for people and LLMs also exists without LLMs. */
export function isWithLlm(rows: readonly Joined[]): (row: Joined) => boolean {
  const key = ({ scope, level, exposure }: Joined) => JSON.stringify([scope, level, exposure]);
  const people = new Map(
    rows.flatMap((row) => (row.raters === "human" ? [[key(row), row.raterCount] as const] : [])),
  );
  return (row) => row.raters === "human+llm" && row.raterCount > (people.get(key(row)) ?? 0);
}

/** The number of models with values, and of their methods: each combination is one rater. */
export function llmMethodCounts(
  humanVsLlm: readonly Pick<Machine, "llm" | "raterKind">[],
  conditions: number,
): { models: number; conditions: number } {
  const models = new Set(humanVsLlm.flatMap(({ llm, raterKind }) => (raterKind ? [] : [llm]))).size;
  return { models: models || conditions, conditions };
}

/** The exposure class shown first: independent if it has comparable judgements, otherwise one that has. */
export function firstExposure(rows: readonly ReliabilityRow[]): ExposureClass {
  const classes: ExposureClass[] = ["independent", "exposed", "unknown"];
  return classes.find((exposure) => isJudged(rows, exposure)) ?? "independent";
}

/** True if an exposure class has comparable judgements. */
export function isJudged(rows: readonly ReliabilityRow[], exposure: ExposureClass): boolean {
  return rows.some((row) => row.exposure === exposure && row.raters === "human" && row.pairable > 0);
}

/** The exposure classes with values of people; `any` only if it pools several. */
export function occurringExposures(
  rows: readonly Pick<ReliabilityRow, "exposure" | "raters" | "pairable" | "raterCount" | "na">[],
): ExposureClass[] {
  const classes: ExposureClass[] = ["independent", "exposed", "unknown"];
  const given = classes.filter((exposure) =>
    rows.some((row) => row.exposure === exposure && row.raters === "human" && isRated(row)),
  );
  return given.length > 1 ? [...given, "any"] : given;
}

/** The most frequent value, with its share; null when there is none. */
export function mostCommon(
  values: Readonly<Record<string, number>>,
): { value: string; share: number } | null {
  const all = Object.values(values).reduce((sum, count) => sum + count, 0);
  const [most] = Object.entries(values).sort(([, a], [, b]) => b - a);
  return most && all > 0 ? { value: most[0], share: most[1] / all } : null;
}
