import { RECORDS, type StudyRecord } from "@/lib/dataset/schema";
import { isMissing, paperById } from "@/lib/report/rules/papers/registry";
import { StudyDataReader } from "@/lib/report/rules/study-data";
import type { PaperSource } from "@/lib/report/schema/paper-table";
import type { Table } from "@/lib/report/schema/table";

export type PairLine = { type: StudyRecord["type"]; [field: string]: unknown };
type Pair = readonly [string, string];

export interface GoldPair {
  task: string;
  pair: Pair;
  subset: string;
  n: number;
}

/** Pairs with gold A, so many in each subset; `more` adds further records about a pair. */
export function goldPairs(
  subsets: Record<string, number>,
  more: (instance: GoldPair) => PairLine[],
  options: Partial<PaperSource> & { compat?: "llmbar" } = {},
  textsOf: (subset: string) => { instruction: string; texts: Pair } = () => ({
    instruction: "Write.",
    texts: ["…", "…"],
  }),
): PaperSource {
  const reader = new StudyDataReader();
  const texts = new Map<string, string>();
  const add = (record: PairLine) => reader.add(RECORDS[record.type].parse(record));
  add({ type: "study", version: 1, name: "Pairs" });
  for (const [subset, size] of Object.entries(subsets))
    for (let n = 0; n < size; n++) {
      const task = `${subset}-${n}`;
      const pair: Pair = [`${task}/1`, `${task}/2`];
      const written = textsOf(subset);
      add({ type: "task", id: task, instruction: written.instruction, tags: [subset] });
      for (const [at, id] of pair.entries()) {
        const text = written.texts[at] as string;
        add({ type: "response", id, task, text });
        texts.set(id, text);
      }
      const about = { task, item: "preference", pair };
      add({ type: "judgement", id: `gold/${task}`, ...about, rater: "gold", raterKind: "gold", value: "A" });
      for (const line of more({ task, pair, subset, n })) add(line);
    }
  const { compat, ...rest } = options;
  return {
    study: reader.finish(),
    texts,
    published: false,
    options: { replicates: 0, seed: 42, ...(compat && { compat }) },
    ...rest,
  };
}

export function llmbarTable(id: string, from: PaperSource): Table {
  const found = paperById("llmbar")?.tables.find((one) => one.id === id);
  const result = found?.of(from);
  if (!result || isMissing(result)) throw new Error(`${id}: ${JSON.stringify(result)}`);
  return result;
}
