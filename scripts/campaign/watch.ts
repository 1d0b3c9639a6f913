import { setTimeout as pause } from "node:timers/promises";

/** Polls an address, each time on a new connection, and records the longest time between two responses. */
export function watchAnswers(address: string): { stop: () => Promise<number> } {
  let ending = false;
  let last = performance.now();
  let longest = 0;
  async function look() {
    while (!ending) {
      const answer = await fetch(address, {
        headers: { connection: "close" },
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null);
      await answer?.body?.cancel();
      if (!answer?.ok) continue;
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      await pause(100);
    }
  }
  // Two pollers: one that waits for a process that was just killed does not count as silence.
  const looking = Promise.all([look(), look()]);
  return {
    stop: async () => {
      ending = true;
      await looking;
      return longest;
    },
  };
}
