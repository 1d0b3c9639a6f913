import type { CallNote } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import { listedHashes } from "@/lib/export/rules/listed-runs";
import { SamplingCount } from "@/lib/export/rules/sampling-count";
import type { RunHeader } from "@/lib/export/schema/run-header";
import type { ModelClient } from "@/lib/llm/client";
import type { CompletionRecord, CompletionRequest } from "@/lib/llm/schema";

type Complete = (request: CompletionRequest) => Promise<CompletionRecord>;

/** The limit of calls is reached: no further call is made. */
export class LimitReached extends Error {
  override name = "LimitReached";
}

/** Tokens of a step, those of replayed answers included, and how it was asked. */
export interface StepUse
  extends Pick<
    RunHeader,
    "modelsReturned" | "templateHashes" | "templateHashesLeftOut" | "samplings" | "samplingsLeftOut"
  > {
  input: number;
  output: number;
}

/** Counts the calls of a model, and refuses more than a limit. */
export class Meter {
  /** Calls that reached the model. */
  calls = 0;
  readonly #underWay = new Set<Promise<unknown>>();
  #use = noUse();

  constructor(readonly most: number) {}

  /** The model, for calls up to the limit. */
  limited = (model: ModelClient): ModelClient => ({
    ...model,
    complete: async (request, signal) => {
      if (this.calls >= this.most) throw new LimitReached();
      this.calls++;
      return model.complete(request, signal);
    },
  });

  /** A client whose calls can be waited for. */
  followed = (complete: Complete): Complete => {
    return async (request) => {
      const answer = complete(request);
      this.#underWay.add(answer);
      try {
        return await answer;
      } finally {
        this.#underWay.delete(answer);
      }
    };
  };

  note: CallNote = ({ template }: CallPlan, record: CompletionRecord) => {
    const use = this.#use;
    use.input += record.usage.input ?? 0;
    use.output += record.usage.output ?? 0;
    addOnce(use.modelsReturned, record.modelReturned ?? record.modelRequested);
    use.templateHashes.add(template.hash);
    use.samplings.add(record);
  };

  /** Usage since the last call of this method. */
  take(): StepUse {
    const { templateHashes, samplings, ...use } = this.#use;
    this.#use = noUse();
    return { ...use, ...listedHashes([...templateHashes]), ...samplings.listed() };
  }

  /** Resolves when no call is under way: answers that are paid for are to be kept. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#underWay]);
  }
}

interface UseSoFar extends Pick<StepUse, "input" | "output" | "modelsReturned"> {
  templateHashes: Set<string>;
  samplings: SamplingCount;
}

const noUse = (): UseSoFar => ({
  ...{ input: 0, output: 0, modelsReturned: [], templateHashes: new Set() },
  samplings: new SamplingCount(),
});

function addOnce(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value);
}
