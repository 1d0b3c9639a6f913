import type { Page } from "@playwright/test";

/** Shares of requests by the longest delay of their answer, in milliseconds. */
const DELAYS = [
  { share: 0.5, most: 20 },
  { share: 0.4, most: 400 },
  { share: 0.1, most: 2000 },
];

/** Factors by which the processor is slowed down, in turn. */
const SLOWER = [1, 4, 1, 8, 2, 12];

/** Delays each of the page's requests by a random time. */
export async function delayRequests(page: Page): Promise<void> {
  await page.route(/\/api\/v1\/|_rsc=/, async (route) => {
    const most = mostDelay();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * most));
    // The page may be closed by now.
    await route.continue().catch(() => {});
  });
}

function mostDelay(): number {
  let left = Math.random();
  for (const { share, most } of DELAYS) {
    left -= share;
    if (left < 0) return most;
  }
  return 0;
}

/** Returns a function that gives the page another speed of the processor, in turn. */
export async function slowProcessor(page: Page): Promise<(round: number) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  return async (round) => {
    const rate = SLOWER[round % SLOWER.length] ?? 1;
    await session.send("Emulation.setCPUThrottlingRate", { rate });
  };
}
