import type { Estimate, UndefinedReason } from "@/lib/agreement/estimate";
import { preferenceLabel } from "@/lib/agreement/preference";
import { type Ratings, ratingsFromMatrix } from "@/lib/agreement/ratings";
import { generateRatings } from "./generator";
import { shortNames } from "./metric-names";
import { type MetricInput, metrics } from "./metrics";
import type { AgreementBatch, AgreementDataset } from "./request";

/** One result: a value, or null with the reason; with limits if an interval was requested. */
export interface BatchResult {
  name: string;
  value: number | null;
  ci?: [number, number] | null;
  reason?: UndefinedReason | "unknown-metric" | "unknown-dataset";
}

/** Computes all requests of a file, in order. Each dataset is read once, however many requests use it. */
export function evaluateBatch({ datasets, vectors }: AgreementBatch): BatchResult[] {
  const evidence = new Map<string, MetricInput>();
  return vectors.map((request, index) => {
    const name = request.name ?? String(index);
    const short = Object.hasOwn(shortNames, request.metric) ? shortNames[request.metric] : undefined;
    const full = short?.metric ?? request.metric;
    const metric = Object.hasOwn(metrics, full) ? metrics[full] : undefined;
    if (!metric) return { name, value: null, reason: "unknown-metric" };
    const dataset = Object.hasOwn(datasets, request.dataset) ? datasets[request.dataset] : undefined;
    if (!dataset) return { name, value: null, reason: "unknown-dataset" };
    const known = evidence.get(request.dataset) ?? evidenceOf(dataset);
    evidence.set(request.dataset, known);
    return resultOf(name, metric(known, { ...request, params: { ...short?.params, ...request.params } }));
  });
}

function resultOf(name: string, { value, reason, interval }: Estimate): BatchResult {
  return {
    name,
    value,
    ...(interval === undefined ? {} : { ci: interval && [interval.low, interval.high] }),
    ...(reason ? { reason } : {}),
  };
}

function evidenceOf(dataset: AgreementDataset): MetricInput {
  return { ratings: ratingsOf(dataset), items: dataset.items ?? [], weights: dataset.weights ?? [] };
}

function ratingsOf({ matrix, scores, generator, categories, valueOrder }: AgreementDataset): Ratings {
  if (generator) return generateRatings(generator);
  return ratingsFromMatrix(matrix ?? labelsOf(scores ?? []), { categories, valueOrder });
}

/** One row per judge: whose response scored higher, A (1), B (-1) or neither (0). */
function labelsOf(scores: NonNullable<AgreementDataset["scores"]>): (number | null)[][] {
  const judges = [...new Set(scores.flatMap((pair) => Object.keys(pair)))];
  return judges.map((judge) =>
    scores.map((pair) => {
      const [a, b] = pair[judge] ?? [null, null];
      return a === null || b === null ? null : preferenceLabel(a, b);
    }),
  );
}
