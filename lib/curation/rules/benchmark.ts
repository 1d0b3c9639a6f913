import { z } from "zod";
import { shuffled } from "@/lib/agreement/group-by-cluster";
import { randomFrom } from "@/lib/agreement/random";
import { BenchmarkCounts, type Instance } from "@/lib/curation/schema";
import type { JudgementRecord, ResponseRecord, StudyRecord } from "@/lib/dataset/schema";
import { majority } from "@/lib/judgement/rules/majority";
import { sideOf, swapSides } from "@/lib/judgement/rules/sides";
import { PREFERENCE } from "@/lib/judgement/schema/units";
import { runCheck } from "@/lib/verifier/run-check";

/** The note in a study that it was prepared from a benchmark; null of other studies. */
export function benchmarkCounts(records: readonly StudyRecord[]): BenchmarkCounts | null {
  const header = records.find((record) => record.type === "study");
  return z.object({ curation: BenchmarkCounts }).safeParse(header?.metadata).data?.curation ?? null;
}

/** Why a compared pair of another benchmark is left out. */
export const WHY_NOT = ["no-preference", "empty", "not-english", "tie", "divided"] as const;
type WhyNot = (typeof WHY_NOT)[number];

/** Words for tasks and pairs that are left out, by reason. */
export const LEFT_OUT: Record<WhyNot, readonly [one: string, several: string]> = {
  "no-preference": ["task without a compared pair", "tasks without a compared pair"],
  empty: ["pair with an empty text", "pairs with an empty text"],
  "not-english": ["pair with a text that is not in English", "pairs with a text that is not in English"],
  tie: ["pair that most people find equally good", "pairs that most people find equally good"],
  divided: ["pair without a majority", "pairs without a majority"],
};

interface Prepared {
  instances: Instance[];
  /** Pairs that would do, before the sample. */
  usable: number;
  leftOut: Record<WhyNot, number>;
}

/**
 * Pairs of another benchmark as LLMBar's evaluators are compared on them: without empty texts, texts in other languages
 * and ties, gold by the majority of those who compared the pair, and of the rest a sample. Zeng et al. (2024), section 4.4.
 */
export function preparedBenchmark(
  records: readonly StudyRecord[],
  { sample, seed, tag }: { sample: number | null; seed: number; tag: string | null },
): Prepared {
  const responses = new Map(
    records.flatMap((record) => (record.type === "response" ? [[record.id, record]] : [])),
  );
  const leftOut: Prepared["leftOut"] = { "no-preference": 0, empty: 0, "not-english": 0, tie: 0, divided: 0 };
  const tasks = new Map(records.flatMap((record) => (record.type === "task" ? [[record.id, record]] : [])));
  const judged = new Set<string>();
  const usable = [...comparedPairs(records).values()].flatMap((own): Instance[] => {
    const [first] = own;
    const task = tasks.get(first?.task ?? "");
    const [a, b] = (first?.pair ?? []).map((id) => responses.get(id));
    if (!task || !a || !b) return [];
    judged.add(task.id);
    const label = labelOf(own, a.id);
    const why = problemIn([task.instruction, a.text, b.text]) ?? (typeof label === "string" ? label : null);
    if (why) leftOut[why]++;
    if (why || typeof label === "string") return [];
    // A task may have several pairs; each is an instance of its own.
    const id = `${task.id}/${a.id}/${b.id}`;
    const ofInstance = { ...task, id, ...(tag !== null && { tags: [tag] }) };
    const outputs = [a, b].map((response) => ({ ...response, id: `${id}/${response.id}`, task: id }));
    return [{ task: ofInstance, outputs: outputs as [ResponseRecord, ResponseRecord], label }];
  });
  leftOut["no-preference"] = [...tasks.keys()].filter((id) => !judged.has(id)).length;
  const drawn = sample === null ? usable : shuffled(usable, randomFrom(seed)).slice(0, sample);
  return { instances: drawn, usable: usable.length, leftOut };
}

/** The preferences of people, or of gold, by pair. Values of machines are compared with the gold and are no part of it. */
export function comparedPairs(records: readonly StudyRecord[]): Map<string, JudgementRecord[]> {
  const compared = new Map<string, JudgementRecord[]>();
  for (const record of records) {
    if (record.type !== "judgement" || record.item !== PREFERENCE || !record.pair) continue;
    if (record.raterKind !== "human" && record.raterKind !== "gold") continue;
    const key = JSON.stringify([record.task, ...[...record.pair].sort()]);
    compared.set(key, [...(compared.get(key) ?? []), record]);
  }
  return compared;
}

/** The output that most prefer, in terms of the pair that begins with this response. */
function labelOf(judgements: readonly JudgementRecord[], first: string): 1 | 2 | "tie" | "divided" {
  const sides = judgements.flatMap(({ value, pair }) => {
    if (value === null) return [];
    return sideOf(pair?.[0] === first ? value : swapSides(value));
  });
  const most = majority(sides);
  if (most === null) return "divided";
  return most === "tie" ? "tie" : most === "A" ? 1 : 2;
}

/** Characters of a text that its language is told by. */
const TOLD_BY = 2000;

/** Reasons not to use a text. A text too short to tell its language is taken for English. */
function problemIn(texts: readonly string[]): "empty" | "not-english" | null {
  if (texts.some((text) => text.trim() === "")) return "empty";
  const isForeign = (text: string) =>
    runCheck({ kind: "language", code: "en" }, text.slice(0, TOLD_BY)).verdict === "no";
  return texts.some(isForeign) ? "not-english" : null;
}
