import { majority } from "@/lib/judgement/rules/majority";
import type { Exposure, ExposureClass, Value } from "@/lib/judgement/schema";
import type { ReportPlanted } from "@/lib/quality/schema";
import type { ReportOptions } from "@/lib/report/schema";
import type { Anchoring, ChangeRow, OnDraftRow, Stance, StanceRow } from "@/lib/report/schema/anchoring";
import { STANCES } from "@/lib/report/schema/codes";
import { Tallies } from "./clustered-ratio";
import { contrastsOf } from "./contrasts";
import type { DraftsOfOrigin } from "./draft-origins";
import { rowsByClass } from "./exposure-classes";
import { GivenDraft } from "./given-draft";
import { asNumber, NOT_APPLICABLE } from "./measurement-scale";
import { detectionOf } from "./planted";
import { readingSpeedRow } from "./reading-speed";
import { scopeValues } from "./scope-values";
import type { Scope } from "./scopes";
import type { Unit } from "./unit";
import type { InArms } from "./values-by-arm";

/** The influence of a visible draft on people's values and on their agreement. */
export function anchoringOf(
  scopes: readonly Scope[],
  origins: readonly DraftsOfOrigin[],
  planted: readonly ReportPlanted[],
  inArms: InArms,
  options: ReportOptions,
): Anchoring {
  return {
    reading: scopes.flatMap((scope) => origins.map((origin) => readingSpeedRow(scope, origin, options))),
    contrasts: contrastsOf(scopes, inArms, origins, options),
    onDraft: scopes.flatMap((scope) =>
      origins.flatMap((origin) =>
        rowsByClass(scope.sameClass, (exposure) => [onDraftOf(scope, origin, exposure, options)]),
      ),
    ),
    changes: scopes.flatMap((scope) => origins.map((origin) => changesOf(scope, origin, options))),
    stances: scopes.flatMap((scope) => origins.flatMap((origin) => stancesOf(scope, origin, options))),
    detection: detectionOf(planted, options),
  };
}

const ON_DRAFT = ["values", "onDraft", "pairs", "agreeing", "agreeingOnDraft"] as const;

function onDraftOf(
  scope: Scope,
  origin: DraftsOfOrigin,
  exposure: ExposureClass,
  options: ReportOptions,
): OnDraftRow {
  const counted = new Tallies(ON_DRAFT);
  const alone = new GivenDraft();
  for (const unit of scope.units) {
    const { item, task } = unit;
    const drafts: Value[] = [];
    const given: Value[][] = [];
    for (const rated of unit.humans[exposure]) {
      const draft = origin.valueFor(rated, unit);
      if (draft === null || rated.value === NOT_APPLICABLE) continue;
      const at = drafts.indexOf(draft);
      if (at >= 0) given[at]?.push(rated.value);
      else given[drafts.push(draft) - 1] = [rated.value];
    }
    for (const [at, values] of given.entries()) {
      const draft = drafts[at] as Value;
      const pairs = pairsAmong(values.length);
      alone.add(item, draft, values, pairs);
      const same = timesIn(values, draft);
      counted.add(task, "values", values.length);
      counted.add(task, "onDraft", same);
      counted.add(task, "pairs", pairs);
      counted.add(task, "agreeingOnDraft", pairsAmong(same));
      for (const [first, value] of values.entries())
        if (values.indexOf(value) === first)
          counted.add(task, "agreeing", pairsAmong(timesIn(values, value)));
    }
  }
  const draftShare = counted.share("onDraft", "values", options);
  const agreeingShare = counted.share("agreeingOnDraft", "agreeing", options);
  return {
    scope: scope.name,
    origin: origin.kind,
    exposure,
    ...counted.all(),
    draftShare: draftShare.value,
    draftShareCi: draftShare.ci,
    valuesReason: draftShare.reason,
    agreeingShare: agreeingShare.value,
    agreeingShareCi: agreeingShare.ci,
    expectedShare: alone.expectedShare(),
    pairsReason: agreeingShare.reason,
    tasks: counted.count,
  };
}

function timesIn(values: readonly Value[], value: Value): number {
  let times = 0;
  for (const own of values) if (own === value) times++;
  return times;
}

function pairsAmong(n: number): number {
  return (n * (n - 1)) / 2;
}

/** The units of a scope, if a draft was in view on any of them. */
function exposedUnits(scope: Scope): Iterable<Unit> {
  return scopeValues(scope).people("exposed").value.length > 0 ? scope.units : [];
}

/** Steps in which an annotator can have an own value before the draft is shown. */
const REVEALING: readonly (Exposure | null | undefined)[] = ["judge-then-reveal", "on-request"];

const CHANGES = ["differed", "switched", "changed", "agreed", "left", "beyond", "advised", "weight"] as const;

/** Counts how many of people's own values changed after the draft was revealed, and how. */
function changesOf(scope: Scope, origin: DraftsOfOrigin, options: ReportOptions): ChangeRow {
  const tally = new Tallies(CHANGES);
  for (const { humans, task } of exposedUnits(scope)) {
    for (const rated of humans.exposed) {
      const { value, initial, judgement } = rated;
      const draft = origin.shownTo(rated);
      if (draft === null || initial === null || !REVEALING.includes(judgement?.exposure)) continue;
      if ([value, draft, initial].includes(NOT_APPLICABLE)) continue;
      if (initial === draft) {
        tally.add(task, "agreed");
        if (value !== draft) tally.add(task, "left");
        continue;
      }
      tally.add(task, "differed");
      if (value === draft) tally.add(task, "switched");
      if (value !== initial) tally.add(task, "changed");
      const [own, advice, end] = [asNumber(initial), asNumber(draft), asNumber(value)];
      if (own === null || advice === null || end === null) continue;
      const weight = (end - own) / (advice - own);
      if (weight < 0 || weight > 1) tally.add(task, "beyond");
      tally.add(task, "advised");
      tally.add(task, "weight", Math.min(1, Math.max(0, weight)));
    }
  }
  const { weight: _, ...counted } = tally.all();
  const switchRate = tally.share("switched", "differed", options);
  const changeRate = tally.share("changed", "differed", options);
  const leaveRate = tally.share("left", "agreed", options);
  const isMixed = counted.advised > 0 && scope.readings.length !== 1;
  const advice = tally.mean("weight", "advised", options);
  return {
    scope: scope.name,
    origin: origin.kind,
    ...counted,
    switchRate: switchRate.value,
    switchRateCi: switchRate.ci,
    changeRate: changeRate.value,
    changeRateCi: changeRate.ci,
    differedReason: switchRate.reason,
    leaveRate: leaveRate.value,
    leaveRateCi: leaveRate.ci,
    agreedReason: leaveRate.reason,
    weightOfAdvice: isMixed ? null : advice.value,
    weightOfAdviceCi: isMixed ? null : advice.ci,
    adviceReason: isMixed ? "mixed-scales" : advice.reason,
    tasks: tally.count,
  };
}

/**
 * People's stances towards a draft (l), by the majority of people without a draft (g). With h the value given
 * with the draft in view, and o the same person's value without it: correction is h = g where l ≠ g; scrutiny
 * h ≠ l where l ≠ g; subjectivity h ≠ l where l = g; outlier h = l where l = g and o ≠ g.
 */
export function stancesOf(scope: Scope, origin: DraftsOfOrigin, options: ReportOptions): StanceRow[] {
  const counted = new Map(STANCES.map((stance) => [stance, new Tallies(["qualified", "count"])] as const));
  for (const unit of exposedUnits(scope)) {
    const note = (stance: Stance, shown: boolean) => {
      counted.get(stance)?.add(unit.task, "qualified");
      if (shown) counted.get(stance)?.add(unit.task, "count");
    };
    if (unit.humans.exposed.length === 0) continue;
    const alone = unit.humans.independent.filter(({ value }) => value !== NOT_APPLICABLE);
    const most = majority(alone.map(({ value }) => value));
    if (most === null) continue;
    for (const seen of unit.humans.exposed) {
      const { rater, value } = seen;
      const draft = origin.shownTo(seen);
      if (draft === null || draft === NOT_APPLICABLE || value === NOT_APPLICABLE) continue;
      if (draft !== most) {
        note("correction", value === most);
        note("scrutiny", value !== draft);
        continue;
      }
      note("subjectivity", value !== draft);
      const own = alone.find((rated) => rated.rater === rater)?.value;
      if (own !== undefined && own !== most) note("outlier", value === draft);
    }
  }
  return [...counted].map(([stance, tally]) => {
    const { value, ci, reason } = tally.share("count", "qualified", options);
    return {
      scope: scope.name,
      origin: origin.kind,
      stance,
      ...tally.all(),
      share: value,
      ci,
      reason,
      tasks: tally.count,
    };
  });
}
