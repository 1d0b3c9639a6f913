import { groupInOrder } from "@/lib/dataset/rules/group-in-order";
import type { ResponseRecord } from "@/lib/dataset/schema";
import { criteriaText, feedbackText, type PromptMethod, promptOf } from "@/lib/export/rules/training/prompts";
import { criteriaFor, reviewedCriteria } from "@/lib/export/rules/training/reviewed-criteria";
import { hashOf } from "@/lib/export/rules/training/sampling";
import { type SourceScores, scoresOf } from "@/lib/export/rules/training/scores";
import type { TaskData } from "@/lib/export/rules/training/task-data";
import type { DropReason, TrainingOptions, TrainingOrigin } from "@/lib/export/schema/training";
import type { ChatMessage } from "@/lib/llm/schema";

/** A prompt with the answer a model is tuned to give. */
export interface TuningRow {
  id: string;
  messages: readonly ChatMessage[];
  completion: string;
  method: PromptMethod;
  origin: TrainingOrigin;
  isVerified: boolean;
  raters: readonly string[];
  promptHash: string;
  /** The model that drafted it; null for people. */
  model: string | null;
  score: number | null;
}

interface Dropped {
  reason: DropReason;
}

type Options = Pick<TrainingOptions, "scale" | "verified" | "seed">;

/** Rows for a model that names criteria: from each list that was written for one response or one pair. */
export function criteriaRows(data: TaskData, { verified }: Options): (TuningRow | Dropped)[] {
  return data.criteria.flatMap(({ rubric, decisions }): (TuningRow | Dropped)[] => {
    if (rubric.task === null || rubric.kind !== "criteria") return [];
    const ids = rubric.pair ?? (rubric.response === undefined ? [] : [rubric.response]);
    const responses = ids.flatMap((id) => data.responses.get(id) ?? []);
    if (responses.length === 0 || responses.length < ids.length) return [{ reason: "not-of-a-response" }];
    const method = responses.length === 1 ? "salc.criteria_absolute" : "salc.criteria_relative";
    if (method === "salc.criteria_absolute" && !data.task.reference) return [{ reason: "no-reference" }];
    const { criteria, isVerified, reviewers } = reviewedCriteria({ rubric, decisions });
    if (verified === "only" && !isVerified) return [{ reason: "not-verified" }];
    if (criteria.length === 0) return [{ reason: "no-criteria-left" }];
    const { messages, hash } = promptOf(method, data.task, responses);
    const model = rubric.model ?? null;
    return [
      {
        ...{ id: rubric.id, messages, completion: criteriaText(criteria), method, isVerified, model },
        origin: model === null ? "human" : isVerified ? "llm+human" : "llm",
        ...{ raters: reviewers, promptHash: hash, score: null },
      },
    ];
  });
}

/** Rows for a model that judges by criteria: feedback and a score, one row for each source and response. */
export function judgeRows(data: TaskData, options: Options): (TuningRow | Dropped)[] {
  return scoresOf(data).flatMap((scores) =>
    [...scores.byResponse.keys()].flatMap((response) => {
      const record = data.responses.get(response);
      return record ? judgeRowsOf(scores, record, data, options) : [];
    }),
  );
}

function judgeRowsOf(
  { source, byResponse }: SourceScores,
  response: ResponseRecord,
  data: TaskData,
  { scale, verified, seed }: Options,
): (TuningRow | Dropped)[] {
  const given = byResponse.get(response.id)?.given ?? [];
  if (verified === "only" && source.origin === "llm") return given.map(() => ({ reason: "not-verified" }));
  if (scale !== "1-5" && scale !== "1-10") return given.map(() => ({ reason: "no-prompt-for-scale" }));
  const most = scale === "1-5" ? 5 : 10;
  const dropped: Dropped[] = [];
  const usable = given.filter(({ value, feedback }) => {
    const reason =
      !Number.isInteger(value) || value < 1 || value > most
        ? ("off-scale" as const)
        : feedback.length === 0
          ? ("no-feedback" as const)
          : null;
    if (reason) dropped.push({ reason });
    return reason === null;
  });
  const score = modeOf(usable.map(({ value }) => value));
  const same = usable.filter(({ value }) => value === score);
  const [chosen] = same.toSorted((a, b) =>
    hashOf(seed, `${response.id}/${a.rater}`) < hashOf(seed, `${response.id}/${b.rater}`) ? -1 : 1,
  );
  if (!chosen || score === null) return dropped;
  const criteria = criteriaFor(data.criteria, [response.id]);
  const method = criteria && data.task.reference ? "salc.evaluate_absolute" : "judge.plain_absolute";
  const { messages, hash } = promptOf(method, data.task, [response], {
    ...(criteria && { criteria }),
    params: scale === "1-10" ? { scale } : {},
  });
  const about = [source.origin, source.rater, source.method, source.condition].filter(
    (part) => part !== null,
  );
  return [
    {
      ...{ id: `${response.id}/${about.join("/")}`, messages, method },
      completion: feedbackText(chosen.feedback, chosen.value),
      origin: source.origin,
      isVerified: source.origin !== "llm",
      raters: source.origin === "llm" ? [] : [chosen.rater],
      ...{ promptHash: hash, model: chosen.draft?.rater ?? null, score: chosen.value },
    },
    ...usable.filter((own) => own !== chosen).map((): Dropped => ({ reason: "other-score-preferred" })),
    ...dropped,
  ];
}

/** The most frequent score; of several the middle one, of two middle ones the lower. */
function modeOf(values: readonly number[]): number | null {
  const counts = groupInOrder(values, (value) => value);
  const most = Math.max(0, ...[...counts.values()].map((own) => own.length));
  const modes = [...counts].flatMap(([value, own]) => (own.length === most ? [value] : []));
  modes.sort((a, b) => a - b);
  return modes[Math.floor((modes.length - 1) / 2)] ?? null;
}
