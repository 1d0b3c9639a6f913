import "server-only";
import type { CachePolicy } from "@/lib/drafting/schema/runs";
import type { Wire } from "@/lib/llm/http";
import type { Price } from "@/lib/llm/price";
import type { Provider, Sampling } from "@/lib/llm/schema";

/** A model behind an endpoint, as used by one run. The key is in this object only, in the worker's memory. */
export interface ModelConnection {
  endpointId: string;
  projectId: string;
  runId: string;
  provider: Provider;
  base: string;
  model: string;
  embeddingModel: string | null;
  apiKey: string | null;
  wire: Wire;
  price: Price | null;
  /** Set to ignore cached answers: only calls of this run then share answers. */
  salt?: string;
  /** Use of answers that the project has already. */
  cachePolicy: CachePolicy;
  /** Settings the model is known to refuse; grows. */
  refuses: Set<keyof Sampling>;
}
