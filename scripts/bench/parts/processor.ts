import type { Page } from "@playwright/test";

/** Milliseconds of processor time that the main thread of a page has used so far. */
export interface Used {
  /** In script: handlers, timers, frames. */
  script: number;
  /** In everything, style, layout and painting included. */
  all: number;
}

/**
 * Reads the processor time of a page's main thread. It is the thread's own clock, which stands still while others have
 * the processor: a busy machine moves it little.
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
