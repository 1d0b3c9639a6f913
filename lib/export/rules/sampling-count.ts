import type { CallSampling, RunHeader } from "@/lib/export/schema/run-header";
import type { CompletionRecord, Sampling } from "@/lib/llm/schema";

/** Different samplings that are listed of one run: a stage of a method mostly has one. */
const MOST_SAMPLINGS = 8;

type AskedWith = Pick<CompletionRecord, "samplingRequested" | "samplingSent" | "samplingDropped">;

/** The settings in the order of their names. */
const withoutSeed = ({ seed: _, ...settings }: Partial<Sampling>) =>
  Object.fromEntries(Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Counts the different samplings of a run's answered calls. Seeds do not make them different. */
export class SamplingCount {
  readonly #found = new Map<string, CallSampling & { calls: number }>();

  add({ samplingRequested, samplingSent, samplingDropped }: AskedWith, calls = 1): void {
    const [requested, sent] = [samplingRequested, samplingSent].map(withoutSeed);
    const asked = { requested, sent, dropped: samplingDropped.toSorted() };
    const key = JSON.stringify(asked);
    this.#found.set(key, { ...asked, calls: (this.#found.get(key)?.calls ?? 0) + calls });
  }

  /** Those of most calls, the most frequent first, and how many more there are. */
  listed(): Pick<RunHeader, "samplings" | "samplingsLeftOut"> {
    const sorted = [...this.#found].sort(
      ([a, { calls: callsOfA }], [b, { calls: callsOfB }]) => callsOfB - callsOfA || (a < b ? -1 : 1),
    );
    return {
      samplings: sorted.slice(0, MOST_SAMPLINGS).map(([, sampling]) => sampling),
      samplingsLeftOut: Math.max(0, sorted.length - MOST_SAMPLINGS),
    };
  }
}
