import type { GivenValue, JudgeSpec } from "@/lib/drafting/schema/judge-spec";
import { type ComparedUnit, endsKey, judgedScales } from "@/lib/judge/rules/figures";
import type { LabelConfusion } from "@/lib/judge/schema/confusion";

/** More values than these are no table that can be read. */
const MOST_VALUES = 20;

const SIDES = ["A", "tie", "B"] as const;

/** The values that a judge can give, in their order; none where each criterion has its own. */
function possible({ subject, scale, labels }: Pick<JudgeSpec, "subject" | "scale" | "labels">): GivenValue[] {
  if (subject === "item") return ["yes", "no"];
  if (subject === "pair") return [...SIDES];
  if (labels) return labels.options.map(({ name }) => name);
  return scale ? Array.from({ length: scale.max - scale.min + 1 }, (_, n) => scale.min + n) : [];
}

const byValue = (a: GivenValue, b: GivenValue) =>
  typeof a === "number" && typeof b === "number" ? a - b : String(a) < String(b) ? -1 : 1;

/**
 * The judge's values beside people's, as counts: one row for each value of people. Units without a value of the judge are
 * in the number of units, and in nothing else; criteria on a scale that the judge has no value on are in nothing.
 */
export function confusionOf(
  spec: Pick<JudgeSpec, "subject" | "scale" | "labels">,
  all: readonly ComparedUnit[],
): LabelConfusion {
  const none = (reason: LabelConfusion["reason"]): LabelConfusion => ({ values: [], rows: [], reason });
  if (all.length === 0) return none("no-ratings");
  const scales = judgedScales(all);
  if (scales.size > 1) return none("mixed-scales");
  const units = all.filter((unit) => scales.has(endsKey(unit)));
  const known = possible(spec);
  const others = [
    ...new Set(units.flatMap(({ label, judge }) => (judge === null ? [label] : [label, judge]))),
  ]
    .filter((value) => !known.includes(value))
    .sort(byValue);
  const values = [...known, ...others];
  if (values.length > MOST_VALUES) return none("too-many-values");
  const count = (label: GivenValue, judge: GivenValue) =>
    units.filter((unit) => unit.label === label && unit.judge === judge).length;
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    values: values.map(String),
    rows: values.map((label) => {
      const given = values.map((judge) => count(label, judge));
      const both = count(label, label);
      return {
        ...{ label: String(label), given },
        units: units.filter((unit) => unit.label === label).length,
        found: share(
          both,
          given.reduce((sum, n) => sum + n, 0),
        ),
        right: share(both, units.filter(({ judge }) => judge === label).length),
      };
    }),
    reason: null,
  };
}
