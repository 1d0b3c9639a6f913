import type { CallNote } from "@/lib/drafting/rules/run-method";
import type { CallPlan } from "@/lib/drafting/schema";
import type { ModelClient } from "@/lib/llm/client";
import type { CompletionRecord, CompletionRequest } from "@/lib/llm/schema";

type Complete = (request: CompletionRequest) => Promise<CompletionRecord>;

/** More hashes of one run say nothing: prompts differ with the items they ask about. */
const MOST_HASHES = 20;

/** The limit of calls is reached: nothing more may be asked. */
export class LimitReached extends Error {
  override name = "LimitReached";
}

/** Tokens of a step, those of replayed answers included, and how it was asked. */
export interface StepUse {
  input: number;
  output: number;
  modelsReturned: string[];
  templateHashes: string[];
  samplingRequested: unknown;
  samplingSent: unknown;
  samplingDropped: string[];
}

/** Counts what a model is asked, and refuses more than a limit. */
export class Meter {
  /** Calls that reached the model. */
  asked = 0;
  readonly #underWay = new Set<Promise<unknown>>();
  #use = noUse();

  constructor(readonly most: number) {}

  /** The model, which is asked so often and no more. */
  limited = (model: ModelClient): ModelClient => ({
    ...model,
    complete: async (request, signal) => {
      if (this.asked >= this.most) throw new LimitReached();
      this.asked++;
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
    if (use.templateHashes.length < MOST_HASHES) addOnce(use.templateHashes, template.hash);
    use.samplingRequested ??= record.samplingRequested;
    use.samplingSent ??= record.samplingSent;
    for (const setting of record.samplingDropped) addOnce(use.samplingDropped, setting);
  };

  /** Usage since the last call of this method. */
  take(): StepUse {
    const use = this.#use;
    this.#use = noUse();
    return use;
  }

  /** Resolves when no call is under way: answers that are paid for are to be kept. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#underWay]);
  }
}

const noUse = (): StepUse => ({
  ...{ input: 0, output: 0, modelsReturned: [], templateHashes: [] },
  ...{ samplingRequested: null, samplingSent: null, samplingDropped: [] },
});

function addOnce(list: string[], value: string): void {
  if (!list.includes(value)) list.push(value);
}
