import { meanKappa } from "@/lib/agreement/mean-kappa";
import type { JudgeSubject } from "@/lib/drafting/schema/judge-spec";
import { type ComparedUnit, distanceOf, endsKey, figureFrom } from "@/lib/judge/rules/figures";
import { type HumanValue, labelOf } from "@/lib/judge/rules/labels";
import type { PeoplesKappa } from "@/lib/judge/schema/workshop";

/** A unit with the independent values of people. */
interface JudgedByPeople {
  taskId: string;
  people: readonly HumanValue[];
  range?: ComparedUnit["range"];
}

/**
 * The κ that a judge could reach: the mean of people's Cohen's κ, each person against the label by the others, weighted
 * as a judge's own, with a bootstrap interval over tasks. Units on which people are divided belong to it, though they have no
 * label: without them two people would always agree. Only units on the judge's own scales are counted. Null where it has
 * several scales, and where no person shares such a unit with another. `people` counts those with a κ.
 */
export function peoplesKappa(
  subject: JudgeSubject,
  all: readonly JudgedByPeople[],
  scales: ReadonlySet<string> = new Set(all.map(endsKey)),
): PeoplesKappa | null {
  if (scales.size > 1) return null;
  const units = all.filter((unit) => scales.has(endsKey(unit)));
  const raters = [...new Set(units.flatMap(({ people }) => people.map(({ rater }) => rater)))];
  const beside = raters.map((rater) =>
    units.flatMap(({ people }, unit) => {
      const own = people.find((one) => one.rater === rater);
      const others = people.filter((one) => one.rater !== rater).map(({ value }) => value);
      const [label, value] = [labelOf(subject, others), own ? labelOf(subject, [own.value]) : null];
      return label === null || value === null ? [] : [{ unit, label, value }];
    }),
  );
  const found = meanKappa(beside, units.length, () => distanceOf(subject), {
    clusters: units.map(({ taskId }) => taskId),
  });
  const { value, low, high } = figureFrom(found);
  return value === null ? null : { value, low, high, people: found.raters };
}
