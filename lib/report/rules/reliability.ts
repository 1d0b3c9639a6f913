import type { Level } from "@/lib/agreement/krippendorff";
import type { Value } from "@/lib/judgement/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { ArmRow, PositionRow } from "@/lib/report/schema/reliability";
import { rowsByClass } from "./exposure-classes";
import { headlineLevel } from "./headline";
import { measureColumns, type Question } from "./measured-agreement";
import type { MeasurementScale } from "./measurement-scale";
import { NONE } from "./none";
import { PairsByStage } from "./pairs-by-stage";
import { RatingCollector } from "./rated-columns";
import { scopeValues } from "./scope-values";
import { byName, type Scope, SUMMARY_SCOPES } from "./scopes";
import { STAGE_NAMES } from "./sessions";
import type { InArms } from "./values-by-arm";

/** The measurement for the values of a scope. */
export function measurementOf({ readings }: Pick<Scope, "readings">): Question {
  const mixed = readings.length > 1;
  return {
    mixed,
    categories: mixed ? null : (readings[0]?.categories ?? null),
    levels: levelsOf(readings),
  };
}

/** The measurement at the scope's headline level alone. */
function headlineQuestion(scope: Scope): Question {
  const question = measurementOf(scope);
  return { ...question, levels: [headlineLevel(question.levels)] };
}

/** Agreement among people of each arm, by their final values in it. */
export function armsOf(scope: Scope, inArms: InArms, options: ReportOptions): ArmRow[] {
  const arms = new Map<string, RatingCollector>();
  for (const unit of scope.units) {
    for (const [arm, inArm] of inArms(unit)) {
      const own = arms.get(arm) ?? new RatingCollector();
      arms.set(arm, own);
      own.begin(unit.task, unit.item);
      for (const { rater, value } of inArm) own.add(rater.key, value);
    }
  }
  return [...arms]
    .sort(([a], [b]) => byName(a, b))
    .flatMap(([arm, rated]) =>
      measureColumns(rated.columns(), headlineQuestion(scope), options).map(
        (row): ArmRow => ({
          scope: scope.name,
          raters: "human",
          exposure: "any",
          ...row,
          adjudicated: 0,
          arm,
        }),
      ),
    );
}

/** Agreement among people's judgements at one stage of their sessions, in each exposure class. */
export function positionsOf(scope: Scope, stages: Int8Array, options: ReportOptions): PositionRow[] {
  if (!SUMMARY_SCOPES.includes(scope.name) || scope.readings.length !== 1) return [];
  const all = scopeValues(scope);
  return rowsByClass(scope.sameClass, (exposure) => {
    const byStage = STAGE_NAMES.map(() => new RatingCollector());
    const pairs = new PairsByStage(STAGE_NAMES.length);
    const { start, rater, value, place } = all.people(exposure);
    const stage = place.map((at) => stages[at] ?? NONE);
    for (let unit = 0; unit < all.units; unit++) {
      const [from, to] = [start[unit] as number, start[unit + 1] as number];
      if (from === to) continue;
      pairs.add(all, { from, to, rater, value, stage });
      const begun = new Set<number>();
      for (let at = from; at < to; at++) {
        const own = stage[at] as number;
        const rated = byStage[own];
        if (!begun.has(own)) rated?.begin(all.tasks.number[unit] as number, scope.units.at(unit)?.item);
        begun.add(own);
        rated?.add(rater[at], all.values[value[at] as number] as Value);
      }
    }
    return byStage.flatMap((rated, stage) => {
      const columns = rated.columns();
      const position = STAGE_NAMES[stage];
      if (columns.cluster.length === 0 || position === undefined) return [];
      return measureColumns(columns, headlineQuestion(scope), options).map(
        (row): PositionRow => ({
          scope: scope.name,
          raters: "human",
          exposure,
          ...row,
          adjudicated: 0,
          position,
          expectedAgreement: pairs.expected(stage),
        }),
      );
    });
  });
}

function levelsOf(readings: readonly MeasurementScale[]): Level[] {
  const levels: Level[] = ["nominal", "ordinal", "interval"];
  return levels.filter(
    (level) => readings.length === 0 || readings.some((reading) => reading.levels.includes(level)),
  );
}
