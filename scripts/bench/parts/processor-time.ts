import type { Page } from "@playwright/test";

/** Processor time of a page's main thread so far, in milliseconds. */
export interface Used {
  /** Scripts: handlers, timers, frames. */
  script: number;
  /** Everything, including style, layout and painting. */
  all: number;
}

/**
 * Reads the processor time of a page's main thread. The thread's own clock stops while other processes run,
 * so a busy machine affects it little.
 */
export async function processorOf(page: Page): Promise<() => Promise<Used>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await devtools.send("Performance.getMetrics");
    const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? Number.NaN) * 1000;
    return { script: of("ScriptDuration"), all: of("TaskDuration") };
  };
}
