"use client";

import { useMemo } from "react";
import type { Work } from "@/lib/report/rules/planning/plan-rows";
import { NumbersField, type NumbersState, useNumbers } from "./numbers-field";

/** The time and the pay of work on a plan. */
interface EffortState {
  seconds: NumbersState;
  wage: NumbersState;
  /** Null while a field is not valid. */
  work: Work | null;
}

export function useEffort(secondsEach: number | null, wage: number | null): EffortState {
  const seconds = useNumbers(String(Math.max(1, Math.round(secondsEach ?? 60))), {
    ...{ least: 1, most: 86_400, count: 1 },
  });
  const pay = useNumbers(
    wage === null ? "" : String(wage),
    { least: 0.01, most: 1_000_000, count: 1, whole: false },
    true,
  );
  const work = useMemo(() => {
    const [each] = seconds.numbers ?? [];
    return each === undefined || pay.numbers === null
      ? null
      : { secondsEach: each, wage: pay.numbers[0] ?? null };
  }, [seconds.numbers, pay.numbers]);
  return { seconds, wage: pay, work };
}

export function EffortFields({ effort, isMeasured }: { effort: EffortState; isMeasured: boolean }) {
  return (
    <>
      <NumbersField
        label="Seconds for a judgement"
        hint={isMeasured ? "At first the median of the work so far." : undefined}
        state={effort.seconds}
      />
      <NumbersField label="Pay per hour" hint="In any currency; empty for none." state={effort.wage} />
    </>
  );
}
