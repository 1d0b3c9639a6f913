"use client";

import { useMemo, useState } from "react";
import { Field } from "@/components/ui/field";
import { formatQuantity } from "@/components/ui/format";
import { Select } from "@/components/ui/select";
import { firstDesigns, modelsIn } from "@/lib/report/rules/planning/first-designs";
import type { PlanRequest } from "@/lib/report/rules/planning/plan";
import { Labels } from "@/lib/report/rules/scope-labels";
import { EXPOSURE_LABELS } from "@/lib/report/rules/wording";
import type { ItemName } from "@/lib/report/schema";
import type { MeanPilot, PilotResponse } from "@/lib/report/schema/pilots";
import { EffortFields, useEffort } from "./effort-fields";
import { LABELS, RATERS, STATISTICS, type StatisticChoice, UNITS } from "./limits";
import { NumbersField, useNumbers } from "./numbers-field";
import { PlanResult } from "./plan-result";

interface PilotFormProps {
  pilot: PilotResponse;
  items: readonly ItemName[];
  /** Another scope is being loaded. */
  busy: boolean;
  onScope: (scope: string) => void;
}

/** The form of a plan from a pilot, and the plan. */
export function PilotForm({ pilot, items, busy, onScope }: PilotFormProps) {
  const { scopes, scope, agreement, means } = pilot;
  const labels = useMemo(() => new Labels(items, null), [items]);
  const statistics = STATISTICS.filter(({ value }) =>
    value === "alpha" || value === "kappa"
      ? agreement !== null
      : value === "mean"
        ? means.length > 0
        : means.some((one) => modelsIn(one).length > 1),
  );
  const [wanted, setStatistic] = useState<StatisticChoice>("alpha");
  const statistic =
    statistics.find(({ value }) => value === wanted)?.value ?? statistics[0]?.value ?? "alpha";
  const isAgreement = statistic === "alpha" || statistic === "kappa";
  const first = useMemo(() => firstDesigns(agreement, UNITS, RATERS), [agreement]);
  const units = useNumbers(first.units, UNITS);
  const raters = useNumbers(first.raters, RATERS);
  const labelled = useNumbers("50, 100, 200", LABELS);
  const effort = useEffort(pilot.secondsEach, pilot.wage);
  const { mean, contrast, controls } = useMeans(means, statistic);

  const request = useMemo((): PlanRequest | null => {
    const work = effort.work;
    if (work === null || units.numbers === null) return null;
    if (isAgreement) {
      if (agreement === null || raters.numbers === null) return null;
      const { level, categories } = agreement;
      const source = { units: agreement.units };
      return {
        ...{ statistic, source, level, categories: categories.length, work },
        ...{ units: units.numbers, raters: raters.numbers },
      };
    }
    if (mean === undefined || labelled.numbers === null) return null;
    return {
      ...{ statistic, pilot: mean.units, isShare: mean.isShare, hasJudge: mean.judge !== null, work },
      ...{ units: units.numbers, labels: labelled.numbers, ...(contrast && { contrast }) },
    };
  }, [
    agreement,
    contrast,
    effort.work,
    isAgreement,
    labelled.numbers,
    mean,
    raters.numbers,
    statistic,
    units.numbers,
  ]);

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <Field label="Estimate">
          <Select choices={statistics} value={statistic} onValueChange={setStatistic} />
        </Field>
        {scopes.length > 1 && (
          <Field label="Item">
            <Select
              choices={scopes.map((value) => ({ value, label: labels.of(value) }))}
              value={scope ?? ""}
              disabled={busy}
              onValueChange={onScope}
            />
          </Field>
        )}
        {!isAgreement && controls}
        {(isAgreement || mean?.judge != null) && (
          <NumbersField label={isAgreement ? "Units" : "Units that the judge judges"} state={units} />
        )}
        {isAgreement ? (
          <NumbersField label="Raters of each unit" state={raters} />
        ) : (
          <NumbersField label="Units that people label" state={labelled} />
        )}
        <EffortFields effort={effort} isMeasured={pilot.secondsEach !== null} />
      </div>
      <PlanResult request={request} />
      <Basis pilot={pilot} mean={isAgreement ? undefined : mean} />
    </>
  );
}

/** The choice of a judge, and of two models, for a mean or a difference. */
function useMeans(means: readonly MeanPilot[], statistic: StatisticChoice) {
  const [judge, setJudge] = useState(means[0]?.judge ?? "");
  const [chosen, setChosen] = useState<readonly (string | undefined)[]>([]);
  const mean = means.find((one) => (one.judge ?? "") === judge) ?? means[0];
  const models = useMemo(() => (mean ? modelsIn(mean) : []), [mean]);
  const isDifference = statistic === "difference";
  const first = models.find((model) => model === chosen[0]) ?? models[0] ?? "";
  const others = models.filter((model) => model !== first);
  const second = others.find((model) => model === chosen[1]) ?? others[0] ?? "";
  const contrast = useMemo(
    () => (isDifference ? ([first, second] as const) : undefined),
    [isDifference, first, second],
  );
  const options = (list: readonly string[]) => list.map((value) => ({ value, label: value }));
  const controls = (
    <>
      {means.length > 1 && (
        <Field label="Judge">
          <Select
            choices={means.map((one) => ({ value: one.judge ?? "", label: one.judge ?? "People alone" }))}
            value={mean?.judge ?? ""}
            onValueChange={setJudge}
          />
        </Field>
      )}
      {isDifference && (
        <>
          <Field label="First model">
            <Select
              choices={options(models)}
              value={first}
              onValueChange={(model) => setChosen([model, second])}
            />
          </Field>
          <Field label="Second model">
            <Select
              choices={options(others)}
              value={second}
              onValueChange={(model) => setChosen([first, model])}
            />
          </Field>
        </>
      )}
    </>
  );
  return { mean, contrast, controls };
}

/** The data that the pilot rests on, and the limits of a plan from it. */
function Basis({ pilot, mean }: { pilot: PilotResponse; mean: MeanPilot | undefined }) {
  const of = mean?.of ?? pilot.agreement?.of ?? 0;
  const exposure = mean ? "independent" : (pilot.agreement?.exposure ?? "independent");
  return (
    <p className="max-w-prose text-xs text-muted">
      From {formatQuantity(of, "unit")} judged by people, {EXPOSURE_LABELS[exposure].toLowerCase()}
      {mean ? "" : `, by up to ${formatQuantity(pilot.agreement?.raters ?? 0, "rater")}`}. Simulated studies
      draw whole tasks.{" "}
      {of < 100 && "A pilot of fewer than 100 units is itself uncertain, and so is its plan. "}
      Looking repeatedly until an interval suits makes it too narrow. Choose a design first, then label it.
    </p>
  );
}
