"use client";

import { type ReactNode, useMemo } from "react";
import { InfoTip } from "@/components/ui/info-tip";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSearchState } from "@/components/ui/use-search-state";
import type { ExposureClass } from "@/lib/judgement/schema";
import { EXPOSURE_CLASSES } from "@/lib/judgement/schema/codes";
import { TIPS } from "@/lib/report/rules/glossary";
import {
  firstExposure,
  headlineLevel,
  isWithLlm,
  occurringExposures,
  type RowChoice,
} from "@/lib/report/rules/headline";
import { EXPOSURE_LABELS, RATER_SET_LABELS } from "@/lib/report/rules/wording";
import type { Report } from "@/lib/report/schema";
import { RATER_SETS } from "@/lib/report/schema/codes";
import type { ReliabilityRow } from "@/lib/report/schema/reliability";
import type { RaterSet } from "@/lib/report/schema/values";

const LEVELS: readonly ReliabilityRow["level"][] = ["nominal", "ordinal", "interval"];

const SHORT_EXPOSURES: Record<ExposureClass, string> = {
  independent: "Independent",
  exposed: "Draft shown",
  unknown: "Unknown",
  any: "Any",
};

/** Controls for level, exposure class and raters. */
export function CoefficientControls({ of }: { of: ReturnType<typeof useCoefficientChoice> }) {
  const { choice, given, hasLlm, levels, setLevel, setRaters } = of;
  const offered = EXPOSURE_CLASSES.filter((each) => given.includes(each) || each === choice.exposure);
  const missing = EXPOSURE_CLASSES.filter((each) => each !== "any" && !given.includes(each));
  return (
    <fieldset className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
      <legend className="sr-only">What to show</legend>
      {levels.length > 1 && (
        <Control label="Level" tip={TIPS.level}>
          <SegmentedControl
            label="Level of measurement"
            size="sm"
            segments={levels.map((level) => ({ value: level, label: capital(level) }))}
            value={choice.level ?? headlineLevel(levels)}
            onValueChange={setLevel}
          />
        </Control>
      )}
      <Control label="Exposure" tip={TIPS.exposure}>
        <ExposureControl offered={offered} missing={missing} of={of} />
      </Control>
      {hasLlm && (
        <Control label="Raters" tip={TIPS.raters}>
          <SegmentedControl
            label="Raters"
            size="sm"
            segments={RATER_SETS.map((value) => ({
              value,
              label: capital(RATER_SET_LABELS[value]),
            }))}
            value={choice.raters}
            onValueChange={setRaters}
          />
        </Control>
      )}
    </fieldset>
  );
}

/** The exposure to show, where values of several were given. */
function ExposureControl({
  offered,
  missing,
  of,
}: {
  offered: readonly ExposureClass[];
  missing: readonly ExposureClass[];
  of: ReturnType<typeof useCoefficientChoice>;
}) {
  const { choice, setExposure, given } = of;
  return offered.length > 1 ? (
    <>
      <SegmentedControl
        label="Exposure"
        size="sm"
        segments={offered.map((value) => ({ value, label: SHORT_EXPOSURES[value] }))}
        value={choice.exposure}
        onValueChange={setExposure}
      />
      {missing.length > 0 && (
        <span className="text-xs text-muted">
          No values: {missing.map((each) => EXPOSURE_LABELS[each]).join(", ")}
        </span>
      )}
    </>
  ) : (
    <span className="text-sm">
      {given.length === 0 ? "No values" : `All values: ${EXPOSURE_LABELS[choice.exposure]}`}
    </span>
  );
}

/** The current choice, kept in the address so that a view can be shared. */
export function useCoefficientChoice({ reliability }: Pick<Report, "reliability">) {
  const [level, setLevel] = useSearchState("level");
  const [exposure, setExposure] = useSearchState("exposure");
  const [raters, setRaters] = useSearchState("raters");
  const levels = useMemo(() => {
    const found = new Set(reliability.map((row) => row.level));
    return LEVELS.filter((each) => found.has(each));
  }, [reliability]);
  const first = useMemo(() => firstExposure(reliability), [reliability]);
  const given = useMemo(() => occurringExposures(reliability), [reliability]);
  const hasLlm = useMemo(() => reliability.some(isWithLlm(reliability)), [reliability]);
  const choice = useMemo<RowChoice>(
    () => ({
      level: levels.find((each) => each === level) ?? null,
      exposure: EXPOSURE_CLASSES.find((each) => each === exposure) ?? first,
      raters: (hasLlm && RATER_SETS.find((each) => each === raters)) || "human",
    }),
    [levels, first, hasLlm, level, exposure, raters],
  );
  return {
    choice,
    given,
    hasLlm,
    levels,
    setLevel,
    setExposure: (next: ExposureClass) => setExposure(next === first ? "" : next),
    setRaters: (next: RaterSet) => setRaters(next === "human" ? "" : next),
  };
}

function Control({ label, tip, children }: { label: string; tip: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <span className="flex items-center gap-1 text-sm text-muted">
        {label}
        <InfoTip about={label}>{tip}</InfoTip>
      </span>
      {children}
    </div>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
