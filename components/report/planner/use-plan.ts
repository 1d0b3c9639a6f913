"use client";

import { useEffect, useState } from "react";
import { type Plan, type PlanRequest, plan } from "@/lib/report/rules/planning/plan";

/** Time between two pauses, in milliseconds: short enough for a page to answer keys and clicks. */
const SLICE = 12;
/** Requests change with every key press: the simulation starts when there was none for so long. */
const DEBOUNCE = 300;

interface Planned {
  /** The request that `found` answers. */
  request: PlanRequest | null;
  found: Plan | null;
  /** The share that is done. */
  share: number;
}

/**
 * Simulates a plan in this browser, in short slices, and starts again when the request changes. The request must be memoised;
 * null plans nothing. While a new plan is computed the last one stays.
 */
export function usePlan(request: PlanRequest | null): { found: Plan | null; share: number; busy: boolean } {
  const [state, setState] = useState<Planned>({ request: null, found: null, share: 0 });
  useEffect(() => {
    if (request === null) return;
    const planning = plan(request);
    const work = () => {
      const until = performance.now() + SLICE;
      let step = planning.next();
      while (!step.done && performance.now() < until) step = planning.next();
      const { done, value } = step;
      if (done) return setState({ request, found: value, share: 1 });
      setState((before) => ({ ...before, share: value }));
      timer = setTimeout(work, 0);
    };
    let timer = setTimeout(work, DEBOUNCE);
    return () => clearTimeout(timer);
  }, [request]);
  const busy = request !== null && state.request !== request;
  return { found: request && state.found, share: busy ? state.share : 1, busy };
}
