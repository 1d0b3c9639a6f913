"use client";

import { useMemo, useState } from "react";
import { Field } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { Select } from "@/components/ui/select";
import { guessedModel, guessedUnits, type PlanRequest } from "@/lib/report/rules/planning/plan";
import { EffortFields, useEffort } from "./effort-fields";
import { LABELS, RATERS, STATISTICS, type StatisticChoice, UNITS } from "./limits";
import { NumbersField, useNumbers } from "./numbers-field";
import { PlanResult } from "./plan-result";

interface GuessPlannerProps {
  /** The units and raters of the design so far. */
  units: number;
  raters: number;
  /** The time of similar past work; null if there is none. */
  secondsEach: number | null;
}

const PERCENT = { least: 0, most: 100, whole: false };

/** Plans how many labels a batch needs from what its designer expects, before there is any value. */
export function GuessPlanner({ units: designed, raters: k, secondsEach }: GuessPlannerProps) {
  const [statistic, setStatistic] = useState<StatisticChoice>("alpha");
  const isAgreement = statistic === "alpha" || statistic === "kappa";
  const isDifference = statistic === "difference";
  const alpha = useNumbers("0.6", { least: 0, most: 0.99, count: 1, whole: false });
  const shares = useShares("50, 50");
  const passes = useNumbers("70", { ...PERCENT, count: 1 });
  const others = useNumbers("60", { ...PERCENT, count: 1 });
  const right = useNumbers("", { ...PERCENT, least: 50, count: 1 }, true);
  const first = Math.min(Math.max(designed, UNITS.least), UNITS.most);
  const units = useNumbers(`${first}, ${Math.min(2 * first, UNITS.most)}`, UNITS);
  const raters = useNumbers([...new Set([Math.max(k, 2), k + 1, k + 2])].join(", "), RATERS);
  const labelled = useNumbers("50, 100, 200", LABELS);
  const effort = useEffort(secondsEach, null);
  const hasJudge = right.numbers?.[0] !== undefined;

  const request = useMemo((): PlanRequest | null => {
    const work = effort.work;
    if (work === null || units.numbers === null) return null;
    if (isAgreement) {
      const [expected] = alpha.numbers ?? [];
      if (expected === undefined || shares.parts === null || raters.numbers === null) return null;
      return {
        ...{ statistic, source: { alpha: expected, prevalence: shares.parts }, level: "nominal", work },
        ...{ categories: shares.parts.length, units: units.numbers, raters: raters.numbers },
      };
    }
    const [pass] = passes.numbers ?? [];
    const [other] = others.numbers ?? [];
    if (pass === undefined || labelled.numbers === null || right.numbers === null) return null;
    if (isDifference && other === undefined) return null;
    const rates = isDifference ? [pass, other as number] : [pass];
    const isRight = hasJudge ? (right.numbers[0] as number) / 100 : 1;
    const pilot = guessedUnits(
      rates.map((rate) => rate / 100),
      isRight,
    );
    return {
      ...{ statistic, isShare: true, hasJudge, work, units: units.numbers, labels: labelled.numbers },
      pilot: hasJudge ? pilot : pilot.map((unit) => ({ ...unit, judge: 0 })),
      ...(isDifference && { contrast: [guessedModel(0), guessedModel(1)] as const }),
    };
  }, [
    alpha.numbers,
    effort.work,
    hasJudge,
    isAgreement,
    isDifference,
    labelled.numbers,
    others.numbers,
    passes.numbers,
    raters.numbers,
    right.numbers,
    shares.parts,
    statistic,
    units.numbers,
  ]);

  return (
    <Panel
      title="How many labels"
      description="The intervals to expect, if your guesses are about right"
      headingLevel={3}
    >
      <div className="grid gap-4 [&>*]:min-w-0">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Estimate">
            <Select choices={STATISTICS} value={statistic} onValueChange={setStatistic} />
          </Field>
          {isAgreement ? (
            <>
              <NumbersField label="Agreement you expect" hint="0 is chance, 1 perfect." state={alpha} />
              <NumbersField
                label="Share of each answer, in %"
                hint="Rare answers need more units."
                state={shares.state}
                error={shares.error}
              />
            </>
          ) : (
            <>
              <NumbersField
                label={isDifference ? "First model’s pass rate, in %" : "Pass rate, in %"}
                state={passes}
              />
              {isDifference && <NumbersField label="Second model’s pass rate, in %" state={others} />}
              <NumbersField
                label="The judge is right, in %"
                hint="Empty: there is no judge, only people."
                state={right}
              />
            </>
          )}
          {(isAgreement || hasJudge) && (
            <NumbersField label={isAgreement ? "Units" : "Units that the judge judges"} state={units} />
          )}
          {isAgreement ? (
            <NumbersField label="Raters of each unit" state={raters} />
          ) : (
            <NumbersField label="Units that people label" state={labelled} />
          )}
          <EffortFields effort={effort} isMeasured={secondsEach !== null} />
        </div>
        <PlanResult request={request} />
      </div>
    </Panel>
  );
}

/** Shares in percent that add up to 100. */
function useShares(initial: string) {
  const state = useNumbers(initial, { ...PERCENT, count: 10, repeats: true });
  const { numbers } = state;
  const parts = useMemo(() => {
    const all = (numbers ?? []).reduce((sum, share) => sum + share, 0);
    if (numbers === null || numbers.length < 2 || Math.abs(all - 100) > 1) return null;
    return numbers.map((share) => share / all);
  }, [numbers]);
  const error =
    numbers !== null && parts === null ? "Enter at least two shares that add up to 100." : undefined;
  return { state, parts, error };
}
