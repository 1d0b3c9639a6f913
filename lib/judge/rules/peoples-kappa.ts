import { cohenKappa } from "@/lib/agreement/kappa";
import { ratingsFromMatrix } from "@/lib/agreement/ratings";
import type { JudgeSubject } from "@/lib/drafting/schema/judges";
import { weightingOf } from "@/lib/judge/rules/figures";
import { type HumanValue, labelOf } from "@/lib/judge/rules/labels";

/** A unit with the independent values of people. */
interface JudgedByPeople {
  people: readonly HumanValue[];
}

/**
 * The κ that a judge could reach: the mean of people's Cohen's κ, each person against the label by the others,
 * weighted as a judge's own. Null where no person shares a unit with another. `people` counts those with a κ.
 */
export function peoplesKappa(
  subject: JudgeSubject,
  units: readonly JudgedByPeople[],
): { value: number; people: number } | null {
  const raters = new Set(units.flatMap(({ people }) => people.map(({ rater }) => rater)));
  const kappas = [...raters].flatMap((rater) => {
    const compared = units.flatMap(({ people }) => {
      const own = people.find((one) => one.rater === rater);
      const others = people.filter((one) => one.rater !== rater).map(({ value }) => value);
      const [label, value] = [labelOf(subject, others), own ? labelOf(subject, [own.value]) : null];
      return label === null || value === null ? [] : [{ label, value }];
    });
    const kappa = cohenKappa(
      ratingsFromMatrix([compared.map(({ label }) => label), compared.map(({ value }) => value)]),
      weightingOf(subject),
    );
    return kappa.value === null ? [] : [kappa.value];
  });
  if (kappas.length === 0) return null;
  return { value: kappas.reduce((sum, kappa) => sum + kappa, 0) / kappas.length, people: kappas.length };
}
