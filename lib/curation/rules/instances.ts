import type { Instance } from "@/lib/curation/schema";
import { requestOf } from "@/lib/dataset/rules/task-request";
import type { ResponseRecord, StudyRecord, TaskRecord } from "@/lib/dataset/schema";
import { sideOf } from "@/lib/judgement/rules/sides";
import { PREFERENCE } from "@/lib/judgement/schema/units";

/** Methods that write an output which does not follow the instruction. */
const WRITES_WORSE = /^curation\./;
/** Writes both outputs of an instance. */
const SHOTS = "curation.shots";

/** Why a task is no instance. */
export type NoInstance = "no-pair" | "several-pairs" | "no-label";

/**
 * The instances of a study: a task with two outputs and a gold preference. Without gold an output that a method of
 * curation wrote is the worse one. Tasks that are none are listed with the reason.
 */
export function instancesOf(records: readonly StudyRecord[]): {
  instances: Instance[];
  others: { task: string; why: NoInstance }[];
} {
  const responses = new Map<string, ResponseRecord[]>();
  const gold = new Map<string, { pair: readonly [string, string]; side: "A" | "B" }[]>();
  for (const record of records) {
    if (record.type === "response")
      responses.set(record.task, [...(responses.get(record.task) ?? []), record]);
    if (record.type !== "judgement" || record.raterKind !== "gold" || record.item !== PREFERENCE) continue;
    const side = record.value === null ? "tie" : sideOf(record.value);
    if (record.pair && side !== "tie")
      gold.set(record.task, [...(gold.get(record.task) ?? []), { pair: record.pair, side }]);
  }
  const instances: Instance[] = [];
  const others: { task: string; why: NoInstance }[] = [];
  for (const task of records) {
    if (task.type !== "task") continue;
    const own = responses.get(task.id) ?? [];
    const found = instanceOf(own, gold.get(task.id) ?? []);
    if (typeof found === "string") others.push({ task: task.id, why: found });
    else instances.push({ task, ...found });
  }
  return { instances, others };
}

/** The tasks with exactly two outputs, whichever of them is better. */
export function pairsIn(
  records: readonly StudyRecord[],
): { task: TaskRecord; outputs: readonly [ResponseRecord, ResponseRecord] }[] {
  const responses = new Map<string, ResponseRecord[]>();
  for (const record of records)
    if (record.type === "response")
      responses.set(record.task, [...(responses.get(record.task) ?? []), record]);
  return records.flatMap((task) => {
    if (task.type !== "task") return [];
    const [first, second, third] = responses.get(task.id) ?? [];
    return first && second && !third ? [{ task, outputs: [first, second] as const }] : [];
  });
}

function instanceOf(
  responses: readonly ResponseRecord[],
  gold: readonly { pair: readonly [string, string]; side: "A" | "B" }[],
): Omit<Instance, "task"> | NoInstance {
  const pairs = new Map(gold.map((one) => [JSON.stringify([...one.pair].sort()), one]));
  if (pairs.size > 1) return "several-pairs";
  const [known] = pairs.values();
  if (known) {
    const outputs = known.pair.map((id) => responses.find((response) => response.id === id));
    const [first, second] = outputs;
    if (!first || !second) return "no-pair";
    return { outputs: [first, second], label: known.side === "A" ? 1 : 2 };
  }
  const [first, second, third] = responses;
  if (!first || !second) return "no-pair";
  if (third) return "several-pairs";
  if (isWorse(first) === isWorse(second)) return "no-label";
  return { outputs: [first, second], label: isWorse(first) ? 2 : 1 };
}

/** True of an output that was written to be worse. Of a problem's two the solution comes first, as sample 0. */
function isWorse({ metadata }: ResponseRecord): boolean {
  const method = String(metadata?.method ?? "");
  return WRITES_WORSE.test(method) && !(method === SHOTS && metadata?.sample === 0);
}

/** The instruction with the text that it applies to, as LLMBar's instances have it. */
export function inputOf({ task }: Pick<Instance, "task">): string {
  return requestOf(task);
}

/** The subset of an instance: its tags. */
export const subsetOf = ({ task }: Pick<Instance, "task">) => task.tags?.join(", ") || "without a tag";
