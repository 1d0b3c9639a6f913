import { createHash } from "node:crypto";
import type { TrainingSplit } from "@/lib/export/schema/training";

/** A hash that puts things in an order which depends on the seed and on nothing else. */
export function hashOf(seed: number, text: string): string {
  return createHash("sha256").update(`${seed}\n${text}`).digest("hex");
}

/**
 * Assigns each prompt to a part of the dataset. Prompts with the same text are always in the same part, whatever task
 * they belong to, so that no test prompt was trained on. The share is of distinct prompts, rounded down.
 */
export class Splits {
  readonly #test = new Set<string>();
  readonly #outside = new Set<string>();
  readonly #seed: number;

  /** From the hashes of all prompts, and of those with a tag that is held out. */
  constructor(
    prompts: Iterable<string>,
    outside: Iterable<string>,
    { test, seed }: { test: number; seed: number },
  ) {
    this.#seed = seed;
    this.#outside = new Set(outside);
    const inside = [...new Set(prompts)].filter((prompt) => !this.#outside.has(prompt));
    const order = new Map(inside.map((prompt) => [prompt, hashOf(this.#seed, prompt)]));
    inside.sort((a, b) => ((order.get(a) ?? "") < (order.get(b) ?? "") ? -1 : 1));
    for (const prompt of inside.slice(0, Math.floor(inside.length * test))) this.#test.add(prompt);
  }

  of(prompt: string): TrainingSplit {
    if (this.#outside.has(prompt)) return "out_of_domain";
    return this.#test.has(prompt) ? "test" : "train";
  }
}

/** A row that may be left out for equal sizes. */
interface Sampled {
  id: string;
  source: string;
  split: TrainingSplit;
}

/**
 * The rows that stay when every source has as many rows in each part as the source with the fewest has there. The rows are
 * drawn by a seeded order of their ids, so that sources keep the same pairs where they can.
 */
export function equalSizes<T extends Sampled>(rows: readonly T[], seed: number): Set<T> {
  const sources = new Set(rows.map(({ source }) => source));
  const kept = new Set<T>();
  for (const split of new Set(rows.map((row) => row.split))) {
    const bySource = [...sources].map((source) =>
      rows.filter((row) => row.split === split && row.source === source),
    );
    const fewest = Math.min(...bySource.map((own) => own.length));
    for (const own of bySource) {
      const ranked = own.map((row) => ({ row, hash: hashOf(seed, row.id) }));
      ranked.sort((a, b) => (a.hash < b.hash ? -1 : a.hash > b.hash ? 1 : 0));
      for (const { row } of ranked.slice(0, fewest)) kept.add(row);
    }
  }
  return kept;
}
