import { requestOf } from "@/lib/dataset/rules/task-request";
import type { TaskRecord } from "@/lib/dataset/schema";
import type { PreferredPair } from "@/lib/export/rules/training/pairs";
import { criteriaText } from "@/lib/export/rules/training/prompts";
import type { TuningRow } from "@/lib/export/rules/training/tuning-rows";
import type { TrainingOptions } from "@/lib/export/schema/training";

type Options = Pick<TrainingOptions, "form" | "scale" | "licence">;

/** A row of a file. Every row of a set has the same columns, since readers of JSON lines infer them from the first rows. */
export type TrainingRow = Record<string, unknown>;

/** The prompt of a task as people or programs sent it: earlier turns, then the instruction with its input. */
export function promptMessages(task: TaskRecord): { role: string; content: string }[] {
  const turns = (task.messages ?? []).map(({ role, content }) => ({ role, content }));
  return [...turns, { role: "user", content: requestOf(task) }];
}

/** A prompt as one text: turns under their roles, a single instruction as it is. */
function promptText(messages: readonly { role: string; content: string }[]): string {
  const [only] = messages;
  if (messages.length === 1 && only) return only.content;
  return messages.map(({ role, content }) => `${role}: ${content}`).join("\n\n");
}

/** TRL’s preference type with an explicit prompt; the margin is a number of its own column, as its reward trainer reads it. */
export function preferenceTrainingRow(
  id: string,
  task: TaskRecord,
  pair: PreferredPair,
  { form, scale, licence }: Options,
): TrainingRow {
  const { source, chosen, rejected, scores, margin, feedback, criteria, isVerified, raters, promptHash } =
    pair;
  const prompt = promptMessages(task);
  const answered = (text: string) => (form === "standard" ? text : [{ role: "assistant", content: text }]);
  return {
    id,
    prompt: form === "standard" ? promptText(prompt) : prompt,
    chosen: answered(chosen.text),
    rejected: answered(rejected.text),
    score_chosen: scores?.[0] ?? null,
    score_rejected: scores?.[1] ?? null,
    scale: scores ? scale : null,
    margin,
    criteria: criteria && criteriaText(criteria),
    feedback_chosen: feedback[0],
    feedback_rejected: feedback[1],
    source: source.origin,
    human_verified: isVerified,
    annotators: source.origin === "llm" ? [] : [...raters],
    method: source.method,
    condition: source.condition,
    template_hash: promptHash,
    model: source.rater,
    chosen_model: chosen.model ?? null,
    rejected_model: rejected.model ?? null,
    task: task.id,
    tags: task.tags ?? [],
    licence: licence ?? null,
  };
}

/** TRL’s prompt and completion, for supervised tuning. */
export function tuningTrainingRow(
  task: TaskRecord,
  { id, messages, completion, ...row }: TuningRow,
  { form, scale, licence }: Options,
): TrainingRow {
  return {
    id,
    prompt: form === "standard" ? messages.map(({ content }) => content).join("\n\n") : messages,
    completion: form === "standard" ? completion : [{ role: "assistant", content: completion }],
    score: row.score,
    scale: row.score === null ? null : scale,
    source: row.origin,
    human_verified: row.isVerified,
    annotators: [...row.raters],
    method: row.method,
    template_hash: row.promptHash,
    model: row.model,
    task: task.id,
    tags: task.tags ?? [],
    licence: licence ?? null,
  };
}
