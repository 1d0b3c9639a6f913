import { median } from "@/lib/agreement/quantile";
import { finalClass } from "@/lib/judgement/rules/exposure";
import type { ReportOptions } from "@/lib/report/schema";
import type { PositionWorkRow } from "@/lib/report/schema/positions";
import type { StudyData } from "@/lib/report/schema/study";
import { Tallies } from "./clustered-ratio";
import type { DraftsById } from "./draft-table";
import { draftAs } from "./measurement-scale";
import { NONE } from "./none";
import { durationOf, STAGE_NAMES } from "./sessions";
import { orientedValue } from "./unit-values";

/**
 * People's work by its position in their sessions: how long a judgement takes, and how often a drafted value in view is
 * taken over. Both usually change with practice and with tiredness. `stages` are those of the judgements.
 */
export function positionWorkOf(
  { judgements }: Pick<StudyData, "judgements">,
  stages: Int8Array,
  drafts: DraftsById,
  options: ReportOptions,
): PositionWorkRow[] {
  const work = STAGE_NAMES.map(() => ({
    tally: new Tallies(["judgements", "drafted", "accepted"]),
    seconds: [] as number[],
  }));
  let place = 0;
  for (const judgement of judgements) {
    const at = work[stages[place++] ?? NONE];
    if (!at || judgement.value === null) continue;
    at.tally.add(judgement.task, "judgements");
    const duration = durationOf(judgement);
    if (duration !== null) at.seconds.push(duration / 1000);
    const draft =
      judgement.draft === null || finalClass(judgement) !== "exposed"
        ? undefined
        : drafts.get(judgement.draft);
    const [value, drafted] = [
      orientedValue(judgement, judgement.value),
      draft ? orientedValue(draft, draft.value) : null,
    ];
    if (value === null || drafted === null) continue;
    at.tally.add(judgement.task, "drafted");
    if (value === draftAs(value, drafted)) at.tally.add(judgement.task, "accepted");
  }
  return work.flatMap(({ tally, seconds }, stage) => {
    const counted = tally.all();
    const position = STAGE_NAMES[stage];
    if (counted.judgements === 0 || position === undefined) return [];
    const { value, ci, reason } = tally.share("accepted", "drafted", options);
    return [
      {
        position,
        ...counted,
        medianSeconds: median(seconds),
        timed: seconds.length,
        acceptedShare: value,
        ci,
        reason,
        tasks: tally.count,
      },
    ];
  });
}
