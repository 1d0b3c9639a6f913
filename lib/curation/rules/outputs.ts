import { randomFrom } from "@/lib/agreement/random";
import { inputOf } from "@/lib/curation/rules/instances";
import type { Neighbour } from "@/lib/curation/rules/neighbours";
import { type Instance, type OutputSource, REFERENCE } from "@/lib/curation/schema";
import type { ResponseRecord, StudyRecord, TaskRecord } from "@/lib/dataset/schema";

interface Pairing {
  subset: string;
  better: OutputSource;
  worse: OutputSource;
  /** The task that the worse output answers instead of the instance's own. */
  nearest: ReadonlyMap<string, Neighbour> | null;
  seed: number;
}

/**
 * Instances from outputs of two origins, one of which is the better one. Which stands first is drawn from the seed. Tasks
 * that lack one of the two, or a neighbour, are listed.
 */
export function pairOutputs(
  records: readonly StudyRecord[],
  { subset, better, worse, nearest, seed }: Pairing,
): { instances: Instance[]; without: string[] } {
  const outputs = outputsBySource(records);
  const tasks = new Map(records.flatMap((task) => (task.type === "task" ? [[task.id, task] as const] : [])));
  const random = randomFrom(seed);
  const instances: Instance[] = [];
  const without: string[] = [];
  for (const task of tasks.values()) {
    const near = nearest?.get(task.id);
    const other = nearest ? tasks.get(near?.task ?? "") : task;
    const good = outputOf(outputs, task, better);
    const bad = other && outputOf(outputs, other, worse);
    if (!other || !good || !bad || good.text === bad.text) {
      without.push(task.id);
      continue;
    }
    const label = random() < 0.5 ? 1 : 2;
    const note = near && {
      neighbour: { instruction: inputOf({ task: other }), similarity: near.similarity },
    };
    instances.push({
      task: { ...task, tags: [subset], metadata: { ...task.metadata, ...note } },
      outputs: placed(task.id, label === 1 ? [good, bad] : [bad, good]),
      label,
    });
  }
  return { instances, without };
}

/** The two outputs under ids of the task, whichever task one of them was written for. */
function placed(task: string, outputs: readonly [ResponseRecord, ResponseRecord]): Instance["outputs"] {
  const output = (at: 0 | 1): ResponseRecord => ({ ...outputs[at], id: `${task}/${at + 1}`, task });
  return [output(0), output(1)];
}

const sourceKey = ({ model, method }: OutputSource) => JSON.stringify([model, method]);

function sourceOf({ model, metadata }: ResponseRecord): OutputSource {
  const method = metadata?.method;
  return { model: model ?? null, method: typeof method === "string" ? method : null };
}

type BySource = Map<string, Map<string, ResponseRecord>>;

/** The first output of each task and origin. */
function outputsBySource(records: readonly StudyRecord[]): BySource {
  const found: BySource = new Map();
  for (const record of records) {
    if (record.type !== "response") continue;
    const key = sourceKey(sourceOf(record));
    const own = found.get(key) ?? new Map<string, ResponseRecord>();
    if (!own.has(record.task)) own.set(record.task, record);
    found.set(key, own);
  }
  return found;
}

function outputOf(outputs: BySource, task: TaskRecord, source: OutputSource): ResponseRecord | undefined {
  if (sourceKey(source) !== sourceKey(REFERENCE)) return outputs.get(sourceKey(source))?.get(task.id);
  const text = task.reference;
  return text ? { type: "response", id: `${task.id}/reference`, task: task.id, text } : undefined;
}

/** The tasks that have an output of this origin. */
export function tasksWithOutput(records: readonly StudyRecord[], source: OutputSource): Set<string> {
  const outputs = outputsBySource(records);
  return new Set(
    records.flatMap((task) => (task.type === "task" && outputOf(outputs, task, source) ? [task.id] : [])),
  );
}

/** The origins of a study's outputs, with the number of tasks that each has one for. */
export function outputSources(records: readonly StudyRecord[]): { source: OutputSource; outputs: number }[] {
  const known = new Map<string, OutputSource>();
  for (const record of records)
    if (record.type === "response") known.set(sourceKey(sourceOf(record)), sourceOf(record));
  const outputs = outputsBySource(records);
  const references = records.filter((record) => record.type === "task" && record.reference).length;
  return [
    ...[...known].map(([key, source]) => ({ source, outputs: outputs.get(key)?.size ?? 0 })),
    ...(references > 0 ? [{ source: REFERENCE, outputs: references }] : []),
  ];
}
