import { Histogram, Registry } from "prom-client";

interface ProcessMetrics {
  registry: Registry;
  requests: Histogram<"method" | "route" | "status">;
}

function create(): ProcessMetrics {
  const registry = new Registry();
  const requests = new Histogram({
    name: "countersign_http_request_duration_seconds",
    help: "Time this process took to respond to requests of the API, by route with the names of ids",
    labelNames: ["method", "route", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return { registry, requests };
}

// Stored outside the module: a build may contain several copies of this one.
const shared = globalThis as typeof globalThis & { countersignMetrics?: ProcessMetrics };
shared.countersignMetrics ??= create();

/** Counters of this process for `/metrics`: none is about a person. */
export const processMetrics: ProcessMetrics = shared.countersignMetrics;

/**
 * Counts a request that was responded to.
 * @param route the path with names in place of ids, so that there are as many series as routes
 * @param ms duration in milliseconds
 */
export function observeRequest(method: string, route: string, status: number, ms: number): void {
  processMetrics.requests.observe({ method, route, status: `${status}` }, ms / 1000);
}
